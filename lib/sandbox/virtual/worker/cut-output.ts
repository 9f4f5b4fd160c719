/** Characters kept of one stream of a command. */
export const OUTPUT_LIMIT = 1_000_000;
/** The share of the limit that is the end of the text. */
export const TAIL_SHARE = 0.25;

/** Stands where the middle of a long text was left out. */
export function cutNote(missing: number): string {
  return `\n… ${missing} characters left out …\n`;
}

export function withoutHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

export function withoutHalfPairBefore(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, "");
}
