import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";
import { type Existing, resolveLinks } from "./resolve-links";

const MODES: Readonly<Record<string, Existing>> = { f: "parents", e: "all", m: "none" };

/** `readlink [-f|-e|-m] [-n] [-z] [-v|-q|-s] FILE…` */
export const readlink = textTool("readlink", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "readlink",
    short: "femnqsvz",
    long: {
      canonicalize: "f",
      "canonicalize-existing": "e",
      "canonicalize-missing": "m",
      "no-newline": "n",
      quiet: "q",
      silent: "q",
      verbose: "v",
      zero: "z",
    },
  });
  if (operands.length === 0) throw new ToolFailure("missing operand\nTry 'readlink --help' for more information.", 1);
  const last = (...names: string[]) => options.findLast(({ name }) => names.includes(name))?.name;
  const existing = MODES[last("f", "e", "m") ?? ""];
  const bare = last("n") !== undefined && operands.length === 1;
  if (last("n") !== undefined && !bare) run.warn("readlink: ignoring --no-newline with multiple arguments\n");
  const end = bare ? "" : last("z") === undefined ? "\n" : "\0";
  for (const name of operands) {
    try {
      const path = existing === undefined ? await targetOf(name) : await resolveLinks(run, name, existing);
      run.print(path + end);
    } catch (error) {
      if (last("v", "q", "s") === "v") run.complain(`${name}: ${fileFailure(error)}`);
      run.exitCode = 1;
    }
  }

  async function targetOf(name: string): Promise<string> {
    const { fs } = run.context;
    const found = await fs.lstat(run.path(name));
    if (!found.isSymbolicLink) throw new Error("EINVAL");
    return fs.readlink(run.path(name));
  }
});
