import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";

interface RemoveOptions {
  recursive: boolean;
  directories: boolean;
  force: boolean;
  verbose: boolean;
}

/** `rm [-r] [-d] [-f] [-v] FILE…`; `-f` forgives only what is missing. */
export const rm = textTool("rm", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "rm",
    short: "rRdfviI",
    long: {
      recursive: "r",
      dir: "d",
      force: "f",
      verbose: "v",
      "interactive=?": "i",
      "preserve-root": "keep",
      "no-preserve-root": "keep",
      "one-file-system": "one",
    },
  });
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  if (has("i")) throw new ToolFailure("nobody can answer a question here; leave -i out", 1);
  if (operands.length === 0) {
    if (has("f")) return;
    throw new ToolFailure("missing operand\nTry 'rm --help' for more information.", 1);
  }
  const how = { recursive: has("r", "R"), directories: has("d"), force: has("f"), verbose: has("v") };
  for (const name of operands) await remove(run, name, how);
});

async function remove(run: ToolRun, name: string, options: RemoveOptions): Promise<void> {
  run.checkStopped();
  const { fs } = run.context;
  const path = run.path(name);
  const base = name.replace(/\/+$/, "").split("/").at(-1);
  if (base === "." || base === "..") {
    run.complain(`refusing to remove '.' or '..' directory: skipping '${name}'`);
    return;
  }
  if (path === "/") {
    run.complain("it is dangerous to operate recursively on '/'");
    return;
  }
  try {
    const found = await fs.lstat(path);
    if (found.isDirectory && !options.recursive) {
      if (!options.directories) throw new Error("EISDIR");
      if ((await fs.readdir(path)).length > 0) throw new Error("ENOTEMPTY");
    }
    if (found.isDirectory && options.verbose) {
      for (const child of await fs.readdir(path)) await remove(run, `${name.replace(/\/$/, "")}/${child}`, options);
    }
    await fs.rm(path, { recursive: found.isDirectory });
    if (options.verbose) run.print(`removed ${found.isDirectory ? "directory " : ""}'${name}'\n`);
  } catch (error) {
    const reason = fileFailure(error);
    if (options.force && (reason === "No such file or directory" || reason === "Not a directory")) return;
    run.complain(`cannot remove '${name}': ${reason}`);
  }
}
