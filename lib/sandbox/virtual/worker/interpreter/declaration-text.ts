import type { ShellState } from "./interpreter";
import { quotedWord, singleQuoted } from "./quote-word";

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const PLAIN_KEY = /^[\w@%+:,./-]+$/;

/** The letters of a variable's attributes, in bash's order. */
export function attributeLetters(state: ShellState, name: string): string {
  const kind = state.associativeArrays?.has(name) ? "A" : state.arrays?.has(name) ? "a" : "";
  const set = (letter: string, names: ReadonlySet<string> | undefined): string => (names?.has(name) ? letter : "");
  return [
    kind,
    set("i", state.integerVars),
    set("n", state.namerefs),
    set("r", state.readonlyVars),
    isExported(state, name) ? "x" : "",
    set("l", state.lowercaseVars),
    set("u", state.uppercaseVars),
  ].join("");
}

function isExported({ exportedVars, tempExportedVars, tempEnvBindings }: ShellState, name: string): boolean {
  return (
    exportedVars?.has(name) === true ||
    tempExportedVars?.has(name) === true ||
    tempEnvBindings?.some((bindings) => bindings.has(name)) === true
  );
}

/** `declare … name=value` as `declare -p` prints it; `undefined` for what is no variable. */
export function declarationText(state: ShellState, name: string): string | undefined {
  const letters = attributeLetters(state, name);
  const start = `declare -${letters === "" ? "-" : letters} ${name}`;
  const array = state.arrays?.get(name);
  if (array !== undefined) {
    return array.elements.size === 0 && state.declaredVars?.has(name) === true
      ? start
      : `${start}=${elementsText(state, name)}`;
  }
  const value = state.env.get(name);
  if (value !== undefined && IDENTIFIER.test(name)) return `${start}=${doubleQuoted(value)}`;
  const known = state.declaredVars?.has(name) || state.localVarDepth?.has(name) || letters !== "";
  return known ? start : undefined;
}

/**
 * What `declare -x`, `readonly` and their like print without a name: the variables that have one of these attributes,
 * all of them where none is given.
 */
export function declarationsText(state: ShellState, letters: string): string {
  const names = new Set([
    ...state.env.keys(),
    ...(state.arrays?.keys() ?? []),
    ...(state.declaredVars ?? []),
    ...(state.exportedVars ?? []),
    ...(state.readonlyVars ?? []),
    ...(state.localVarDepth?.keys() ?? []),
  ]);
  return [...names]
    .filter((name) => IDENTIFIER.test(name) && !name.startsWith("BASH_"))
    .filter((name) => letters === "" || [...attributeLetters(state, name)].some((letter) => letters.includes(letter)))
    .sort(byCodeUnit)
    .map((name) => declarationText(state, name))
    .filter((text) => text !== undefined)
    .map((text) => `${text}\n`)
    .join("");
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `([0]="a" [1]="b")`, or `([key]="value" )`. */
export function elementsText(state: ShellState, name: string): string {
  const array = state.arrays?.get(name);
  if (array === undefined) return "()";
  if (array.kind === "associative") {
    const pairs = [...array.elements].map(([key, value]) => `[${shownKey(key)}]=${doubleQuoted(value)} `);
    return `(${pairs.join("")})`;
  }
  const pairs = [...array.elements]
    .sort(([left], [right]) => Number(left) - Number(right))
    .map(([key, value]) => `[${key}]=${doubleQuoted(value)}`);
  return `(${pairs.join(" ")})`;
}

/** `0 "a" 1 "b"`: `${name[@]@K}`. */
export function pairsText(state: ShellState, name: string): string {
  const array = state.arrays?.get(name);
  if (array === undefined) return "";
  const pairs = [...array.elements];
  if (array.kind !== "associative") pairs.sort(([left], [right]) => Number(left) - Number(right));
  const text = pairs.map(([key, value]) => `${shownKey(key)} ${doubleQuoted(value)}`).join(" ");
  return array.kind === "associative" && text !== "" ? `${text} ` : text;
}

/** `${name@A}` of a variable that is no array. */
export function assignmentText(state: ShellState, name: string, value: string | undefined): string {
  const letters = attributeLetters(state, name);
  if (letters === "") return value === undefined ? "" : `${name}=${singleQuoted(value)}`;
  return `declare -${letters} ${name}${value === undefined ? "" : `=${singleQuoted(value)}`}`;
}

function shownKey(key: string): string {
  return PLAIN_KEY.test(key) ? key : doubleQuoted(key);
}

function doubleQuoted(text: string): string {
  const quoted = quotedWord(text);
  return quoted.startsWith("$'") ? quoted : `"${text.replace(/["$`\\]/g, "\\$&")}"`;
}
