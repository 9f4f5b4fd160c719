import { isBoundary, isWord, toLowerCode } from "./character-class";
import { LiteralAutomaton } from "./literal-automaton";
import { LiteralPrefilter } from "./literal-prefilter";
import { labelFor, type Match, UndecidedText } from "./redaction";
import type { TextScanner } from "./text-scanner";
import type { Candidate, TokenPattern } from "./token-pattern";

const LABEL_START = "[REDACTED:";
/** More than the longest prefix and the three units before it. */
const REMEMBERED = 32;
/** What tells whether a token may begin. */
const UNITS_BEFORE = 3;

interface Opening {
  /** Index of the pattern; undefined for the beginning of a label, into which nothing looks. */
  pattern: number | undefined;
  prefix: string;
}

/** Patterns with the automaton that finds their beginnings; made once, used by any number of scanners. */
export interface PreparedPatterns {
  patterns: readonly TokenPattern[];
  automaton: LiteralAutomaton;
  prefilter: LiteralPrefilter;
  /** By literal of the automaton, which sees lower-case letters only. */
  openings: readonly (readonly Opening[])[];
  /** Those that have no prefix. */
  unprefixed: readonly number[];
}

export function preparePatterns(patterns: readonly TokenPattern[]): PreparedPatterns {
  const openings = new Map<string, Opening[]>([[lower(LABEL_START), [{ pattern: undefined, prefix: LABEL_START }]]]);
  for (const [pattern, { prefixes }] of patterns.entries()) {
    for (const prefix of prefixes) {
      const same = openings.get(lower(prefix)) ?? [];
      same.push({ pattern, prefix });
      openings.set(lower(prefix), same);
    }
  }
  return {
    patterns,
    automaton: new LiteralAutomaton([...openings.keys()]),
    prefilter: new LiteralPrefilter(openings.keys(), { anyCase: true }),
    openings: [...openings.values()],
    unprefixed: [...patterns.keys()].filter((index) => patterns[index]?.begins !== undefined),
  };
}

interface Open {
  start: number;
  candidate: Candidate;
}

/** Takes out what looks like a secret. What it gives does not depend on how the stream was cut into pieces. */
export function patternScanner(prepared: PreparedPatterns, seen?: (match: Match) => void): TextScanner {
  const { patterns, automaton, prefilter, openings, unprefixed } = prepared;
  const text = new UndecidedText();
  const recent = new Uint16Array(REMEMBERED);
  let state = automaton.start;
  let isInLabel = false;
  // At most one of a kind is open: a later one inside of it would end at the same place and be shorter.
  let open = new Map<number, Open>();

  const before = (index: number) => (index < 0 ? undefined : recent[index % REMEMBERED]);

  function close(pattern: number, { start, candidate }: Open, end: number, next: number | undefined): void {
    open.delete(pattern);
    const accepted = candidate.accept(text.slice(start, end), next);
    if (accepted === undefined) return;
    text.mark({ start: start + accepted[0], end: start + accepted[1], label: labelFor(patterns[pattern]?.kind ?? "") });
  }

  function begin(pattern: number, start: number, prefixLength: number): void {
    const candidate = patterns[pattern]?.open(prefixLength);
    if (candidate === undefined) return;
    open.set(pattern, { start, candidate });
    // In the order of the patterns, so that the first of two equals names what they take out.
    if (open.size > 1) open = new Map([...open].sort(([left], [right]) => left - right));
  }

  function step(code: number, index: number): void {
    // Nearly always nothing is open, and this is done for every unit of every text.
    if (open.size > 0) {
      for (const [pattern, opened] of open) {
        if (!opened.candidate.continues(code)) close(pattern, opened, index, code);
      }
    }
    if (isInLabel) isInLabel = isWord(code);
    for (let at = 0; at < unprefixed.length; at += 1) {
      const pattern = unprefixed[at] ?? 0;
      if (!isInLabel && !open.has(pattern) && patterns[pattern]?.begins?.(code, before(index - 1)) === true)
        begin(pattern, index, 0);
    }
    recent[index % REMEMBERED] = code;
    state = automaton.next(state, toLowerCode(code));
    if (!automaton.isEnd(state)) return;
    automaton.ends(state, (literal, length) => {
      for (const opening of openings[literal] ?? []) beginWith(opening, index + 1 - length, length);
    });
  }

  /** Passes over what begins nothing. Only the units before a beginning are ever asked for. */
  function skipped(piece: string, at: number, from: number): number {
    const next = prefilter.next(piece, at);
    for (let index = Math.max(at, next - UNITS_BEFORE); index < next; index += 1)
      recent[(from + index) % REMEMBERED] = piece.charCodeAt(index);
    return next;
  }

  function beginWith({ pattern, prefix }: Opening, start: number, length: number): void {
    const kind = pattern === undefined ? undefined : patterns[pattern];
    if (kind?.anyCase !== true && !isWritten(prefix, start)) return;
    if (pattern === undefined) isInLabel = true;
    else if (isInLabel || open.has(pattern)) return;
    else if (kind?.anywhere === true || isBoundary(before(start - 1), before(start - 2), before(start - 3)))
      begin(pattern, start, length);
  }

  function isWritten(prefix: string, start: number): boolean {
    for (let at = 0; at < prefix.length; at += 1) {
      if (before(start + at) !== prefix.charCodeAt(at)) return false;
    }
    return true;
  }

  return {
    push(piece) {
      const from = text.end;
      text.add(piece);
      for (let at = 0; at < piece.length; at += 1) {
        if (state === automaton.start && open.size === 0 && !isInLabel && unprefixed.length === 0) {
          at = skipped(piece, at, from);
          if (at === piece.length) break;
        }
        step(piece.charCodeAt(at), from + at);
      }
      let boundary = text.end - automaton.depth(state);
      for (const { start } of open.values()) boundary = Math.min(boundary, start);
      return text.decide(boundary, seen);
    },
    flush() {
      for (const [pattern, opened] of open) close(pattern, opened, text.end, undefined);
      state = automaton.start;
      isInLabel = false;
      return text.decide(text.end, seen);
    },
  };
}

function lower(text: string): string {
  let written = "";
  for (let at = 0; at < text.length; at += 1) written += String.fromCharCode(toLowerCode(text.charCodeAt(at)));
  return written;
}
