import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";

interface Counts {
  lines: number;
  words: number;
  characters: number;
  bytes: number;
  longest: number;
}

/** The size of a file, or why there is none. */
type Source = number | "not a file" | "missing";

const ORDER = ["lines", "words", "characters", "bytes", "longest"] as const;
const LETTER: Readonly<Record<string, keyof Counts>> = {
  l: "lines",
  w: "words",
  m: "characters",
  c: "bytes",
  L: "longest",
};
const TAB_WIDTH = 8;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;

/** `wc [-l] [-w] [-m] [-c] [-L] [FILE…]`, columns as wide as GNU's. */
export const wc = textTool("wc", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "wc",
    short: "lwmcL",
    long: { lines: "l", words: "w", chars: "m", bytes: "c", "max-line-length": "L" },
  });
  const asked = new Set(options.map(({ name }) => LETTER[name]));
  const shown = asked.size === 0 ? (["lines", "words", "bytes"] as const) : ORDER.filter((what) => asked.has(what));
  const isQuick = shown.every((what) => what === "lines" || what === "bytes");
  const rows: { counts: Counts; name: string }[] = [];
  const names = operands.length === 0 ? ["-"] : operands;
  const sources: Source[] = [];
  for (const name of names) {
    const text = isQuick ? await readRaw(run, name) : await run.tryRead(name);
    const isDirectory =
      text === undefined &&
      (await run.context.fs.stat(run.path(name)).then(
        (stat) => stat.isDirectory,
        () => false,
      ));
    const counts = isQuick ? quickCounts(text ?? "") : countsOf((text ?? "") as string);
    if (text !== undefined || isDirectory) rows.push({ counts, name });
    if (isDirectory || name === "-") sources.push("not a file");
    else sources.push(text === undefined ? "missing" : counts.bytes);
  }
  if (names.length > 1) rows.push({ counts: totalOf(rows.map(({ counts }) => counts)), name: "total" });
  const width = names.length === 1 && shown.length === 1 ? 1 : widthOf(sources);
  for (const { counts, name } of rows) {
    const numbers = shown.map((what) => String(counts[what]).padStart(width)).join(" ");
    run.print(operands.length === 0 ? `${numbers}\n` : `${numbers} ${name}\n`);
  }
});

/** That of the largest number there could be, as far as it is known before anything is read. */
function widthOf(sources: readonly Source[]): number {
  const total = sources.reduce<number>((sum, source) => sum + (typeof source === "number" ? source : 0), 0);
  return Math.max(String(total).length, sources.includes("not a file") ? 7 : 1);
}

/** The bytes of an operand, or standard input with one character for each; undefined after complaining. */
async function readRaw(run: ToolRun, name: string): Promise<string | Uint8Array | undefined> {
  if (name === "-") return run.context.stdin as unknown as string;
  try {
    return await run.readBytes(name);
  } catch (error) {
    run.complain(`${name}: ${readFailure(error)}`);
    return undefined;
  }
}

/** Lines and bytes, which need no look at the characters. */
function quickCounts(raw: string | Uint8Array): Counts {
  const next = (from: number): number =>
    typeof raw === "string" ? raw.indexOf("\n", from) : raw.indexOf(NEWLINE, from);
  let lines = 0;
  for (let at = next(0); at >= 0; at = next(at + 1)) lines += 1;
  return { lines, words: 0, characters: 0, bytes: raw.length, longest: 0 };
}

/** One walk over the text, character by character. */
function countsOf(text: string): Counts {
  const counts: Counts = { lines: 0, words: 0, characters: 0, bytes: 0, longest: 0 };
  let width = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isEscaped = unit >= 0xdc80 && unit <= 0xdcff;
    if (!isEscaped) counts.characters += 1;
    if (unit === NEWLINE) {
      counts.lines += 1;
      counts.longest = Math.max(counts.longest, width);
      width = 0;
    } else if (unit === TAB) width += TAB_WIDTH - (width % TAB_WIDTH);
    else if (unit >= SPACE) width += 1;
    const isBlank = unit === SPACE || (unit >= TAB && unit <= RETURN);
    if (!isBlank && !inWord) counts.words += 1;
    inWord = !isBlank;
    counts.bytes += unit < 0x80 || isEscaped ? 1 : unit < 0x800 ? 2 : 3;
    if (unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff) {
      counts.bytes += 1;
      at += 1;
    }
  }
  counts.longest = Math.max(counts.longest, width);
  return counts;
}

function totalOf(counts: readonly Counts[]): Counts {
  const total: Counts = { lines: 0, words: 0, characters: 0, bytes: 0, longest: 0 };
  for (const one of counts) {
    for (const what of ORDER)
      total[what] = what === "longest" ? Math.max(total.longest, one.longest) : total[what] + one[what];
  }
  return total;
}
