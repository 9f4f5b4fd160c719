import { assignmentText, attributeLetters, elementsText, pairsText } from "./declaration-text";
import { type InterpreterContext, parts } from "./interpreter";
import { singleQuoted } from "./quote-word";
import { positional } from "./select";

interface Operation {
  type: string;
  operator?: string;
}

interface Part {
  type: string;
  parameter?: string;
  operation?: Operation | null;
  parts?: Part[];
}

interface Word {
  type: "Word";
  parts: Part[];
}

/** No script can use it. */
const NAME = /^([A-Za-z_]\w*)\[([@*])\]$/;
const CHANGES = new Set(["CaseModification", "Transform", "PatternReplacement", "PatternRemoval"]);
const HIDDEN = "_elements_of_word_";

/**
 * A word in which `${name[@]^}`, `${name[@]/a/b}` and their like stand for an array of their own, whose elements are changed one by one; the
 * interpreter joins and splits that array as any other. `release` forgets the arrays.
 */
export async function withChangedElements(
  context: InterpreterContext,
  word: Word,
): Promise<{ word: Word; release(): void }> {
  const made: string[] = [];
  const release = (): void => {
    for (const name of made) context.state.arrays?.delete(name);
  };
  if (!word.parts.some(changesElements)) return { word, release };
  const changed = async (part: Part): Promise<Part> => {
    if (part.type === "DoubleQuoted") return { ...part, parts: await inOrder(part.parts ?? [], changed) };
    if (!changesElements(part)) return part;
    const name = `${HIDDEN}${made.length}`;
    made.push(name);
    const values = await changedValues(context, part.parameter as string, part.operation as Operation);
    const elements = new Map(values.map((value, index) => [String(index), value]));
    context.state.arrays ??= new Map();
    context.state.arrays.set(name, { kind: "indexed", elements });
    const mark = (part.parameter as string).includes("*") ? "*" : "@";
    return { ...part, parameter: `${name}[${mark}]`, operation: null };
  };
  try {
    return { word: { ...word, parts: await inOrder(word.parts, changed) }, release };
  } catch (error) {
    release();
    throw error;
  }
}

async function inOrder(all: readonly Part[], change: (part: Part) => Promise<Part>): Promise<Part[]> {
  const result: Part[] = [];
  for (const part of all) result.push(await change(part));
  return result;
}

function changesElements(part: Part): boolean {
  if (part.type === "DoubleQuoted") return (part.parts ?? []).some(changesElements);
  if (part.type !== "ParameterExpansion") return false;
  const kind = part.operation?.type;
  if (kind === undefined || !CHANGES.has(kind)) return false;
  return part.parameter === "@" || part.parameter === "*" || NAME.test(part.parameter ?? "");
}

async function changedValues(context: InterpreterContext, parameter: string, operation: Operation): Promise<string[]> {
  const { state } = context;
  const name = NAME.exec(parameter)?.[1];
  if (name !== undefined && operation.type === "Transform") {
    const letters = attributeLetters(state, name);
    if (operation.operator === "A" && state.arrays?.has(name)) {
      return [`declare -${letters} ${name}=${elementsText(state, name)}`];
    }
    if (operation.operator === "K" && state.arrays?.has(name)) return [pairsText(state, name)];
    if (operation.operator === "k")
      return parts()
        .elements(context, name)
        .flatMap(([key, value]) => [String(key), value]);
    if (operation.operator === "a")
      return parts()
        .elements(context, name)
        .map(() => letters);
  }
  const values = name === undefined ? positional(state) : valuesOf(context, name);
  const result: string[] = [];
  for (const value of values) {
    if (operation.type === "CaseModification") result.push(await parts().changeCase(context, value, operation));
    else if (operation.type === "PatternReplacement")
      result.push(await parts().replacePattern(context, value, operation));
    else if (operation.type === "PatternRemoval") result.push(await parts().removePattern(context, value, operation));
    else result.push(transformed(context, name ?? parameter, value, operation));
  }
  return result;
}

function valuesOf(context: InterpreterContext, name: string): string[] {
  const values = parts()
    .elements(context, name)
    .map(([, value]) => value);
  const scalar = context.state.env.get(name);
  return values.length === 0 && scalar !== undefined && !context.state.arrays?.has(name) ? [scalar] : values;
}

function transformed(context: InterpreterContext, name: string, value: string, operation: Operation): string {
  if (operation.operator === "Q") return singleQuoted(value);
  if (operation.operator === "A") return assignmentText(context.state, name, value);
  return parts().transform(context, name, value, operation);
}
