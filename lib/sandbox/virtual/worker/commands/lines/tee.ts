import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";

/** `tee [-a] [-i] [-p] [FILE…]` */
export const tee = toolCommand("tee", async (given, { fs, cwd, stdin }) => {
  const parsed = parseOptions(given, {
    name: "tee",
    short: "aip",
    long: { append: "a", "ignore-interrupts": "i", "output-error=?": "p" },
  });
  const bytes = stdin as unknown as string;
  let stderr = "";
  for (const name of parsed.operands) {
    const path = fs.resolvePath(cwd, name);
    try {
      // The file system makes missing directories on its own.
      await fs.stat(fs.resolvePath(path, ".."));
      if (parsed.has("a")) await fs.appendFile(path, bytes, "binary");
      else await fs.writeFile(path, bytes, "binary");
    } catch (error) {
      stderr += `tee: ${name}: ${readFailure(error)}\n`;
    }
  }
  return { stdout: bytes, stdoutKind: "bytes", stderr, exitCode: stderr === "" ? 0 : 1 };
});
