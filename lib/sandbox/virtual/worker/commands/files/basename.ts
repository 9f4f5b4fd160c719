import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/** `basename NAME [SUFFIX]`, `basename [-a] [-s SUFFIX] [-z] NAME…` */
export const basename = textTool("basename", (run, given) => {
  const parsed = parseOptions(given, {
    name: "basename",
    short: "as:z",
    long: { multiple: "a", "suffix=": "s", zero: "z" },
    stopAtOperand: true,
  });
  const { operands } = parsed;
  if (operands.length === 0) throw new ToolFailure(`missing operand\n${helpHint("basename")}`, 1);
  const many = parsed.has("a", "s");
  if (!many && operands.length > 2) {
    throw new ToolFailure(`extra operand ${quoted(operands[2] as string)}\n${helpHint("basename")}`, 1);
  }
  const suffix = many ? parsed.value("s") : operands[1];
  const end = parsed.has("z") ? "\0" : "\n";
  for (const name of many ? operands : operands.slice(0, 1)) run.print(lastPart(name, suffix ?? "") + end);
});

function lastPart(name: string, suffix: string): string {
  const trimmed = name.replace(/\/+$/, "");
  if (trimmed === "") return name === "" ? "" : "/";
  const last = trimmed.slice(trimmed.lastIndexOf("/") + 1);
  return suffix !== "" && last !== suffix && last.endsWith(suffix) ? last.slice(0, -suffix.length) : last;
}
