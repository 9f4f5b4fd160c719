import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/** GNU's fmt aims at 93 of 100 columns of the width. */
const GOAL_SHARE = 0.93;

/** `fmt [-w WIDTH] [-g GOAL] [-s] [FILE…]`: paragraphs filled with lines of even length. */
export const fmt = textTool("fmt", async (run, given) => {
  const { options, operands } = parseOptions(old(given), {
    name: "fmt",
    short: "w:g:sut",
    long: { "width=": "w", "goal=": "g", "split-only": "s", "uniform-spacing": "u" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  if (has("t")) throw new ToolFailure("option -t is not supported here", 1);
  const written = options.findLast(({ name }) => name === "w")?.value ?? "75";
  if (!/^\d+$/.test(written)) throw new ToolFailure(`invalid width: '${written}'`, 1);
  const width = Number(written);
  const goal = Number(options.findLast(({ name }) => name === "g")?.value ?? Math.floor(width * GOAL_SHARE));
  for (const name of operands.length === 0 ? ["-"] : operands) {
    const lines = splitLines((await run.tryRead(name)) ?? "");
    for (const { indent, words } of paragraphsOf(lines, has("s"))) {
      run.checkStopped();
      if (words.length === 0) run.print("\n");
      else
        for (const line of filled(words, width - indent.length, goal - indent.length)) run.print(`${indent}${line}\n`);
    }
  }
});

function old(given: readonly string[]): string[] {
  return given.map((argument) => argument.replace(/^-(\d+)$/, "-w$1"));
}

interface Paragraph {
  indent: string;
  words: string[];
}

function paragraphsOf(lines: readonly string[], splitOnly: boolean): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | undefined;
  for (const line of lines) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
    const words = line
      .trim()
      .split(/[ \t]+/)
      .filter((word) => word !== "");
    if (words.length === 0) {
      paragraphs.push({ indent: "", words: [] });
      open = undefined;
    } else if (open !== undefined && open.indent === indent && !splitOnly) open.words.push(...words);
    else {
      open = { indent, words };
      paragraphs.push(open);
    }
  }
  return paragraphs;
}

/** The breaks with the least sum of squared distances from the goal; the last line is free. */
function filled(words: readonly string[], width: number, goal: number): string[] {
  const costs: number[] = new Array(words.length + 1).fill(Number.POSITIVE_INFINITY);
  const ends: number[] = new Array(words.length).fill(words.length);
  costs[words.length] = 0;
  for (let start = words.length - 1; start >= 0; start -= 1) {
    let length = -1;
    for (let end = start; end < words.length; end += 1) {
      length += (words[end] as string).length + 1;
      if (length > width && end > start) break;
      const last = end === words.length - 1;
      const cost = (last ? 0 : (goal - length) ** 2) + (costs[end + 1] as number);
      if (cost < (costs[start] as number)) {
        costs[start] = cost;
        ends[start] = end + 1;
      }
    }
  }
  const lines: string[] = [];
  for (let start = 0; start < words.length; start = ends[start] as number) {
    lines.push(words.slice(start, ends[start]).join(" "));
  }
  return lines;
}
