import { AwkSyntaxError } from "./awk-lexer";
import type { AwkFunction, AwkProgram, Expression, Statement } from "./awk-node";

/** Builtin → which of its arguments are arrays. */
const ARRAY_ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  split: [1, 3],
  match: [2],
  asort: [0, 1],
  asorti: [0, 1],
  patsplit: [1, 3],
};

/** Every expression and statement below a node, itself included. */
export function visitNode(node: unknown, seen: (node: Expression | Statement) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) visitNode(item, seen);
  } else if (typeof node === "object" && node !== null) {
    if ("kind" in node) seen(node as Expression | Statement);
    for (const value of Object.values(node)) visitNode(value, seen);
  }
}

/**
 * Which names are arrays. A parameter may be either; what is done with it, or passed for it, anywhere in the program decides.
 * Names are `function.parameter` or those of global variables.
 */
export function arrayNames(program: AwkProgram): Set<string> {
  const arrays = new Set(["ENVIRON", "ARGV", "PROCINFO"]);
  const scopes: [AwkFunction | undefined, unknown][] = [
    [undefined, [program.begin, program.end, program.beginFile, program.endFile, program.rules]],
    ...[...program.functions.values()].map((declared): [AwkFunction, unknown] => [declared, declared.body]),
  ];
  let size = -1;
  while (size !== arrays.size) {
    size = arrays.size;
    for (const [scope, body] of scopes) {
      visitNode(body, (node) => noteArrays(node, scope, program, arrays));
    }
  }
  return arrays;
}

export function scopedName(name: string, scope: AwkFunction | undefined): string {
  return scope?.parameters.includes(name) ? `${scope.name}.${name}` : name;
}

function noteArrays(
  node: Expression | Statement,
  scope: AwkFunction | undefined,
  program: AwkProgram,
  arrays: Set<string>,
): void {
  const note = (name: string): void => {
    arrays.add(scopedName(name, scope));
  };
  if (node.kind === "element" || node.kind === "in" || node.kind === "forIn" || node.kind === "delete")
    note(node.array);
  else if (node.kind === "builtin") {
    for (const index of ARRAY_ARGUMENTS[node.name] ?? []) {
      const argument = node.arguments[index];
      if (argument?.kind === "variable") note(argument.name);
    }
  } else if (node.kind === "call") {
    const called = program.functions.get(node.name);
    if (called === undefined) throw new AwkSyntaxError(`line:1: function \`${node.name}' called but never defined`);
    node.arguments.forEach((argument, index) => {
      if (argument.kind !== "variable") return;
      const parameter = called.parameters[index];
      if (parameter === undefined) return;
      const inside = `${called.name}.${parameter}`;
      const outside = scopedName(argument.name, scope);
      if (arrays.has(inside)) arrays.add(outside);
      else if (arrays.has(outside)) arrays.add(inside);
    });
  }
}

const WAITING_BUILTINS = new Set(["system", "close", "fflush"]);

/** The functions whose bodies read input or run commands, directly or by a call. */
export function waitingFunctions(program: AwkProgram): Set<string> {
  const waiting = new Set<string>();
  let size = -1;
  while (size !== waiting.size) {
    size = waiting.size;
    for (const [name, { body }] of program.functions) if (waits(body, waiting)) waiting.add(name);
  }
  return waiting;
}

export function waits(node: unknown, functions: ReadonlySet<string>): boolean {
  let found = false;
  visitNode(node, (inner) => {
    if (inner.kind === "getline") found = true;
    else if (inner.kind === "builtin" && WAITING_BUILTINS.has(inner.name)) found = true;
    else if (inner.kind === "call" && functions.has(inner.name)) found = true;
  });
  return found;
}
