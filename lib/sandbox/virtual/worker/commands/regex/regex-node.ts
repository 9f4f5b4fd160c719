import type { CharSet } from "./char-set";

export type Assertion =
  | "lineStart"
  | "lineEnd"
  | "bufferStart"
  | "bufferEnd"
  | "word"
  | "notWord"
  | "wordStart"
  | "wordEnd";

/** The tree of a POSIX regular expression. */
export type RegexNode =
  | { kind: "set"; set: CharSet }
  | { kind: "any" }
  | { kind: "sequence"; items: RegexNode[] }
  | { kind: "alternatives"; items: RegexNode[] }
  | { kind: "group"; body: RegexNode; index: number }
  | { kind: "repeat"; body: RegexNode; minimum: number; maximum: number }
  | { kind: "assertion"; what: Assertion }
  | { kind: "reference"; index: number };
