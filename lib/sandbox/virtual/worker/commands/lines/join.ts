import { compareNames } from "../files/compare-names";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { splitLines } from "../tool/split-lines";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { OrderCheck } from "./order-check";

/** A field of the output: 0 is the join field, else the file and the field in it, counted from 0. */
type OutputField = 0 | { file: 1 | 2; field: number };

interface Row {
  key: string;
  fields: readonly string[];
  line: string;
}

interface Joining {
  keys: readonly [number, number];
  separator: string | undefined;
  output: readonly OutputField[] | undefined;
  empty: string;
  ignoreCase: boolean;
  end: string;
}

/** `join [-1 F] [-2 F] [-j F] [-a N] [-v N] [-e TEXT] [-o LIST] [-t C] [-i] [-z] [--header] FILE1 FILE2` */
export const join = textTool("join", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "join",
    short: "1:2:j:a:v:e:o:t:iz",
    long: {
      "ignore-case": "i",
      "zero-terminated": "z",
      header: "header",
      "check-order": "check",
      "nocheck-order": "nocheck",
    },
  });
  const [first, second, extra] = parsed.operands;
  if (first === undefined) throw new ToolFailure(`missing operand\n${helpHint("join")}`, 1);
  if (second === undefined) throw new ToolFailure(`missing operand after ${quoted(first)}\n${helpHint("join")}`, 1);
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint("join")}`, 1);
  const joining = joiningOf(parsed);
  const left = await rowsOf(run, first, 0, joining);
  const right = await rowsOf(run, second, 1, joining);
  const isAuto = parsed.value("o") === "auto";
  const output = isAuto ? autoOutput(left[0], right[0], joining.keys) : joining.output;
  const alone = {
    1: [...parsed.values("a"), ...parsed.values("v")].includes("1"),
    2: [...parsed.values("a"), ...parsed.values("v")].includes("2"),
  };
  const show = (one: Row | undefined, two: Row | undefined): void => {
    run.print(outputLine(one, two, { ...joining, output }) + joining.end);
  };
  if (parsed.has("header") && (left.length > 0 || right.length > 0)) show(left.shift(), right.shift());
  const fold = (key: string): string => (joining.ignoreCase ? key.toLowerCase() : key);
  const lineNumbers = { 1: parsed.has("header") ? 1 : 0, 2: parsed.has("header") ? 1 : 0 };
  const order = new OrderCheck(
    run,
    parsed.last("check", "nocheck"),
    (file, line) => `${file === 1 ? first : second}:${lineNumbers[file as 1 | 2] + 1}: is not sorted: ${line}`,
  );
  const advance = (file: 1 | 2, rows: readonly Row[], at: number): void => {
    lineNumbers[file] += 1;
    const [row, next] = [rows[at], rows[at + 1]];
    if (row !== undefined && next !== undefined && compareNames(fold(row.key), fold(next.key)) > 0) {
      order.unsorted(file, next.line);
    }
  };
  let [at, other] = [0, 0];
  while (at < left.length && other < right.length) {
    run.step();
    const [one, two] = [left[at] as Row, right[other] as Row];
    const compared = compareNames(fold(one.key), fold(two.key));
    if (compared < 0) {
      if (alone[1]) show(one, undefined);
      order.unpairable = true;
      advance(1, left, at);
      at += 1;
    } else if (compared > 0) {
      if (alone[2]) show(undefined, two);
      order.unpairable = true;
      advance(2, right, other);
      other += 1;
    } else {
      const same = (row: Row | undefined): boolean => row !== undefined && fold(row.key) === fold(one.key);
      let [end, otherEnd] = [at, other];
      for (; same(left[end]); end += 1) advance(1, left, end);
      for (; same(right[otherEnd]); otherEnd += 1) advance(2, right, otherEnd);
      if (!parsed.has("v")) {
        for (const row of left.slice(at, end)) for (const partner of right.slice(other, otherEnd)) show(row, partner);
      }
      [at, other] = [end, otherEnd];
    }
  }
  if (at < left.length || other < right.length) order.unpairable = true;
  for (; at < left.length; at += 1) {
    if (alone[1]) show(left[at], undefined);
    advance(1, left, at);
  }
  for (; other < right.length; other += 1) {
    if (alone[2]) show(undefined, right[other]);
    advance(2, right, other);
  }
  order.end();
});

function joiningOf(parsed: ParsedOptions): Joining {
  for (const letter of ["a", "v"]) {
    const wrong = parsed.values(letter).find((value) => !/^[12]$/.test(value));
    if (wrong !== undefined) throw new ToolFailure(`invalid file number: ${quoted(wrong)}`, 1);
  }
  const both = parsed.value("j");
  const separator = parsed.value("t");
  if (separator !== undefined && separator !== "\\0" && [...separator].length > 1) {
    throw new ToolFailure(`multi-character tab ${quoted(separator)}`, 1);
  }
  const list = parsed.values("o").join(",");
  return {
    keys: [fieldNumber(parsed.value("1") ?? both ?? "1"), fieldNumber(parsed.value("2") ?? both ?? "1")],
    separator: separator === "\\0" ? "\0" : separator,
    output: list === "" || list === "auto" ? undefined : list.split(/[\s,]+/).map(outputField),
    empty: parsed.value("e") ?? "",
    ignoreCase: parsed.has("i"),
    end: parsed.has("z") ? "\0" : "\n",
  };
}

function fieldNumber(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0) throw new ToolFailure(`invalid field number: ${quoted(text)}`, 1);
  return Number(text) - 1;
}

function outputField(text: string): OutputField {
  if (text === "0") return 0;
  const [, file, field] = /^([^.]*)\.(.*)$/s.exec(text) ?? [];
  if (file === undefined || field === undefined) {
    throw new ToolFailure(`invalid field specifier: ${quoted(text)}`, 1);
  }
  if (file !== "1" && file !== "2") throw new ToolFailure(`invalid file number in field spec: ${quoted(text)}`, 1);
  return { file: file === "1" ? 1 : 2, field: fieldNumber(field) };
}

async function rowsOf(run: ToolRun, name: string, file: 0 | 1, { keys, separator, end }: Joining): Promise<Row[]> {
  const text = await run.tryRead(name);
  if (text === undefined) throw new ToolFailure("", 1);
  return splitLines(text, end).map((line) => {
    const fields =
      separator === undefined
        ? line.replace(/^[ \t\n]+/, "").split(/[ \t\n]+/)
        : separator === ""
          ? [line]
          : line.split(separator);
    if (separator === undefined && fields.at(-1) === "") fields.pop();
    return { key: fields[keys[file]] ?? "", fields, line };
  });
}

/** `-o auto`: as many fields as the first line of each file has. */
function autoOutput(left: Row | undefined, right: Row | undefined, keys: readonly [number, number]): OutputField[] {
  const fieldsOf = (file: 1 | 2, row: Row | undefined): OutputField[] =>
    (row?.fields ?? []).flatMap((_, field) => (field === keys[file - 1] ? [] : [{ file, field }]));
  return [0, ...fieldsOf(1, left), ...fieldsOf(2, right)];
}

function outputLine(one: Row | undefined, two: Row | undefined, joining: Joining): string {
  const { keys, output, empty } = joining;
  const key = one?.key ?? two?.key ?? "";
  const filled = (field: string | undefined): string => (field === undefined || field === "" ? empty : field);
  const without = (row: Row | undefined, index: number): readonly string[] =>
    row === undefined ? [] : row.fields.filter((_, field) => field !== index);
  const fields =
    output === undefined
      ? [filled(key), ...[...without(one, keys[0]), ...without(two, keys[1])].map(filled)]
      : output.map((wanted) => filled(wanted === 0 ? key : (wanted.file === 1 ? one : two)?.fields[wanted.field]));
  return fields.join(joining.separator === undefined || joining.separator === "" ? " " : joining.separator);
}
