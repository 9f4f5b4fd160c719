import { isIncomplete } from "./shell-words";

/** The line that is being typed at the prompt, and the commands before it. */
export interface LineState {
  text: string;
  cursor: number;
  /** Oldest first. */
  history: readonly string[];
  /** Where the arrows stand in the history; `history.length` is the fresh line. */
  place: number;
  /** The fresh line, kept while older ones are looked at. */
  kept: string;
  /** Set while an older command is looked for. */
  search?: HistorySearch;
  /** What was cut out last, for Ctrl+Y. */
  cut: string;
}

export interface HistorySearch {
  query: string;
  /** Where the command that is shown stands in the history; undefined while none matches. */
  found: number | undefined;
}

export type LineEffect =
  | { kind: "submit"; text: string }
  | { kind: "interrupt" }
  | { kind: "clear" }
  | { kind: "complete" }
  | { kind: "leave" }
  | { kind: "end" };

const HISTORY_LIMIT = 500;
const PASTE_BEGIN = "\u001b[200~";
const PASTE_END = "\u001b[201~";
// biome-ignore lint/suspicious/noControlCharactersInRegex: pasted controls must not become keys
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

export function freshLine(history: readonly string[], cut = ""): LineState {
  return { text: "", cursor: 0, history, place: history.length, kept: "", cut };
}

/**
 * One key or one paste, as xterm hands it over. A paste that the terminal marks as one is put in as it is and waits for
 * Enter; lines that come unmarked are submitted as they end. A line that a shell would ask more for goes on.
 */
export function feedLine(state: LineState, data: string): { state: LineState; effects: LineEffect[] } {
  const effects: LineEffect[] = [];
  let line = state;
  for (const piece of splitInput(data)) {
    const next = feedPiece(line, piece);
    line = next.state;
    if (next.effect !== undefined) effects.push(next.effect);
  }
  return { state: line, effects };
}

// The answers of a terminal that a program's output asked something come the same way; whole, they are known and left out.
const INPUT = new RegExp(
  [
    "\\u001b\\[200~[\\s\\S]*?(?:\\u001b\\[201~|$)",
    "\\u001b\\[[0-?]*[ -/]*[@-~]",
    "\\u001b[P\\]][\\s\\S]*?(?:\\u0007|\\u001b\\\\)",
    "\\u001bO[A-Z]",
    "\\u001b[bfd\\u007f\\b]",
    "\\r\\n",
    "[\\u0000-\\u001f\\u007f]",
    "[^\\u0000-\\u001f\\u007f]+",
  ].join("|"),
  "g",
);

function splitInput(data: string): string[] {
  return data.match(INPUT) ?? [];
}

type Fed = { state: LineState; effect?: LineEffect };

function feedPiece(line: LineState, piece: string): Fed {
  if (line.search !== undefined) return feedSearch(line, line.search, piece);
  if (piece.startsWith(PASTE_BEGIN)) return { state: insert(line, pastedText(piece)) };
  switch (piece) {
    case "\r":
    case "\n":
    case "\r\n":
      if (isIncomplete(line.text)) return { state: insert({ ...line, cursor: line.text.length }, "\n") };
      return {
        state: freshLine(remember(line.history, line.text), line.cut),
        effect: { kind: "submit", text: line.text },
      };
    case "\u0003":
      return { state: freshLine(line.history, line.cut), effect: { kind: "interrupt" } };
    case "\u0004":
      return line.text === ""
        ? { state: line, effect: { kind: "end" } }
        : { state: removeAfter(line, nextCharacter(line)) };
    case "\u000c":
      return { state: line, effect: { kind: "clear" } };
    case "\t":
      return { state: line, effect: { kind: "complete" } };
    case "\u001b":
      return { state: line, effect: { kind: "leave" } };
    case "\u007f":
    case "\b":
      return { state: removeBefore(line, previousCharacter(line)) };
    case "\u001b[3~":
      return { state: removeAfter(line, nextCharacter(line)) };
    case "\u0017":
      return { state: cutOut(line, previousBlank(line), line.cursor) };
    case "\u001b\u007f":
    case "\u001b\b":
      return { state: cutOut(line, previousWord(line), line.cursor) };
    case "\u001bd":
    case "\u001b[3;5~":
      return { state: cutOut(line, line.cursor, nextWord(line)) };
    case "\u0015":
      return { state: cutOut(line, 0, line.cursor) };
    case "\u000b":
      return { state: cutOut(line, line.cursor, line.text.length) };
    case "\u0019":
      return { state: insert(line, line.cut) };
    case "\u0001":
    case "\u001b[H":
    case "\u001bOH":
    case "\u001b[1~":
      return { state: { ...line, cursor: 0 } };
    case "\u0005":
    case "\u001b[F":
    case "\u001bOF":
    case "\u001b[4~":
      return { state: { ...line, cursor: line.text.length } };
    case "\u0002":
    case "\u001b[D":
    case "\u001bOD":
      return { state: { ...line, cursor: previousCharacter(line) } };
    case "\u0006":
    case "\u001b[C":
    case "\u001bOC":
      return { state: { ...line, cursor: nextCharacter(line) } };
    case "\u001bb":
    case "\u001b[1;5D":
    case "\u001b[1;3D":
      return { state: { ...line, cursor: previousWord(line) } };
    case "\u001bf":
    case "\u001b[1;5C":
    case "\u001b[1;3C":
      return { state: { ...line, cursor: nextWord(line) } };
    case "\u0012":
      return { state: { ...line, search: { query: "", found: undefined } } };
    case "\u001b[A":
    case "\u001bOA":
    case "\u0010":
      return { state: goTo(line, line.place - 1) };
    case "\u001b[B":
    case "\u001bOB":
    case "\u000e":
      return { state: goTo(line, line.place + 1) };
    default:
      // Other control keys mean nothing here; printable text is put in.
      return { state: piece.charCodeAt(0) < 32 ? line : insert(line, piece) };
  }
}

