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
