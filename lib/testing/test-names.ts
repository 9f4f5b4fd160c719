import { readFileSync } from "node:fs";
import ts from "typescript";

const known = new Map<string, string[]>();

/** Names of the tests that a file of the repository declares and that run. */
export function testNames(file: string): string[] {
  const names = known.get(file) ?? namesIn(file, readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
  known.set(file, names);
  return names;
}

/** The same of a text: not those that are switched off, and not words in a comment. */
export function namesIn(file: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [callee = "", ...modifiers] = calleeOf(node.expression);
      const isSwitchedOff = modifiers.some((word) => word === "skip" || word === "todo" || word === "fails");
      if (isSwitchedOff && ["it", "test", "describe"].includes(callee)) return;
      const title = node.arguments[0];
      if ((callee === "it" || callee === "test") && title !== undefined && ts.isStringLiteralLike(title)) {
        names.push(title.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names;
}

/** `test.each(rows)` is `["test", "each"]`. */
function calleeOf(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) return [...calleeOf(expression.expression), expression.name.text];
  if (ts.isCallExpression(expression)) return calleeOf(expression.expression);
  return [];
}
