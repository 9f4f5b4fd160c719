import { builtinFailed, printed } from "./builtin-outcome";
import { type InterpreterContext, type Outcome, parts, type ShellState } from "./interpreter";
import { isOptionSet, optionNames } from "./shell-options";

/** `kept` changes what the shell does, `interactive` concerns only a person's line editing and prompts, `fixed` cannot be changed here. */
type Effect = "kept" | "interactive" | "fixed";

/** Every name that bash 5.2 knows, in its order, with what it is from the start. */
const OPTIONS: readonly [name: string, atStart: boolean, effect: Effect][] = [
  ["autocd", false, "interactive"],
  ["assoc_expand_once", false, "fixed"],
  ["cdable_vars", false, "fixed"],
  ["cdspell", false, "interactive"],
  ["checkhash", false, "interactive"],
  ["checkjobs", false, "interactive"],
  ["checkwinsize", true, "interactive"],
  ["cmdhist", true, "interactive"],
  ["compat31", false, "fixed"],
  ["compat32", false, "fixed"],
  ["compat40", false, "fixed"],
  ["compat41", false, "fixed"],
  ["compat42", false, "fixed"],
  ["compat43", false, "fixed"],
  ["compat44", false, "fixed"],
  ["complete_fullquote", true, "interactive"],
  ["direxpand", false, "interactive"],
  ["dirspell", false, "interactive"],
  ["dotglob", false, "kept"],
  ["execfail", false, "fixed"],
  ["expand_aliases", false, "kept"],
  ["extdebug", false, "fixed"],
  ["extglob", false, "kept"],
  ["extquote", true, "fixed"],
  ["failglob", false, "kept"],
  ["force_fignore", true, "interactive"],
  ["globasciiranges", true, "fixed"],
  ["globskipdots", true, "kept"],
  ["globstar", false, "kept"],
  ["gnu_errfmt", false, "fixed"],
  ["histappend", false, "interactive"],
  ["histreedit", false, "interactive"],
  ["histverify", false, "interactive"],
  ["hostcomplete", true, "interactive"],
  ["huponexit", false, "interactive"],
  ["inherit_errexit", false, "kept"],
  ["interactive_comments", true, "interactive"],
  ["lastpipe", false, "kept"],
  ["lithist", false, "interactive"],
  ["localvar_inherit", false, "fixed"],
  ["localvar_unset", false, "fixed"],
  ["login_shell", false, "fixed"],
  ["mailwarn", false, "interactive"],
  ["no_empty_cmd_completion", false, "interactive"],
  ["nocaseglob", false, "kept"],
  ["nocasematch", false, "kept"],
  ["noexpand_translation", false, "fixed"],
  ["nullglob", false, "kept"],
  ["patsub_replacement", true, "fixed"],
  ["progcomp", true, "interactive"],
  ["progcomp_alias", false, "interactive"],
  ["promptvars", true, "interactive"],
  ["restricted_shell", false, "fixed"],
  ["shift_verbose", false, "fixed"],
  ["sourcepath", true, "fixed"],
  ["varredir_close", false, "fixed"],
  ["xpg_echo", false, "kept"],
];
const KNOWN = new Map(OPTIONS.map(([name, atStart, effect]) => [name, { atStart, effect }]));
const NAMES = OPTIONS.map(([name]) => name);

interface Request {
  set: boolean;
  unset: boolean;
  reusable: boolean;
  quiet: boolean;
  /** `-o`: the names are those of `set -o`. */
  ofSet: boolean;
  names: string[];
}

/** `shopt`: lists, tells and changes options. What cannot be changed is refused, so that no script goes on under a rule that is not kept. */
export async function shopt(context: InterpreterContext, given: readonly string[]): Promise<Outcome> {
  const request = requestOf(given);
  if ("exitCode" in request) return request;
  const { set, unset, names } = request;
  if (set && unset) return builtinFailed("shopt", "cannot set and unset shell options simultaneously");
  if (names.length === 0) return list(context.state, request);
  return set || unset ? await change(context, request) : tell(context.state, request);
}

/** The value of `BASHOPTS`. */
export function enabledOptions(state: ShellState): string {
  return NAMES.filter((name) => isOn(state, name, false)).join(":");
}

function requestOf(given: readonly string[]): Request | Outcome {
  const request: Request = { set: false, unset: false, reusable: false, quiet: false, ofSet: false, names: [] };
  let at = 0;
  for (; at < given.length; at += 1) {
    const word = given[at] as string;
    if (word === "--") {
      at += 1;
      break;
    }
    if (!/^-./.test(word)) break;
    for (const letter of word.slice(1)) {
      if (letter === "s") request.set = true;
      else if (letter === "u") request.unset = true;
      else if (letter === "p") request.reusable = true;
      else if (letter === "q") request.quiet = true;
      else if (letter === "o") request.ofSet = true;
      else return builtinFailed("shopt", `-${letter}: invalid option`, 2);
    }
  }
  request.names = given.slice(at);
  return request;
}

function isOn(state: ShellState, name: string, ofSet: boolean): boolean {
  if (ofSet) return isOptionSet(state, name);
  return state.shoptOptions[name] ?? KNOWN.get(name)?.atStart ?? false;
}

function line(state: ShellState, name: string, { ofSet, reusable }: Request): string {
  const on = isOn(state, name, ofSet);
  if (!reusable) return `${name.padEnd(15)}\t${on ? "on" : "off"}\n`;
  return ofSet ? `set ${on ? "-o" : "+o"} ${name}\n` : `shopt ${on ? "-s" : "-u"} ${name}\n`;
}

function list(state: ShellState, request: Request): Outcome {
  const { ofSet, set, unset, quiet } = request;
  const shown = (ofSet ? optionNames() : NAMES).filter((name) => {
    const on = isOn(state, name, ofSet);
    return (!set || on) && (!unset || !on);
  });
  return printed(quiet ? "" : shown.map((name) => line(state, name, request)).join(""));
}

function tell(state: ShellState, request: Request): Outcome {
  const { names, ofSet, quiet } = request;
  let stdout = "";
  let stderr = "";
  let allOn = true;
  for (const name of names) {
    if (!isName(name, ofSet)) {
      stderr += unknown(name, ofSet);
      allOn = false;
      continue;
    }
    if (!quiet) stdout += line(state, name, request);
    allOn &&= isOn(state, name, ofSet);
  }
  return { stdout, stderr, exitCode: allOn ? 0 : 1 };
}

async function change(context: InterpreterContext, { names, ofSet, set }: Request): Promise<Outcome> {
  const { state } = context;
  let stderr = "";
  for (const name of names) {
    if (!isName(name, ofSet)) stderr += unknown(name, ofSet);
    else if (ofSet) stderr += (await parts().setOption(context, [set ? "-o" : "+o", name])).stderr;
    else if (isOn(state, name, false) !== set && KNOWN.get(name)?.effect === "fixed")
      stderr += `bash: shopt: ${name}: this shell cannot ${set ? "set" : "unset"} this option\n`;
    else state.shoptOptions[name] = set;
  }
  state.env.set("BASHOPTS", enabledOptions(state));
  return { stdout: "", stderr, exitCode: stderr === "" ? 0 : 1 };
}

function isName(name: string, ofSet: boolean): boolean {
  return ofSet ? optionNames().includes(name) : KNOWN.has(name);
}

function unknown(name: string, ofSet: boolean): string {
  return `bash: shopt: ${name}: invalid ${ofSet ? "option" : "shell option"} name\n`;
}
