import type { ShellState } from "./interpreter";

/** What they print on stderr may be somebody else's text. */
const RUN_OTHERS = new Set(["eval", "source", ".", "command", "builtin", "exec", "bash", "sh", "[", "test"]);

/** Whether what a command says on stderr is this shell's own word: of a builtin, or about a command that cannot be run. */
export function namesLine(name: string, isBuiltin: boolean, stderr: string): boolean {
  return isBuiltin ? !RUN_OTHERS.has(name) : name !== "bash" && name !== "sh" && stderr.startsWith(`bash: ${name}: `);
}

/** `bash: line 3: …` where it said `bash: …`; a script stands there by its name. */
export function located(state: ShellState, stderr: string): string {
  const name = state.scriptFile ?? "bash";
  return stderr.replace(/^bash: (?!line \d|syntax error)/gm, `${name}: line ${state.currentLine}: `);
}

/** What a shell says and exits with whose script cannot be read. An expansion that makes no sense is no error of syntax to bash. */
export function unreadable(message: string): { stderr: string; exitCode: number } {
  const [, line, expansion] = /^Parse error at (\d+):\d+: (.*: bad substitution)$/s.exec(message) ?? [];
  if (expansion === undefined) return { stderr: `bash: syntax error: ${message}\n`, exitCode: 2 };
  return { stderr: `bash: line ${line}: ${expansion}\n`, exitCode: 1 };
}
