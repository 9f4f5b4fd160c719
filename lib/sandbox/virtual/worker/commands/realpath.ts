import { defineCommand } from "just-bash/browser";
import { baseName, joinPath, parentPath } from "@/lib/core/sandbox/resolve-path";
import { failed } from "./command-result";

/** `realpath [-e|-m] [-q] FILE…`: all links resolved; the last part may be missing unless `-e`. */
export const realpath = defineCommand("realpath", async (given, { fs, cwd }) => {
  let mode = "";
  const names: string[] = [];
  for (const argument of given) {
    if (argument === "-e" || argument === "-m") mode = argument;
    else if (argument.startsWith("-") && argument !== "-" && argument !== "--" && argument !== "-q") {
      return failed("realpath", `option not supported: ${argument}`, 2);
    } else if (argument !== "--" && argument !== "-q") names.push(argument);
  }
  if (names.length === 0) return failed("realpath", "missing operand");
  let stdout = "";
  let stderr = "";
  for (const name of names) {
    const path = fs.resolvePath(cwd, name);
    try {
      if (await fs.exists(path)) stdout += `${await fs.realpath(path)}\n`;
      else if (mode === "-m") stdout += `${path}\n`;
      else if (mode === "-e") throw new Error("missing");
      else stdout += `${joinPath(await fs.realpath(parentPath(path)), baseName(path))}\n`;
    } catch {
      stderr += `realpath: ${name}: No such file or directory\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
});
