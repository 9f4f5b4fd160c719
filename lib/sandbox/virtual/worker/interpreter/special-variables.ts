import { type Command, commandText } from "./command-text";
import type { ShellArray, ShellState } from "./interpreter";
import { isOptionSet } from "./shell-options";

const LETTERS: readonly [letter: string, option: string][] = [
  ["a", "allexport"],
  ["e", "errexit"],
  ["f", "noglob"],
  ["h", "hashall"],
  ["n", "noexec"],
  ["u", "nounset"],
  ["v", "verbose"],
  ["x", "xtrace"],
  ["B", "braceexpand"],
  ["C", "noclobber"],
  ["E", "errtrace"],
  ["T", "functrace"],
];
const VERSION = ["5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"];

/** The arrays that every shell has from its start. */
export function firstArrays(): Map<string, ShellArray> {
  const elements = new Map(VERSION.map((part, index) => [String(index), part]));
  return new Map([["BASH_VERSINFO", { kind: "indexed", elements }]]);
}

/** `$-` */
export function optionLetters(state: ShellState): string {
  const set = LETTERS.filter(([, option]) => isOptionSet(state, option));
  return `${set.map(([letter]) => letter).join("")}${state.scriptFile === undefined ? "c" : ""}`;
}

/** `set -E`, `set -T` and their long forms: the interpreter takes them, and forgets them. */
export function noteTraceOptions({ options }: ShellState, given: readonly string[]): void {
  for (const [index, word] of given.entries()) {
    if (word === "--" || !/^[-+]/.test(word)) return;
    const on = word.startsWith("-");
    if (/^[-+][a-zA-Z]*E/.test(word) || (/^[-+][a-zA-Z]*o$/.test(word) && given[index + 1] === "errtrace"))
      options.errtrace = on;
    if (/^[-+][a-zA-Z]*T/.test(word) || (/^[-+][a-zA-Z]*o$/.test(word) && given[index + 1] === "functrace"))
      options.functrace = on;
    if (/^[-+][a-zA-Z]*o$/.test(word)) return;
  }
}

export function specialVariable(state: ShellState, name: string): string {
  switch (name) {
    case "RANDOM":
      return String(nextRandom(state));
    case "SRANDOM":
      return String(crypto.getRandomValues(new Uint32Array(1))[0]);
    case "BASH":
      return "/bin/bash";
    case "BASH_SUBSHELL":
      return String(state.subshellDepth ?? 0);
    case "BASH_COMMAND":
      return state.runningCommand === undefined ? "" : commandText(state.runningCommand as Command);
    case "SECONDS":
      return String(secondsOf(state));
    case "SHLVL":
      return state.env.get("SHLVL") ?? "1";
    case "EPOCHREALTIME":
      return (Date.now() / 1000).toFixed(6);
    case "EPOCHSECONDS":
      return String(Math.floor(Date.now() / 1000));
    case "DIRSTACK":
      return state.cwd;
    default:
      return state.env.get(name) ?? "1000";
  }
}

/** An assignment (`SECONDS=10`) sets what is counted on from. */
function secondsOf(state: ShellState): number {
  const set = state.env.get("SECONDS");
  if (set !== undefined) {
    state.startTime = Date.now() - (Number.parseInt(set, 10) || 0) * 1000;
    state.env.delete("SECONDS");
  }
  return Math.floor((Date.now() - state.startTime) / 1000);
}

/** bash's own generator, so that a seed (`RANDOM=42`) gives the same numbers. */
function nextRandom(state: ShellState): number {
  const seed = state.env.get("RANDOM");
  if (seed !== undefined) {
    state.randomSeed = Number.parseInt(seed, 10) || 0;
    state.env.delete("RANDOM");
  }
  const last = state.randomSeed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  const from = last % 0x7fffffff === 0 ? 123_459_876 : last % 0x7fffffff;
  const high = Math.floor(from / 127_773);
  const next = 16_807 * (from - 127_773 * high) - 2_836 * high;
  state.randomSeed = next < 0 ? next + 0x7fffffff : next;
  return ((state.randomSeed >>> 16) ^ (state.randomSeed & 0xffff)) & 0x7fff;
}

/** The exit code of a shell that an unset variable ends. */
export function unsetExitCode({ options, scriptFile, subshellDepth = 0 }: ShellState): number {
  return options.errexit || scriptFile !== undefined || subshellDepth > 0 ? 1 : 127;
}

/** What a shell exports whose environment is `given`. */
export function exportedNames(
  known: ReadonlySet<string> | undefined,
  given: Readonly<Record<string, string>> | undefined,
): Set<string> {
  const names = Object.keys(given ?? {}).filter(
    (name) => name !== "IFS" && /^(?:[A-Za-z_]\w*|BASH_FUNC_.+%%)$/.test(name),
  );
  return new Set([...(known ?? []), ...names]);
}
