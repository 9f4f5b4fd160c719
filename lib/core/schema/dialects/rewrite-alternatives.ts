import { canonicalJson } from "../../call/canonical-json";
import type { JsonSchema } from "../../tool/tool-types";
import { resolvePointer } from "../json-pointer";
import { annotationsOf, constraintPart, constraintsOf, isSchema, propertiesOf, requiredOf, typesOf } from "./keywords";
import { NEVER, type Rewriting, type Rewritten } from "./rewriting";
import { type Alternative, chainMap, choiceMap } from "./value-map";

/** `anyOf` and `oneOf`. Where they must stand alone, what stands beside them goes into each alternative. */
export function rewriteAlternatives(
  rewriter: Rewriting,
  node: JsonSchema,
  path: string,
  trail: readonly string[],
): Rewritten {
  const { dialect } = rewriter;
  const keyword = Array.isArray(node.anyOf) ? "anyOf" : "oneOf";
  const { [keyword]: listed, ...base } = node;
  const branches = listed as unknown[];
  const isDisjoint = keyword === "anyOf" || allDisjoint(rewriter.root, branches);
  const mayStand = dialect.keywords.has(keyword) && (isDisjoint || !rewriter.changesValues);
  if (!mayStand) {
    rewriter.report({
      path,
      rule: "oneOf",
      effect: isDisjoint ? "same" : "looser",
      message: `${dialect.label} takes no “oneOf” here.`,
      fix: isDisjoint
        ? "Nothing has to be done: no value fits two of the alternatives."
        : "Make the alternatives differ in a member with a fixed value: `z.discriminatedUnion(…)`.",
      rewrite: "“anyOf” with the same alternatives",
    });
  }
  const sent = mayStand ? keyword : "anyOf";
  const shared = constraintPart(base);
  const standsAlone = rewriter.changesValues;
  const takesNull = dialect.keywords.has("nullable") && branches.some(isNull) && rewriter.fitsWritten(shared, null);
  const alternatives: (Alternative & { schema: JsonSchema })[] = [];
  for (const [index, branch] of branches.entries()) {
    if (dialect.keywords.has("nullable") && isNull(branch)) continue;
    const whole: unknown =
      standsAlone && constraintsOf(shared).length > 0 ? rewriter.merged([branch, shared], path, trail) : branch;
    const { schema, map } = rewriter.visit(whole, `${path}(${index + 1})`, trail);
    if (schema === false) continue;
    alternatives.push({
      schema,
      map,
      isSent: (value) => rewriter.fitsSent(schema, value),
      isWritten: (value) => rewriter.fitsWritten(whole, value),
    });
  }
  const annotations = annotationsOf(base);
  const only = alternatives[0];
  if (only === undefined) {
    return takesNull ? rewriter.visit({ ...annotations, const: null }, path, trail) : NEVER;
  }
  if (standsAlone) {
    const schema: JsonSchema =
      alternatives.length === 1 ? only.schema : { [sent]: alternatives.map((one) => one.schema) };
    const map = alternatives.length === 1 ? only.map : choiceMap(alternatives);
    const described = rewriter.finished(withOuter(schema, annotations), path, trail);
    return takesNull ? rewriter.nullable({ schema: described, map }) : { schema: described, map };
  }
  const beside = rewriter.visit(base, path, trail);
  if (beside.schema === false) return NEVER;
  return {
    schema: { ...beside.schema, [sent]: alternatives.map((one) => one.schema) },
    map: chainMap([choiceMap(alternatives), beside.map]),
  };
}

/** What was said about the union goes before what is said about its only alternative. */
function withOuter(schema: JsonSchema, annotations: JsonSchema): JsonSchema {
  const words = [annotations.description, schema.description].filter((text) => typeof text === "string" && text !== "");
  return { ...schema, ...annotations, ...(words.length > 0 ? { description: words.join(" ") } : {}) };
}

function isNull(branch: unknown): boolean {
  return isSchema(branch) && (branch.type === "null" || ("const" in branch && branch.const === null));
}

/** Whether it can be seen that no value fits two of the alternatives. */
function allDisjoint(root: JsonSchema, branches: readonly unknown[]): boolean {
  return branches.every((one, at) => branches.slice(at + 1).every((other) => areDisjoint(root, one, other)));
}

function areDisjoint(root: JsonSchema, left: unknown, right: unknown): boolean {
  const [one, other] = [resolved(root, left), resolved(root, right)];
  if (one === undefined || other === undefined) return false;
  const [types, others] = [typesOf(one), typesOf(other)];
  const isNumber = (type: string) => type === "number" || type === "integer";
  const meet = types.some((type) => others.some((second) => type === second || (isNumber(type) && isNumber(second))));
  if (types.length > 0 && others.length > 0 && !meet) return true;
  const [fixed, otherFixed] = [fixedValues(one), fixedValues(other)];
  if (fixed !== undefined && otherFixed !== undefined && !fixed.some((value) => otherFixed.includes(value)))
    return true;
  const members = new Map(propertiesOf(other));
  const bothNeed = requiredOf(one).filter((name) => requiredOf(other).includes(name));
  return propertiesOf(one).some(([name, member]) => {
    if (!bothNeed.includes(name) || !members.has(name)) return false;
    return areDisjoint(root, member, members.get(name));
  });
}

function fixedValues(schema: JsonSchema): string[] | undefined {
  if ("const" in schema) return [canonicalJson(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map(canonicalJson) : undefined;
}

function resolved(root: JsonSchema, schema: unknown): JsonSchema | undefined {
  if (!isSchema(schema)) return undefined;
  if (typeof schema.$ref !== "string") return schema;
  const target = resolvePointer(root, schema.$ref);
  return isSchema(target) ? target : undefined;
}
