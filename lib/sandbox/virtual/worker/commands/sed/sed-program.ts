import type { PosixRegex } from "../regex/posix-regex";

export type Address =
  | { kind: "line"; line: number }
  | { kind: "last" }
  | { kind: "step"; first: number; step: number }
  /** Undefined is the empty expression: the last one that was used. */
  | { kind: "regex"; regex: PosixRegex | undefined };

export type RangeEnd = Address | { kind: "count"; lines: number } | { kind: "multiple"; of: number };

export interface Selection {
  first: Address | undefined;
  second: RangeEnd | undefined;
  /** `0,/re/`: the end may be found in the first line. */
  fromZero: boolean;
  negated: boolean;
}

/** A part of a replacement: text, a group (0 is the whole match), or a change of case from here on. */
export type ReplacementPart = string | number | { case: "upper" | "lower" | "end" | "upperNext" | "lowerNext" };

export interface Substitution {
  regex: PosixRegex | undefined;
  replacement: ReplacementPart[];
  which: number;
  all: boolean;
  prints: number;
  executes: boolean;
  file: string | undefined;
}

export type SedCommand = Selection & { state: { active: boolean; until: number } } & (
    | { name: "{"; end: number }
    | { name: "}" | "=" | "d" | "D" | "g" | "G" | "h" | "H" | "n" | "N" | "p" | "P" | "x" | "z" | "F" }
    | { name: "a" | "i" | "c"; text: string }
    | { name: ":"; label: string }
    | { name: "b" | "t" | "T"; label: string; target: number }
    | { name: "q" | "Q" | "l" | "L"; value: number | undefined }
    | { name: "r" | "R" | "w" | "W"; file: string }
    | { name: "s"; substitution: Substitution }
    | { name: "y"; map: Map<string, string> }
    | { name: "e"; command: string }
  );
