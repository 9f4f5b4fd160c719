import { toLowerCode } from "./character-class";

const ASCII = 128;

/** Knows by two units where none of many literal texts begins: nearly everywhere, and much faster than an automaton. */
export class LiteralPrefilter {
  readonly #first = new Uint8Array(ASCII);
  readonly #pairs = new Uint8Array(ASCII * ASCII);
  #isAnyWide = false;

  /** With `anyCase` the literals are lower-case and stand for themselves in any case of ASCII. */
  constructor(literals: Iterable<string>, { anyCase }: { anyCase: boolean }) {
    for (const literal of literals) {
      const first = literal.charCodeAt(0);
      if (first >= ASCII) {
        this.#isAnyWide = true;
        continue;
      }
      for (const code of casesOf(first, anyCase)) {
        this.#first[code] = 1;
        if (literal.length === 1) this.#pairs.fill(1, code * ASCII, (code + 1) * ASCII);
        else for (const next of casesOf(literal.charCodeAt(1), anyCase)) this.#pairs[code * ASCII + next] = 1;
      }
    }
  }

  /** The next place at which a literal could begin, `from` included; the length of the text when there is none. */
  next(text: string, from: number): number {
    if (from >= text.length) return text.length;
    let code = text.charCodeAt(from);
    for (let at = from; at < text.length; at += 1) {
      const next = at + 1 < text.length ? text.charCodeAt(at + 1) : ASCII;
      // What follows is only known within ASCII, and not at the end of a piece.
      if (
        code >= ASCII
          ? this.#isAnyWide
          : this.#first[code] === 1 && (next >= ASCII || this.#pairs[code * ASCII + next] === 1)
      )
        return at;
      code = next;
    }
    return text.length;
  }
}

/** A second unit beyond ASCII lies outside of the table, and needs no place in it. */
function casesOf(code: number, anyCase: boolean): number[] {
  if (code >= ASCII) return [];
  const upper = code >= 97 && code <= 122 ? code - 32 : code;
  return anyCase && toLowerCode(upper) !== upper ? [code, upper] : [code];
}
