import { canonicalJson } from "../../call/canonical-json";
import type { JsonSchema } from "../../tool/tool-types";
import { annotationsOf, constraintsOf } from "./keywords";
import { NEVER, type Rewriting, type Rewritten } from "./rewriting";
import { constantsMap, SAME } from "./value-map";

/** `const` and `enum`: the values that fit, in the form that the dialect takes. */
export function rewriteConstants(rewriter: Rewriting, node: JsonSchema, path: string): Rewritten {
  const { dialect } = rewriter;
  const listed: unknown[] = "const" in node ? [node.const] : Array.isArray(node.enum) ? node.enum : [];
  // What else the schema demands is settled here, so that nothing has to stand beside the list.
  const { enum: _enum, const: _const, ...others } = node;
  const beside = "const" in node && Array.isArray(node.enum) ? { ...others, enum: node.enum } : others;
  const values =
    constraintsOf(beside).length === 0 ? listed : listed.filter((value) => rewriter.fitsWritten(beside, value));
  if (values.length === 0) return NEVER;
  const annotations = annotationsOf(node);
  const isConst = "const" in node && dialect.keywords.has("const");
  const list = (fixed: unknown[]): JsonSchema => (isConst ? { const: fixed[0] } : { enum: fixed });
  if ("const" in node && !isConst) {
    rewriter.report({
      path,
      rule: "const",
      effect: "same",
      message: `${dialect.label} takes no “const”.`,
      fix: "Nothing has to be done.",
      rewrite: "“enum” with one value",
    });
  }
  if (dialect.enumValues === "any") {
    const types = typeof node.type === "string" || Array.isArray(node.type) ? { type: node.type } : {};
    return { schema: rewriter.finished({ ...annotations, ...types, ...list(values) }, path, []), map: SAME };
  }
  const present = values.filter((value) => value !== null);
  const takesNull = present.length < values.length && present.length > 0;
  const finish = (schema: JsonSchema, map: Rewritten["map"]): Rewritten => {
    const result = { schema: rewriter.finished({ ...annotations, ...schema }, path, []), map };
    return takesNull ? rewriter.nullable(result) : result;
  };
  const isTaken =
    dialect.enumValues === "strings"
      ? present.every((value) => typeof value === "string" && value !== "")
      : values.every((value) => typeof value !== "object" || value === null);
  if (isTaken && present.length > 0) {
    const types = Array.from(new Set(present.map((value) => (typeof value === "string" ? "string" : typeof value))));
    return finish({ type: types.length === 1 ? types[0] : types, ...list(present) }, SAME);
  }
  if (dialect.enumValues === "scalars" && present.length === 0) {
    return { schema: rewriter.finished({ ...annotations, type: "null" }, path, []), map: SAME };
  }
  const names = namesOf(present.length > 0 ? present : values);
  rewriter.report({
    path,
    rule: "enum-values",
    effect: "same",
    message: `${dialect.label} takes only ${dialect.enumValues === "strings" ? "texts that are not empty" : "texts, numbers and booleans"} as fixed values.`,
    fix: "Use texts as values, and translate them inside `execute`.",
    rewrite: `the texts ${Array.from(names.keys())
      .map((name) => JSON.stringify(name))
      .join(", ")}, read back before the call`,
  });
  const map = constantsMap(names, (one, other) => canonicalJson(one) === canonicalJson(other));
  return finish({ type: "string", enum: Array.from(names.keys()) }, map);
}

function namesOf(values: readonly unknown[]): Map<string, unknown> {
  const names = new Map<string, unknown>();
  for (const value of values) {
    const wanted = value === "" ? "(empty)" : typeof value === "string" ? value : JSON.stringify(value);
    let name = wanted;
    for (let count = 2; names.has(name); count += 1) name = `${wanted} (${count})`;
    names.set(name, value);
  }
  return names;
}
