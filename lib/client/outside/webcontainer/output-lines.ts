// biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor and colours text in a terminal.
const TERMINAL_CODES = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** The last line of a piece of terminal output that says something; `""` when none does. */
export function lastLine(text: string): string {
  const lines = text.replace(TERMINAL_CODES, "").split(/[\r\n]+/);
  return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
}

/** Gives the whole lines of output that comes in pieces, as a terminal gives it. */
export class OutputLines {
  private rest = "";

  constructor(private readonly onLine: (line: string) => void) {}

  add(piece: string): void {
    const lines = (this.rest + piece).split(/\r?\n/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.onLine(line.replace(TERMINAL_CODES, ""));
  }

  /** What came after the last line's end. */
  finish(): void {
    if (this.rest !== "") this.onLine(this.rest.replace(TERMINAL_CODES, ""));
    this.rest = "";
  }
}
