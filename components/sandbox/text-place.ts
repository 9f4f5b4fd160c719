/** Where the cursor of a terminal stands after text was written, counted from where the text began. */
export interface TextPlace {
  row: number;
  column: number;
}

/**
 * Follows text over the rows of a terminal: a line break begins a row at `indent`, a character that does not fit goes to the
 * next one. A row that is exactly full counts as the beginning of the next.
 */
export function textPlace(text: string, from: TextPlace, columns: number, indent = 0): TextPlace {
  let { row, column } = from;
  for (const character of text) {
    if (character === "\n") {
      row += 1;
      column = indent;
      continue;
    }
    const width = characterWidth(character);
    if (column + width > columns) {
      row += 1;
      column = 0;
    }
    column += width;
    if (column >= columns) {
      row += 1;
      column = 0;
    }
  }
  return { row, column };
}

const NO_WIDTH = /\p{M}|\u200d/u;
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

/** Columns that a character takes: East Asian wide characters and emoji take two, marks take none. */
function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
