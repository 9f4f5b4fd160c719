import { ToolFailure } from "../tool/tool-failure";

export interface XargsItem {
  text: string;
  /** It ends its line, so that `-L` counts one more. */
  endsLine: boolean;
}

/** The items of input as plain `xargs` splits it: at blanks and newlines, with quotes and backslashes honoured. */
export function quotedItems(input: string, endOfFile: string | undefined): XargsItem[] {
  const items: XargsItem[] = [];
  let word: string | undefined;
  let at = 0;
  let ended = false;
  const flush = (endsLine: boolean): void => {
    if (word !== undefined) {
      if (word === endOfFile) ended = true;
      else items.push({ text: word, endsLine });
    } else if (endsLine && items.length > 0) (items.at(-1) as XargsItem).endsLine = true;
    word = undefined;
  };
  while (at < input.length && !ended) {
    const letter = input[at] as string;
    if (letter === "\n") {
      // A trailing blank joins the next line to this one for -L.
      flush(!/[ \t]/.test(input[at - 1] ?? ""));
    } else if (letter === " " || letter === "\t") flush(false);
    else if (letter === "'" || letter === '"') {
      const end = input.indexOf(letter, at + 1);
      const line = input.indexOf("\n", at + 1);
      if (end < 0 || (line >= 0 && line < end)) throw unmatched(letter);
      word = (word ?? "") + input.slice(at + 1, end);
      at = end;
    } else if (letter === "\\") {
      at += 1;
      word = (word ?? "") + (input[at] ?? "");
    } else word = (word ?? "") + letter;
    at += 1;
  }
  if (!ended) flush(true);
  return items;
}

/** The lines for `-I`: leading blanks dropped, quotes and backslashes honoured, empty lines left out. */
export function lineItems(input: string): XargsItem[] {
  return input
    .split("\n")
    .map((line) => unquoted(line.replace(/^[ \t]+/, "")))
    .filter((text) => text !== "")
    .map((text) => ({ text, endsLine: true }));
}

function unquoted(line: string): string {
  let text = "";
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] as string;
    if (letter === "'" || letter === '"') {
      const end = line.indexOf(letter, at + 1);
      if (end < 0) throw unmatched(letter);
      text += line.slice(at + 1, end);
      at = end;
    } else if (letter === "\\") {
      at += 1;
      text += line[at] ?? "";
    } else text += letter;
  }
  return text;
}

function unmatched(quote: string): ToolFailure {
  const kind = quote === "'" ? "single" : "double";
  return new ToolFailure(
    `unmatched ${kind} quote; by default quotes are special to xargs unless you use the -0 option`,
    1,
  );
}
