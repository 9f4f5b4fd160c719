import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/** `dirname [-z] NAME…` */
export const dirname = textTool("dirname", (run, given) => {
  const { options, operands } = parseOptions(given, { name: "dirname", short: "z", long: { zero: "z" } });
  if (operands.length === 0) {
    throw new ToolFailure("missing operand\nTry 'dirname --help' for more information.", 1);
  }
  const end = options.length > 0 ? "\0" : "\n";
  for (const name of operands) run.print(directoryOf(name) + end);
});

function directoryOf(name: string): string {
  const trimmed = name.replace(/\/+$/, "");
  if (trimmed === "") return name.startsWith("/") ? "/" : ".";
  const slash = trimmed.lastIndexOf("/");
  if (slash < 0) return ".";
  return trimmed.slice(0, slash).replace(/\/+$/, "") || "/";
}
