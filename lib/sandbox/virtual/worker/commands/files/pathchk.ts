import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const PORTABLE = { path: 256, name: 14 };
const HERE = { path: 4096, name: 255 };

/** `pathchk [-p] [-P] [--portability] NAME…`: whether files may have these names. */
export const pathchk = textTool("pathchk", async (run, given) => {
  const parsed = parseOptions(given, { name: "pathchk", short: "pP", long: { portability: "both" } });
  if (parsed.operands.length === 0) throw new ToolFailure(`missing operand\n${helpHint("pathchk")}`, 1);
  const portable = parsed.has("p", "both");
  for (const name of parsed.operands) {
    const problem =
      problemOf(name, portable, parsed.has("P", "both")) ?? (portable ? undefined : await standing(run, name));
    if (problem !== undefined) run.complain(problem);
  }
});

function problemOf(name: string, portable: boolean, basic: boolean): string | undefined {
  const parts = name.split("/").filter((part) => part !== "");
  if (basic && parts.some((part) => part.startsWith("-"))) {
    return `leading '-' in a component of file name '${name}'`;
  }
  if (name === "" && (portable || basic)) return "empty file name";
  const strange = portable ? /[^A-Za-z0-9._/-]/u.exec(name)?.[0] : undefined;
  if (strange !== undefined) return `nonportable character ${quoted(strange)} in file name '${name}'`;
  const limits = portable ? PORTABLE : HERE;
  const length = new TextEncoder().encode(name).length;
  if (length >= limits.path) return `limit ${limits.path - 1} exceeded by length ${length} of file name '${name}'`;
  const long = parts.find((part) => new TextEncoder().encode(part).length > limits.name);
  if (long === undefined) return undefined;
  return `limit ${limits.name} exceeded by length ${new TextEncoder().encode(long).length} of file name component '${long}'`;
}

/** What is in the way of the name here: a part of it that is a file. */
async function standing(run: ToolRun, name: string): Promise<string | undefined> {
  if (name === "") return `'': No such file or directory`;
  try {
    await run.context.fs.lstat(run.path(name));
  } catch (error) {
    const reason = readFailure(error);
    if (reason !== "No such file or directory") return `'${name}': ${reason}`;
  }
  return undefined;
}