/** While a command is looked for: letters narrow, Ctrl+R goes to an older one, Enter runs it, other keys take it over. */
function feedSearch(line: LineState, search: HistorySearch, piece: string): Fed {
  const { search: _, ...plain } = line;
  switch (piece) {
    case "\u0012":
      return { state: { ...line, search: find(line, search.query, (search.found ?? line.history.length) - 1) } };
    case "\u007f":
    case "\b":
      return { state: { ...line, search: find(line, [...search.query].slice(0, -1).join("")) } };
    case "\u0003":
    case "\u0007":
    case "\u001b":
      return { state: plain };
  }
  if (piece.charCodeAt(0) >= 32 && piece !== "\u007f") {
    return { state: { ...line, search: find(line, search.query + piece) } };
  }
  return feedPiece(foundLine(plain, search), piece);
}

/** An older match is looked for from `from`; when there is none, what was found stays. */
function find(line: LineState, query: string, from = line.history.length - 1): HistorySearch {
  if (query === "") return { query, found: undefined };
  for (let place = from; place >= 0; place -= 1) {
    if (line.history[place]?.includes(query)) return { query, found: place };
  }
  const kept = line.search?.found;
  return { query, found: kept !== undefined && line.history[kept]?.includes(query) ? kept : undefined };
}

function foundLine(line: LineState, search: HistorySearch): LineState {
  return search.found === undefined ? line : goTo(line, search.found);
}

function pastedText(piece: string): string {
  const text = piece.slice(PASTE_BEGIN.length).replace(PASTE_END, "").replaceAll(/\r\n?/g, "\n");
  // The line break after the last line would only add an empty one.
  return text.replace(/\n$/, "").replaceAll(CONTROLS, (control) => (control === "\t" ? "  " : ""));
}

/** Puts text in at the cursor. */
export function insert(line: LineState, text: string): LineState {
  return {
    ...line,
    text: line.text.slice(0, line.cursor) + text + line.text.slice(line.cursor),
    cursor: line.cursor + text.length,
  };
}

function removeBefore(line: LineState, from: number): LineState {
  return { ...line, text: line.text.slice(0, from) + line.text.slice(line.cursor), cursor: from };
}

function removeAfter(line: LineState, to: number): LineState {
  return { ...line, text: line.text.slice(0, line.cursor) + line.text.slice(to) };
}

/** Takes a part out and keeps it for Ctrl+Y. */
function cutOut(line: LineState, from: number, to: number): LineState {
  if (from === to) return line;
  return {
    ...line,
    text: line.text.slice(0, from) + line.text.slice(to),
    cursor: from,
    cut: line.text.slice(from, to),
  };
}

function goTo(line: LineState, wanted: number): LineState {
  const place = Math.min(line.history.length, Math.max(0, wanted));
  if (place === line.place) return line;
  const kept = line.place === line.history.length ? line.text : line.kept;
  const text = place === line.history.length ? kept : (line.history[place] ?? "");
  return { ...line, place, kept, text, cursor: text.length };
}

function remember(history: readonly string[], text: string): readonly string[] {
  if (text.trim() === "" || history.at(-1) === text) return history;
  return [...history, text].slice(-HISTORY_LIMIT);
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a person sees as one character, as an emoji that is put together of several, is passed and removed as one. */
function previousCharacter(line: LineState): number {
  return line.cursor === 0 ? 0 : (CHARACTERS.segment(line.text).containing(line.cursor - 1)?.index ?? 0);
}

function nextCharacter(line: LineState): number {
  return line.cursor + (CHARACTERS.segment(line.text).containing(line.cursor)?.segment.length ?? 0);
}

/** Words are letters, digits and underscores, as a path is walked part by part. */
function previousWord(line: LineState): number {
  return line.text.slice(0, line.cursor).replace(/[\p{L}\p{N}\p{M}_]+[^\p{L}\p{N}\p{M}_]*$|[^\p{L}\p{N}\p{M}_]+$/u, "")
    .length;
}

function nextWord(line: LineState): number {
  return (
    line.cursor + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(line.text.slice(line.cursor))?.[0].length ?? 0)
  );
}

/** Where the word before the cursor begins, of those that blanks keep apart. */
function previousBlank(line: LineState): number {
  return line.text.slice(0, line.cursor).replace(/\S+\s*$/, "").length;
}
