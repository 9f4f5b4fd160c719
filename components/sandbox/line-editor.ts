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
}

export type LineEffect =
  | { kind: "submit"; text: string }
  | { kind: "interrupt" }
  | { kind: "clear" }
  | { kind: "complete" }
  | { kind: "leave" }
  | { kind: "end" };

const HISTORY_LIMIT = 500;

export function freshLine(history: readonly string[]): LineState {
  return { text: "", cursor: 0, history, place: history.length, kept: "" };
}

/** One key or one paste, as xterm hands it over. A paste with line breaks submits each whole line. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's keys are control characters
const INPUT = /\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Z]|\u001b[bfd]|\r\n|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g;

function splitInput(data: string): string[] {
  return data.match(INPUT) ?? [];
}

function feedPiece(line: LineState, piece: string): { state: LineState; effect?: LineEffect } {
  switch (piece) {
    case "\r":
    case "\n":
    case "\r\n":
      return { state: freshLine(remember(line.history, line.text)), effect: { kind: "submit", text: line.text } };
    case "\u0003":
      return { state: freshLine(line.history), effect: { kind: "interrupt" } };
    case "\u0004":
      return line.text === ""
        ? { state: line, effect: { kind: "end" } }
        : { state: removeAfter(line, line.cursor + 1) };
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
      return { state: removeBefore(line, previousWord(line)) };
    case "\u0015":
      return { state: removeBefore(line, 0) };
    case "\u000b":
      return { state: removeAfter(line, line.text.length) };
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
    case "\u001b[D":
    case "\u001bOD":
      return { state: { ...line, cursor: previousCharacter(line) } };
    case "\u001b[C":
    case "\u001bOC":
      return { state: { ...line, cursor: nextCharacter(line) } };
    case "\u001bb":
    case "\u001b[1;5D":
      return { state: { ...line, cursor: previousWord(line) } };
    case "\u001bf":
    case "\u001b[1;5C":
      return { state: { ...line, cursor: nextWord(line) } };
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

function previousCharacter(line: LineState): number {
  const before = [...line.text.slice(0, line.cursor)];
  return line.cursor - (before.at(-1)?.length ?? 0);
}

function nextCharacter(line: LineState): number {
  const [after] = line.text.slice(line.cursor);
  return line.cursor + (after?.length ?? 0);
}

function previousWord(line: LineState): number {
  return line.text.slice(0, line.cursor).replace(/\S+\s*$/, "").length;
}

function nextWord(line: LineState): number {
  return line.cursor + (/^\s*\S+/.exec(line.text.slice(line.cursor))?.[0].length ?? 0);
}
