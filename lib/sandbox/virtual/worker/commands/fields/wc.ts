import { bytesOfText } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";

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
const TAB = 8;

/** `wc [-l] [-w] [-m] [-c] [-L] [FILE…]`, columns as wide as GNU's. */
export const wc = textTool("wc", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "wc",
    short: "lwmcL",
    long: { lines: "l", words: "w", chars: "m", bytes: "c", "max-line-length": "L" },
  });
  const asked = new Set(options.map(({ name }) => LETTER[name]));
  const shown = asked.size === 0 ? (["lines", "words", "bytes"] as const) : ORDER.filter((what) => asked.has(what));
  const rows: { counts: Counts; name: string }[] = [];
  const names = operands.length === 0 ? ["-"] : operands;
  const sources: Source[] = [];
  for (const name of names) {
    const text = await run.tryRead(name);
    const isDirectory =
      text === undefined &&
      (await run.context.fs.stat(run.path(name)).then(
        (stat) => stat.isDirectory,
        () => false,
      ));
    const counts = countsOf(text ?? "");
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

function countsOf(text: string): Counts {
  let longest = 0;
  let lines = 0;
  for (const line of text.split("\n")) {
    lines += 1;
    let width = 0;
    for (const character of line) {
      if (character === "\t") width += TAB - (width % TAB);
      else if (character >= " ") width += 1;
    }
    longest = Math.max(longest, width);
  }
  return {
    lines: lines - 1,
    words: text.match(/[^ \t\n\r\f\v]+/g)?.length ?? 0,
    characters: [...text].filter((character) => !/^[\udc80-\udcff]$/.test(character)).length,
    bytes: bytesOfText(text).length,
    longest,
  };
}

function totalOf(counts: readonly Counts[]): Counts {
  const total: Counts = { lines: 0, words: 0, characters: 0, bytes: 0, longest: 0 };
  for (const one of counts) {
    for (const what of ORDER)
      total[what] = what === "longest" ? Math.max(total.longest, one.longest) : total[what] + one[what];
  }
  return total;
}
