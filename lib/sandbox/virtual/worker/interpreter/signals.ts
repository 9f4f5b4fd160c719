const NAMES = [
  "HUP",
  "INT",
  "QUIT",
  "ILL",
  "TRAP",
  "ABRT",
  "BUS",
  "FPE",
  "KILL",
  "USR1",
  "SEGV",
  "USR2",
  "PIPE",
  "ALRM",
  "TERM",
  "STKFLT",
  "CHLD",
  "CONT",
  "STOP",
  "TSTP",
  "TTIN",
  "TTOU",
  "URG",
  "XCPU",
  "XFSZ",
  "VTALRM",
  "PROF",
  "WINCH",
  "IO",
  "PWR",
  "SYS",
] as const;

/** `KILL` for `KILL`, `SIGKILL`, `sigkill` and `9`; `undefined` for what is no signal. */
export function signalName(given: string): string | undefined {
  if (/^\d+$/.test(given)) return NAMES[Number(given) - 1];
  const name = given.toUpperCase().replace(/^SIG/, "");
  return (NAMES as readonly string[]).includes(name) ? name : undefined;
}

export function signalNumber(name: string): number | undefined {
  const index = (NAMES as readonly string[]).indexOf(name);
  return index < 0 ? undefined : index + 1;
}

/** As `kill -l` prints them. */
export function signalTable(): string {
  const lines: string[] = [];
  for (let start = 0; start < NAMES.length; start += 5) {
    const row = NAMES.slice(start, start + 5).map((name, at) => `${String(start + at + 1).padStart(2)}) SIG${name}`);
    lines.push(row.join("\t"));
  }
  return `${lines.join("\n")}\n`;
}
