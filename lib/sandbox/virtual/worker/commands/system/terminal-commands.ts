import type { Command } from "just-bash/browser";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const ESCAPE = "\x1b";
/** What a terminal of xterm's kind understands; numbers in it are filled in. */
const STRINGS: Readonly<Record<string, string | ((...numbers: number[]) => string)>> = {
  bel: "\x07",
  bold: `${ESCAPE}[1m`,
  dim: `${ESCAPE}[2m`,
  sitm: `${ESCAPE}[3m`,
  ritm: `${ESCAPE}[23m`,
  smul: `${ESCAPE}[4m`,
  rmul: `${ESCAPE}[24m`,
  blink: `${ESCAPE}[5m`,
  rev: `${ESCAPE}[7m`,
  smso: `${ESCAPE}[7m`,
  rmso: `${ESCAPE}[27m`,
  invis: `${ESCAPE}[8m`,
  sgr0: `${ESCAPE}(B${ESCAPE}[m`,
  op: `${ESCAPE}[39;49m`,
  clear: `${ESCAPE}[H${ESCAPE}[2J${ESCAPE}[3J`,
  home: `${ESCAPE}[H`,
  el: `${ESCAPE}[K`,
  el1: `${ESCAPE}[1K`,
  ed: `${ESCAPE}[J`,
  cr: "\r",
  cuu1: `${ESCAPE}[A`,
  cud1: "\n",
  cub1: "\b",
  cuf1: `${ESCAPE}[C`,
  sc: `${ESCAPE}7`,
  rc: `${ESCAPE}8`,
  civis: `${ESCAPE}[?25l`,
  cnorm: `${ESCAPE}[?12l${ESCAPE}[?25h`,
  smcup: `${ESCAPE}[?1049h${ESCAPE}[22;0;0t`,
  rmcup: `${ESCAPE}[?1049l${ESCAPE}[23;0;0t`,
  cup: (row = 0, column = 0) => `${ESCAPE}[${row + 1};${column + 1}H`,
  cuu: (count = 0) => `${ESCAPE}[${count}A`,
  cud: (count = 0) => `${ESCAPE}[${count}B`,
  cuf: (count = 0) => `${ESCAPE}[${count}C`,
  cub: (count = 0) => `${ESCAPE}[${count}D`,
  setaf: (color = 0) => `${ESCAPE}[${colored(color, 3, 9, 38)}m`,
  setab: (color = 0) => `${ESCAPE}[${colored(color, 4, 10, 48)}m`,
};
const DUMB = new Set(["bel", "cr", "cud1"]);
const UNKNOWN_TERMINAL = 3;
const UNKNOWN_CAPABILITY = 4;

function colored(color: number, normal: number, bright: number, indexed: number): string {
  if (color < 8) return `${normal}${color}`;
  return color < 16 ? `${bright}${color - 8}` : `${indexed};5;${color}`;
}

function isKnownTerminal(name: string): boolean {
  return /^(?:dumb|ansi|linux|vt100|vt220|(?:xterm|screen|tmux|rxvt)(?:-.+)?)$/.test(name);
}

/** `tput [-T TERM] NAME [NUMBER…]`, for terminals of xterm's kind and `dumb`. */
const tput = textTool("tput", (run, given) => {
  const parsed = parseOptions(given, { name: "tput", short: "ST:x", stopAtOperand: true, usageExitCode: 2 });
  if (parsed.has("S")) throw new ToolFailure("-S is not supported in the embedded shell", 2);
  const terminal = parsed.value("T") ?? run.context.env.get("TERM") ?? "";
  if (terminal === "") throw new ToolFailure("No value for $TERM and no -T specified", 2);
  if (!isKnownTerminal(terminal)) throw new ToolFailure(`unknown terminal "${terminal}"`, UNKNOWN_TERMINAL);
  const [name = "", ...arguments_] = parsed.operands;
  if (name === "") throw new ToolFailure("usage: tput [-T type] capname [parameters]", 2);
  const isDumb = terminal === "dumb";
  if (name === "cols") return run.print(`${run.context.env.get("COLUMNS") ?? 80}\n`);
  if (name === "lines") return run.print(`${run.context.env.get("LINES") ?? (isDumb ? -1 : 24)}\n`);
  if (name === "colors") return run.print(`${isDumb ? -1 : /256color|direct/.test(terminal) ? 256 : 8}\n`);
  if (name === "longname")
    return run.print(isDumb ? "80-column dumb tty" : "xterm terminal emulator (X Window System)");
  if (name === "init" || name === "reset") return;
  const capability = STRINGS[name];
  if (capability === undefined) throw new ToolFailure(`unknown terminfo capability '${name}'`, UNKNOWN_CAPABILITY);
  if (isDumb && !DUMB.has(name)) throw new ToolFailure("", 1);
  run.print(typeof capability === "string" ? capability : capability(...arguments_.map(Number)));
});

const clear = textTool("clear", (run, given) => {
  const parsed = parseOptions(given, { name: "clear", short: "T:xV" });
  // Any terminal of the page understands it, also one that calls itself dumb.
  run.print(parsed.has("x") ? `${ESCAPE}[H${ESCAPE}[2J` : (STRINGS.clear as string));
});

/** Standard input is never a terminal here. */
const stty = textTool("stty", () => {
  throw new ToolFailure("'standard input': Inappropriate ioctl for device", 1);
});

export const terminalCommands: Command[] = [tput, clear, stty];
