/** The lines of `text` without their ends; a last line need not be ended. */
export function splitLines(text: string, end = "\n"): string[] {
  if (text === "") return [];
  const lines = text.split(end);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export function joinLines(lines: readonly string[], end = "\n"): string {
  return lines.length === 0 ? "" : lines.join(end) + end;
}
