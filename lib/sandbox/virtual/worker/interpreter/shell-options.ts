import type { ShellState } from "./interpreter";

/** The options of `set -o`, in bash's order. */
const NAMES = [
  "allexport",
  "braceexpand",
  "emacs",
  "errexit",
  "errtrace",
  "functrace",
  "hashall",
  "histexpand",
  "history",
  "ignoreeof",
  "interactive-comments",
  "keyword",
  "monitor",
  "noclobber",
  "noexec",
  "noglob",
  "nolog",
  "notify",
  "nounset",
  "onecmd",
  "physical",
  "pipefail",
  "posix",
  "privileged",
  "verbose",
  "vi",
  "xtrace",
];
/** What bash has on from the start. */
const ALWAYS = new Set(["hashall", "braceexpand", "interactive-comments"]);

export function optionNames(): readonly string[] {
  return NAMES;
}

export function isOptionSet({ options }: ShellState, name: string): boolean {
  return ALWAYS.has(name) || options[name] === true;
}

/** What `set -o` prints. */
export function optionList(state: ShellState): string {
  return NAMES.map((name) => `${name.padEnd(15)}\t${isOptionSet(state, name) ? "on" : "off"}\n`).join("");
}

/** What `set +o` prints: the commands that make another shell's options like these. */
export function optionCommands(state: ShellState): string {
  return NAMES.map((name) => `set ${isOptionSet(state, name) ? "-o" : "+o"} ${name}\n`).join("");
}
