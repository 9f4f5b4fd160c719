import { compareNames } from "../files/compare-names";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { splitLines } from "../tool/split-lines";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { OrderCheck } from "./order-check";

/** `comm [-1] [-2] [-3] [-z] [--total] [--output-delimiter=TEXT] [--check-order|--nocheck-order] FILE1 FILE2` */
export const comm = textTool("comm", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "comm",
    short: "123z",
    long: {
      "check-order": "check",
      "nocheck-order": "nocheck",
      "output-delimiter=": "delimiter",
      total: "total",
      "zero-terminated": "z",
    },
  });
  const [first, second, extra] = parsed.operands;
  if (first === undefined) throw new ToolFailure(`missing operand\n${helpHint("comm")}`, 1);
  if (second === undefined) throw new ToolFailure(`missing operand after ${quoted(first)}\n${helpHint("comm")}`, 1);
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint("comm")}`, 1);
  const end = parsed.has("z") ? "\0" : "\n";
  const left = await linesOf(run, first, end);
  const right = await linesOf(run, second, end);
  const delimiter = parsed.value("delimiter") ?? "\t";
  const shown = (["1", "2", "3"] as const).map((column) => !parsed.has(column));
  const before = shown.map((_, column) => delimiter.repeat(shown.slice(0, column).filter(Boolean).length));
  const totals = [0, 0, 0];
  const order = new OrderCheck(run, parsed.last("check", "nocheck"), (file) => `file ${file} is not in sorted order`);
  const show = (column: number, line: string): void => {
    totals[column] = (totals[column] as number) + 1;
    if (shown[column]) run.print(before[column] + line + end);
  };
  const advance = (file: number, line: string, next: string | undefined): void => {
    if (next !== undefined && compareNames(line, next) > 0) order.unsorted(file, next);
  };
  let [at, other] = [0, 0];
  while (at < left.length || other < right.length) {
    run.step();
    const [one, two] = [left[at], right[other]];
    const compared = one === undefined ? 1 : two === undefined ? -1 : compareNames(one, two);
    if (compared !== 0) order.unpairable = true;
    show(compared < 0 ? 0 : compared > 0 ? 1 : 2, (compared <= 0 ? one : two) as string);
    if (compared <= 0) {
      at += 1;
      advance(1, one as string, left[at]);
    }
    if (compared >= 0) {
      other += 1;
      advance(2, two as string, right[other]);
    }
  }
  if (parsed.has("total")) run.print(`${totals.join(delimiter)}${delimiter}total${end}`);
  order.end();
});

async function linesOf(run: ToolRun, name: string, end: string): Promise<string[]> {
  const text = await run.tryRead(name);
  if (text === undefined) throw new ToolFailure("", 1);
  return splitLines(text, end);
}
