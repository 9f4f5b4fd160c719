import type { ShellState } from "./interpreter";

const DEFAULT = "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS";
const POSIX = "real %2R\nuser %2U\nsys %2S";

/** What `time` prints of a pipeline, by `TIMEFORMAT`. Only the time that went by is known here; the processor's is told as none. */
export function timeText({ env }: ShellState, seconds: number, posix: boolean): string {
  const format = posix ? POSIX : (env.get("TIMEFORMAT") ?? DEFAULT);
  if (format === "") return "";
  const text = format.replace(/%(?:%|P|([0-9])?(l)?([RUS]))/g, (whole, digits, long, letter) => {
    if (whole === "%%") return "%";
    if (whole === "%P") return "0.00";
    return shown(letter === "R" ? seconds : 0, Math.min(Number(digits ?? 3), 3), long !== undefined);
  });
  return `${text}\n`;
}

function shown(seconds: number, digits: number, long: boolean): string {
  if (!long) return seconds.toFixed(digits);
  return `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(digits)}s`;
}
