import { compareNames } from "../files/compare-names";
import { fileFailure } from "../files/file-failure";
import { parseOptions } from "../tool/parse-options";
import { joinLines, splitLines } from "../tool/split-lines";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import {
  type Comparable,
  compareKeys,
  keyText,
  type Ordering,
  orderingOf,
  preparedKey,
  readKey,
  type SortKey,
} from "./sort-key";

interface Row {
  line: string;
  keys: Comparable[];
  place: number;
}

/** `sort`, with keys, checks and merging; the order is that of the C.UTF-8 locale. */
export const sort = textTool("sort", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "sort",
    short: "bdfghiMnRrVcCmo:st:uzk:S:T:",
    usageExitCode: 2,
    long: {
      "ignore-leading-blanks": "b",
      "dictionary-order": "d",
      "ignore-case": "f",
      "general-numeric-sort": "g",
      "human-numeric-sort": "h",
      "ignore-nonprinting": "i",
      "month-sort": "M",
      "numeric-sort": "n",
      "random-sort": "R",
      reverse: "r",
      "version-sort": "V",
      "check=?": "c",
      merge: "m",
      "output=": "o",
      stable: "s",
      "field-separator=": "t",
      unique: "u",
      "zero-terminated": "z",
      "key=": "k",
      "buffer-size=": "S",
      "temporary-directory=": "T",
      "parallel=": "S",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const lastOf = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const usual = orderingOf(
    options
      .filter(({ name }) => "bdfghiMnRrV".includes(name) && name.length === 1)
      .map(({ name }) => name)
      .join(""),
  );
  const keys = options.filter(({ name }) => name === "k").map(({ value }) => readKey(value, usual));
  const whole: SortKey = {
    ...usual,
    startField: 1,
    startCharacter: 1,
    endField: undefined,
    endCharacter: 0,
    endBlanks: false,
  };
  const used = keys.length > 0 ? keys : [whole];
  const separator = separatorOf(lastOf("t"));
  const end = has("z") ? "\0" : "\n";
  const lines: string[] = [];
  for (const name of operands.length === 0 ? ["-"] : operands) {
    for (const line of splitLines(await readOrFail(run, name), end)) lines.push(line);
  }
  if (keys.length === 0 && isPlain(usual) && !has("c") && !has("C") && !lines.some(hasSurrogate)) {
    lines.sort();
    if (usual.reverse) lines.reverse();
    const kept = has("u") ? lines.filter((line, index) => line !== lines[index - 1]) : lines;
    return write(kept);
  }
  const rows = lines.map((line, place): Row => {
    run.step();
    return { line, place, keys: used.map((key) => preparedKey(keyText(line, key, separator), key)) };
  });
  if (used.some(({ by }) => by === "R")) shuffleByKey(rows);
  const lastResort = !has("s") && !has("u");
  const byKeys = (left: Row, right: Row): number => {
    for (const [index, key] of used.entries()) {
      const order = compareKeys(left.keys[index] as Comparable, right.keys[index] as Comparable, key);
      if (order !== 0) return key.reverse ? -order : order;
    }
    return 0;
  };
  const compare = (left: Row, right: Row): number => {
    run.step();
    const order = byKeys(left, right);
    if (order !== 0 || !lastResort) return order;
    const plain = compareNames(left.line, right.line);
    return usual.reverse ? -plain : plain;
  };
  if (has("c") || has("C")) {
    checkOrder(
      run,
      rows,
      (left, right) => {
        const order = compare(left, right);
        return has("u") ? order >= 0 : order > 0;
      },
      { file: operands[0] ?? "-", quiet: has("C") },
    );
    return;
  }
  rows.sort((left, right) => compare(left, right) || left.place - right.place);
  const kept = has("u") ? rows.filter((row, index) => index === 0 || byKeys(rows[index - 1] as Row, row) !== 0) : rows;
  return write(kept.map(({ line }) => line));

  async function write(sorted: readonly string[]): Promise<void> {
    const text = joinLines(sorted, end);
    const output = lastOf("o");
    if (output === undefined) return run.print(text);
    await run.write(output, text).catch((error: unknown) => {
      throw new ToolFailure(`open failed: ${output}: ${fileFailure(error)}`, 2);
    });
  }
});

/** Whole lines by their characters, for which the platform's own order does. */
function isPlain({ by, foldCase, dictionary, printable, leadingBlanks }: Ordering): boolean {
  return by === "text" && !foldCase && !dictionary && !printable && !leadingBlanks;
}

/** The platform compares halves of pairs, which stand in another order than the characters. */
function hasSurrogate(line: string): boolean {
  return /[\ud800-\udfff]/.test(line);
}

async function readOrFail(run: ToolRun, name: string): Promise<string> {
  try {
    return await run.read(name);
  } catch (error) {
    const reason = fileFailure(error);
    const what = reason === "Is a directory" ? "read failed" : "cannot read";
    throw new ToolFailure(`${what}: ${name}: ${reason}`, 2);
  }
}

function separatorOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  if (written === "") throw new ToolFailure("empty tab", 2);
  if (written === "\\0") return "\0";
  if ([...written].length > 1) throw new ToolFailure(`multi-character tab ‘${written}’`, 2);
  return written;
}

function checkOrder(
  run: ToolRun,
  rows: readonly Row[],
  isWrong: (left: Row, right: Row) => boolean,
  { file, quiet }: { file: string; quiet: boolean },
): void {
  const at = rows.findIndex((row, index) => index > 0 && isWrong(rows[index - 1] as Row, row));
  if (at < 0) return;
  if (quiet) run.exitCode = 1;
  else run.complain(`${file}:${at + 1}: disorder: ${rows[at]?.line}`);
}

/** Equal keys stay together, as `sort -R` promises. */
function shuffleByKey(rows: Row[]): void {
  const ranks = new Map<Comparable, number>();
  for (const row of rows) {
    const [key = ""] = row.keys;
    if (!ranks.has(key)) ranks.set(key, Math.random());
  }
  for (const row of rows) row.keys[0] = ranks.get(row.keys[0] ?? "") ?? 0;
}
