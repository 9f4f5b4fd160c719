/** Characters kept of one stream of a command. */
const OUTPUT_LIMIT = 1_000_000;
const TAIL_SHARE = 0.25;

/** The head and the tail of a text that is too long, with a line between them that says what is missing. */
export function cutOutput(text: string, limit = OUTPUT_LIMIT): { text: string; cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  const tailLength = Math.floor(limit * TAIL_SHARE);
  const head = withoutHalfPair(text.slice(0, limit - tailLength));
  const tail = text.slice(text.length - tailLength).replace(/^[\udc00-\udfff]/, "");
  const missing = text.length - head.length - tail.length;
  return { text: `${head}\n… ${missing} characters left out …\n${tail}`, cut: true };
}

function withoutHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
