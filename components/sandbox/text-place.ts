/** Where the cursor of a terminal stands after text was written, counted from where the text began. */
export interface TextPlace {
  row: number;
  column: number;
}

export interface TextGrid {
  columns: number;
  /** Columns that a character takes: none, one or two. */
  widthOf(character: string): number;
}

/**
 * Follows text over the rows of a terminal: a line break begins a row at `indent`, a character that does not fit goes to the
 * next one. A row that is exactly full counts as the beginning of the next.
 */
export function textPlace(text: string, from: TextPlace, { columns, widthOf }: TextGrid, indent = 0): TextPlace {
  let { row, column } = from;
  for (const character of text) {
    if (character === "\n") {
      row += 1;
      column = indent;
      continue;
    }
    const width = widthOf(character);
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
