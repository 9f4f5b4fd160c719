import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

interface Word {
  text: string;
  /** Spaces after it. */
  space: number;
  /** Ends with a full stop, a question or an exclamation, closing marks left aside. */
  period: boolean;
  /** Ends a sentence for sure: at the end of a line, or with two spaces after it. */
  final: boolean;
  punctuated: boolean;
  opens: boolean;
}

interface Paragraph {
  indent: string;
  words: Word[];
}

/** GNU's fmt aims at 93.5 of 100 columns of the width. */
const GOAL_SHARE = 0.935;
const square = (distance: number): number => distance * distance;
/** What the breaks of a paragraph cost, as GNU's fmt weighs them: evenness first, then breaks at the ends of sentences. */
const COST = {
  short: (columns: number) => square(columns * 10),
  ragged: (columns: number) => square(columns * 10) / 2,
  line: square(70),
  insideSentence: square(600),
  afterSentence: -square(50),
  afterMark: -square(40),
  beforeOpening: -square(40),
  widow: (length: number) => square(200) / (length + 2),
  orphan: (length: number) => square(150) / (length + 2),
};

/** `fmt [-w WIDTH] [-g GOAL] [-s] [-u] [FILE…]`: paragraphs filled with lines of even length. */
export const fmt = textTool("fmt", async (run, given) => {
  const { options, operands } = parseOptions(old(given), {
    name: "fmt",
    short: "w:g:sutcp:",
    long: { "width=": "w", "goal=": "g", "split-only": "s", "uniform-spacing": "u" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  for (const name of ["t", "c", "p"]) {
    if (has(name)) throw new ToolFailure(`option -${name} is not supported here`, 1);
  }
  const written = options.findLast(({ name }) => name === "w")?.value ?? "75";
  if (!/^\d+$/.test(written)) throw new ToolFailure(`invalid width: '${written}'`, 1);
  const width = Number(written);
  const goal = Number(options.findLast(({ name }) => name === "g")?.value ?? Math.floor(width * GOAL_SHARE));
  for (const name of operands.length === 0 ? ["-"] : operands) {
    const lines = splitLines((await run.tryRead(name)) ?? "");
    for (const { indent, words } of paragraphsOf(lines, { splitOnly: has("s"), uniform: has("u") })) {
      run.checkStopped();
      if (words.length === 0) run.print("\n");
      else for (const line of filled(words, indent.length, { width, goal })) run.print(`${indent}${line}\n`);
    }
  }
});

function old(given: readonly string[]): string[] {
  return given.map((argument) => argument.replace(/^-(\d+)$/, "-w$1"));
}

function paragraphsOf(lines: readonly string[], how: { splitOnly: boolean; uniform: boolean }): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | undefined;
  for (const line of lines) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
    const words = wordsOf(line, how.uniform);
    if (words.length === 0) {
      paragraphs.push({ indent: "", words: [] });
      open = undefined;
    } else if (open !== undefined && open.indent === indent && !how.splitOnly) open.words.push(...words);
    else {
      open = { indent, words };
      paragraphs.push(open);
    }
  }
  return paragraphs;
}

function wordsOf(line: string, uniform: boolean): Word[] {
  return [...line.matchAll(/([^ \t]+)([ \t]*)/g)].map(([, text = "", blank = ""]) => {
    const period = /[.?!]["')\]]*$/.test(text);
    const final = period && (blank.length !== 1 || uniform);
    const atEnd = blank === "";
    return {
      text,
      period,
      final,
      space: atEnd || uniform ? (final ? 2 : 1) : blank.length,
      punctuated: /[!-/:-@[-`{-~]$/.test(text),
      opens: /^[("'`[]/.test(text),
    };
  });
}

/** The breaks that cost the least, found from the last word to the first. */
function filled(words: readonly Word[], indent: number, { width, goal }: { width: number; goal: number }): string[] {
  const end = words.length;
  const best: number[] = new Array(end + 1).fill(0);
  const next: number[] = new Array(end + 1).fill(end);
  const length: number[] = new Array(end + 1).fill(0);
  for (let start = end - 1; start >= 0; start -= 1) {
    best[start] = Number.POSITIVE_INFINITY;
    let columns = indent + (words[start] as Word).text.length;
    for (let after = start + 1; ; after += 1) {
      const cost = lineCost(after, columns) + (best[after] as number);
      if (cost < (best[start] as number)) {
        best[start] = cost;
        next[start] = after;
        length[start] = columns;
      }
      if (after === end) break;
      columns += (words[after - 1] as Word).space + (words[after] as Word).text.length;
      if (columns >= width) break;
    }
    best[start] = (best[start] as number) + breakCost(words, start);
  }
  function lineCost(after: number, columns: number): number {
    if (after === end) return 0;
    const ragged = next[after] === end ? 0 : COST.ragged(columns - (length[after] as number));
    return COST.short(goal - columns) + ragged;
  }
  const lines: string[] = [];
  for (let start = 0; start < end; start = next[start] as number) {
    const line = words.slice(start, next[start]);
    lines.push(
      line.map(({ text, space }, index) => text + (index < line.length - 1 ? " ".repeat(space) : "")).join(""),
    );
  }
  return lines;
}

/** What it costs to begin a line with this word. */
function breakCost(words: readonly Word[], at: number): number {
  const word = words[at] as Word;
  const before = words[at - 1];
  let cost = COST.line;
  if (before !== undefined) {
    if (before.period) cost += before.final ? COST.afterSentence : COST.insideSentence;
    else if (before.punctuated) cost += COST.afterMark;
    else if (words[at - 2]?.final) cost += COST.widow(before.text.length);
  }
  if (word.opens) cost += COST.beforeOpening;
  // The last word of a paragraph ends a sentence.
  else if (word.final || at === words.length - 1) cost += COST.orphan(word.text.length);
  return cost;
}
