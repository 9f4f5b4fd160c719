import { CODE } from "./character-class";
import type { Candidate, TokenPattern } from "./token-pattern";

const LONGEST = 16_384;
const LONGEST_MARK = 64;
const BEGIN = "-----BEGIN ";
const HEADER = /^-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----/;
const HEADER_END = /PRIVATE KEY(?: BLOCK)?-----$/;
const HEADER_SO_FAR = /^[A-Z0-9 ]{0,45}-{0,5}$/;
const END = /-----END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----$/;
/** No word of a sentence is as long. */
const BASE64_STRETCH = /[A-Za-z0-9+/=]{24}/;
/** Between two lines, however their breaks are written. */
const GAP = /(?:[\s"',]|\\+[nrt"])*/y;
const HEADER_LINE = /[A-Za-z][A-Za-z-]{0,30}: [^\r\n\\]{0,200}/y;
const WORD = /[A-Za-z0-9+/=]+/y;
const SHORTEST_LINE = 16;
const FULL_LINE = 60;

/**
 * A private key as text: plain, encrypted, OpenSSH, PGP; on one line too, or with its line breaks escaped. One that was cut
 * off before its end goes as far as its lines look like one.
 */
export const privateKeyPattern: TokenPattern = {
  kind: "PRIVATE_KEY",
  prefixes: [BEGIN],
  anywhere: true,
  open: () => privateKey(),
};

function privateKey(): Candidate {
  let tail = "";
  let length = 0;
  let phase: "header" | "body" | "ended" = "header";
  return {
    continues(code) {
      if (phase === "ended" || length >= LONGEST) return false;
      length += 1;
      tail = (tail + String.fromCharCode(code)).slice(-LONGEST_MARK);
      if (phase === "header") {
        if (!HEADER_SO_FAR.test(tail)) return false;
        if (tail.endsWith("-----")) {
          if (!HEADER_END.test(tail)) return false;
          phase = "body";
        }
      } else if (code === CODE.dash) {
        if (END.test(tail)) phase = "ended";
      } else if (tail.endsWith(BEGIN)) return false;
      return true;
    },
    accept(text) {
      const header = HEADER.exec(text);
      if (header === null) return undefined;
      if (END.test(text.slice(-LONGEST_MARK))) return BASE64_STRETCH.test(text) ? [0, text.length] : undefined;
      const end = endOfLines(text, header[0].length);
      return end === undefined ? undefined : [0, end];
    },
  };
}

/** Where the lines that look like those of a key end; undefined when there are none. */
function endOfLines(text: string, from: number): number | undefined {
  let end: number | undefined;
  let before = 0;
  for (let at = from; at < text.length; ) {
    at += taken(GAP, text, at);
    const headerLine = taken(HEADER_LINE, text, at);
    if (headerLine > 0) {
      at += headerLine;
      continue;
    }
    const word = taken(WORD, text, at);
    // The last line of a key may be short.
    if (word < SHORTEST_LINE && (word === 0 || before < FULL_LINE)) break;
    at += word;
    end = at;
    before = word;
  }
  return end;
}

function taken(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
