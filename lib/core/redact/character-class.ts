/** The units of a text that the kinds of tokens are made of. */
export const CODE = {
  space: 32,
  percent: 37,
  plus: 43,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  equals: 61,
  at: 64,
} as const;

const BACKSLASH = 92;
const UNDERSCORE = 95;
const TILDE = 126;
/** Ends the authority of a URL, or the quotation that it stands in. */
const NOT_USER_INFO: ReadonlySet<number> = new Set([..."\"'<>[]\\^`{|}/?#"].map((char) => char.charCodeAt(0)));
const ESCAPES: ReadonlySet<number> = new Set([..."nrtbf"].map((char) => char.charCodeAt(0)));

export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

export function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === UNDERSCORE;
}

export function isAlphanumericOrDash(code: number): boolean {
  return isAlphanumeric(code) || code === CODE.dash;
}

export function isWordOrDash(code: number): boolean {
  return isWord(code) || code === CODE.dash;
}

export function isWordDashOrDot(code: number): boolean {
  return isWordOrDash(code) || code === CODE.dot;
}

/** What a token of an HTTP header is written in, and the space before it. */
export function isBearerPart(code: number): boolean {
  return (
    isWordDashOrDot(code) ||
    code === CODE.space ||
    code === TILDE ||
    code === CODE.plus ||
    code === CODE.slash ||
    code === CODE.equals
  );
}

export function isUserInfo(code: number): boolean {
  return code > CODE.space && !NOT_USER_INFO.has(code);
}

export function isMailPart(code: number): boolean {
  return isWordDashOrDot(code) || code === CODE.at || code === CODE.percent || code === CODE.plus;
}

export function toLowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/**
 * Whether a token may begin behind these three units, the nearest first; `undefined` before the beginning. The letter of an
 * escape (`\n`, `%3D`) does not belong to the word that follows it.
 */
export function isBoundary(last: number | undefined, before: number | undefined, third: number | undefined): boolean {
  if (last === undefined || !isWordOrDash(last)) return true;
  if (before === BACKSLASH && ESCAPES.has(last)) return true;
  return third === CODE.percent && isHex(last) && before !== undefined && isHex(before);
}

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/** The text without the units at its end for which `drop` holds. */
export function trimEndOf(text: string, drop: (code: number) => boolean): string {
  let end = text.length;
  while (end > 0 && drop(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
