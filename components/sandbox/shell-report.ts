/** Stands around the report of a shell; no program prints it by chance. The command that asks for it spells it with escapes. */
export const REPORT_MARK = "\u0001toolwright-shell\u0001";
const SPELLED_MARK = "\\001toolwright-shell\\001";

/** What a shell left behind when its command ended. */
export interface ShellReport {
  directory: string;
  /** One `declare …` line for each variable. */
  declarations: readonly string[];
}

/**
 * The command, with a report after it: where it ended and its variables. The command stands on its own first lines, so that
 * the line numbers of its errors stay what they are.
 */
export function askForReport(command: string): string {
  return `${command}\n{ __toolwright=$?; printf '${SPELLED_MARK}%s\\n' "$PWD"; declare -p; printf '${SPELLED_MARK}'; exit $__toolwright; } 2>/dev/null`;
}

/** Passes output on as it comes and holds back the report at its end, however it is cut into pieces. */
export class ReportFilter {
  #held = "";
  #report: string | undefined;

  constructor(private readonly write: (text: string) => void) {}

  take(text: string): void {
    if (this.#report !== undefined) {
      this.#report += text;
      return;
    }
    const all = this.#held + text;
    const at = all.indexOf(REPORT_MARK);
    if (at >= 0) {
      this.#held = "";
      this.#report = all.slice(at + REPORT_MARK.length);
      this.#pass(all.slice(0, at));
      return;
    }
    const kept = beginningOfMark(all);
    this.#held = all.slice(all.length - kept);
    this.#pass(all.slice(0, all.length - kept));
  }

  /** The report when one came; what only looked like its beginning is passed on. */
  end(): ShellReport | undefined {
    this.#pass(this.#held);
    this.#held = "";
    return this.#report === undefined ? undefined : readReport(this.#report);
  }

  #pass(text: string): void {
    if (text !== "") this.write(text);
  }
}

/** How many characters at the end of the text could begin the mark. */
function beginningOfMark(text: string): number {
  for (let length = Math.min(text.length, REPORT_MARK.length - 1); length > 0; length -= 1) {
    if (REPORT_MARK.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}

function readReport(text: string): ShellReport | undefined {
  const lineEnd = text.indexOf("\n");
  const end = text.indexOf(REPORT_MARK);
  // Without its end it was cut by a limit: half a report is none.
  if (lineEnd < 0 || end < 0 || !text.startsWith("/")) return undefined;
  const declarations: string[] = [];
  for (const line of text.slice(lineEnd + 1, end).split("\n")) {
    if (/^declare -/.test(line)) declarations.push(line);
    else if (declarations.length > 0 && line !== "") declarations.push(`${declarations.pop()}\n${line}`);
  }
  return { directory: text.slice(0, lineEnd), declarations };
}
