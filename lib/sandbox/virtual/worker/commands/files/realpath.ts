import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";
import { relativePath } from "./relative-path";
import { type Existing, resolveLinks } from "./resolve-links";

/** `realpath [-e|-m] [-s] [-q] [-z] [-L|-P] [--relative-to=DIR] [--relative-base=DIR] FILE…` */
export const realpath = textTool("realpath", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "realpath",
    short: "emsqzLPE",
    long: {
      "canonicalize-existing": "e",
      "canonicalize-missing": "m",
      canonicalize: "E",
      strip: "s",
      "no-symlinks": "s",
      quiet: "q",
      zero: "z",
      logical: "L",
      physical: "P",
      "relative-to=": "to",
      "relative-base=": "base",
    },
  });
  if (operands.length === 0) throw new ToolFailure("missing operand\nTry 'realpath --help' for more information.", 1);
  const last = (...names: string[]) => options.findLast(({ name }) => names.includes(name));
  const mode = last("e", "m", "E")?.name;
  const existing: Existing = mode === "e" ? "all" : mode === "m" ? "none" : "parents";
  const end = last("z") === undefined ? "\n" : "\0";
  const form = last("s", "L", "P")?.name;

  async function absolute(name: string): Promise<string> {
    if (form !== "s" && form !== "L") return resolveLinks(run, name, existing);
    if (name === "") throw new Error("ENOENT");
    const plain = run.path(name);
    const real = await resolveLinks(run, plain, existing);
    return form === "s" ? plain : real;
  }
  async function directory(name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined;
    try {
      return await absolute(name);
    } catch (error) {
      throw new ToolFailure(`${name}: ${fileFailure(error)}`, 1);
    }
  }
  const base = await directory(last("base")?.value);
  const to = (await directory(last("to")?.value)) ?? base;
  const isBelow = (path: string): boolean =>
    base === undefined || base === "/" || path === base || path.startsWith(`${base}/`);
  for (const name of operands) {
    try {
      const path = await absolute(name);
      const relative = to !== undefined && isBelow(to) && isBelow(path);
      run.print((relative ? relativePath(to, path) : path) + end);
    } catch (error) {
      if (last("q") === undefined) run.complain(`${name}: ${fileFailure(error)}`);
      run.exitCode = 1;
    }
  }
});
