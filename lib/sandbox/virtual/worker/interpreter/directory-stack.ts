import { builtinFailed, printed } from "./builtin-outcome";
import { type InterpreterContext, type Outcome, parts, type ShellArray, type ShellState } from "./interpreter";

const INDEX = /^([-+])(\d+)$/;
const USAGE = {
  pushd: "pushd: usage: pushd [-n] [+N | -N | dir]\n",
  popd: "popd: usage: popd [-n] [+N | -N]\n",
  dirs: "dirs: usage: dirs [-clpv] [+N] [-N]\n",
};
type Name = keyof typeof USAGE;

/** The directory that the shell is in, then those below it. */
function stackOf({ cwd, directoryStack = [] }: ShellState): string[] {
  return [cwd, ...directoryStack];
}

/** `DIRSTACK`; what a script writes to an element of it is not kept. */
export function directoryArray(state: ShellState): ShellArray {
  const elements = new Map(stackOf(state).map((path, index) => [String(index), path]));
  return { kind: "indexed", elements };
}

/** `+N` counts from the left, `-N` from the right; the outcome is that of a number out of range. */
function place(name: Name, word: string, stack: readonly string[]): number | Outcome {
  const [, sign, digits] = INDEX.exec(word) as unknown as [string, string, string];
  const at = sign === "+" ? Number(digits) : stack.length - 1 - Number(digits);
  if (at >= 0 && at < stack.length) return at;
  if (stack.length === 1) return builtinFailed(name, "directory stack empty");
  return builtinFailed(name, `${word}: directory stack index out of range`);
}

function misused(name: Name, message: string): Outcome {
  const outcome = builtinFailed(name, message, name === "dirs" ? 1 : 2);
  return { ...outcome, stderr: outcome.stderr + USAGE[name] };
}

/** Goes to the first directory of `stack`, and keeps the others below it. */
async function go(context: InterpreterContext, name: Name, stack: readonly string[]): Promise<Outcome> {
  const [top = "/", ...below] = stack;
  const moved = await parts().changeDirectory(context, ["--", top]);
  if (moved.exitCode !== 0) return { ...moved, stderr: moved.stderr.replace(/^bash: cd: /, `bash: ${name}: `) };
  context.state.directoryStack = below;
  return shown(context.state);
}

function shown(state: ShellState): Outcome {
  return printed(
    `${stackOf(state)
      .map((path) => withTilde(state, path))
      .join(" ")}\n`,
  );
}

function withTilde({ env }: ShellState, path: string): string {
  const home = env.get("HOME") ?? "";
  if (home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** `pushd [-n] [+N | -N | dir]` */
export async function pushd(context: InterpreterContext, given: readonly string[]): Promise<Outcome> {
  const { state } = context;
  const stays = given[0] === "-n";
  const [word, ...more] = given.slice(stays ? 1 : 0).filter((argument) => argument !== "--");
  const stack = stackOf(state);
  if (more.length > 0) return builtinFailed("pushd", "too many arguments");
  if (word === undefined) {
    const [top = "/", next, ...below] = stack;
    return next === undefined
      ? builtinFailed("pushd", "no other directory")
      : go(context, "pushd", [next, top, ...below]);
  }
  if (INDEX.test(word)) {
    const at = place("pushd", word, stack);
    if (typeof at !== "number") return at;
    const turned = [...stack.slice(at), ...stack.slice(0, at)];
    if (!stays) return go(context, "pushd", turned);
    state.directoryStack = turned.slice(1);
    return shown(state);
  }
  if (/^-./.test(word)) return misused("pushd", `${word}: invalid number`);
  if (stays) {
    state.directoryStack = [word, ...stack.slice(1)];
    return shown(state);
  }
  return go(context, "pushd", [word, ...stack]);
}

/** `popd [-n] [+N | -N]` */
export async function popd(context: InterpreterContext, given: readonly string[]): Promise<Outcome> {
  const { state } = context;
  const stays = given[0] === "-n";
  const [word, ...more] = given.slice(stays ? 1 : 0).filter((argument) => argument !== "--");
  const stack = stackOf(state);
  if (more.length > 0) return builtinFailed("popd", "too many arguments");
  if (word !== undefined && !INDEX.test(word)) return misused("popd", `${word}: invalid argument`);
  if (stack.length === 1) return builtinFailed("popd", "directory stack empty");
  const at = word === undefined ? Number(stays) : place("popd", word, stack);
  if (typeof at !== "number") return at;
  if (at === 0) return go(context, "popd", stack.slice(1));
  state.directoryStack = stack.slice(1).filter((_, index) => index !== at - 1);
  return shown(state);
}

/** `dirs [-clpv] [+N] [-N]` */
export function dirs({ state }: InterpreterContext, given: readonly string[]): Outcome {
  const stack = stackOf(state);
  const words = given.filter((argument) => argument !== "--");
  const wrong = words.find((word) => !INDEX.test(word) && !/^-[clpv]+$/.test(word));
  if (wrong !== undefined) return misused("dirs", `${wrong}: invalid option`);
  const letters = words.filter((word) => !INDEX.test(word)).join("");
  if (letters.includes("c")) {
    state.directoryStack = [];
    return printed("");
  }
  const text = (path: string) => (letters.includes("l") ? path : withTilde(state, path));
  const index = words.find((word) => INDEX.test(word));
  const at = index === undefined ? undefined : place("dirs", index, stack);
  if (typeof at === "object") return at;
  const chosen = stack
    .map((path, number) => ({ path, number }))
    .filter(({ number }) => at === undefined || number === at);
  if (letters.includes("v"))
    return printed(chosen.map(({ path, number }) => `${String(number).padStart(2)}  ${text(path)}\n`).join(""));
  return printed(`${chosen.map(({ path }) => text(path)).join(letters.includes("p") ? "\n" : " ")}\n`);
}

/** What `~+`, `~-`, `~2` and their like stand for: `PWD`, `OLDPWD`, a directory of the stack. `undefined` where it stands for nothing. */
export function directoryOfTilde(state: ShellState, text: string): string | undefined {
  if (text === "+") return state.env.get("PWD") ?? state.cwd;
  if (text === "-") return state.env.get("OLDPWD");
  const [, sign = "+", digits] = /^([-+])?(\d+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const stack = stackOf(state);
  return stack.at(sign === "+" ? Number(digits) : stack.length - 1 - Number(digits));
}
