const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const EMPTY = /[\p{Mn}\p{Me}\u200b-\u200f]/u;

/** The cells that a terminal gives a text: two to East Asian characters and emoji, none to combining marks. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += EMPTY.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
