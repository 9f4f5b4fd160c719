import type { JsonSchema } from "../../tool/tool-types";
import { constraintWords } from "./constraint-words";
import { DIALECTS, type Dialect, type DialectId } from "./dialect";
import type { SchemaFinding } from "./finding";
import { constraintsOf, isSchema, propertiesOf, typesOf } from "./keywords";
import { Rewriter } from "./rewriter";
import { SAME, type ValueMap, wrapMap } from "./value-map";

export interface DialectSchema {
  /** What the provider is told. An object schema with `properties`; frozen. */
  schema: JsonSchema;
  /** What was said about the whole and has no place in the schema; it belongs into the tool's description. */
  said: string;
  findings: readonly SchemaFinding[];
  /** From what the provider sends to the author's shape. Total: what does not fit is left for the check before the call. */
  mapBack(value: unknown): unknown;
  /** From the author's shape to what the provider would have sent. */
  mapForth(value: unknown): unknown;
  /** Whether values have the same form on both sides. */
  keepsValues: boolean;
}

const known = new WeakMap<JsonSchema, Map<DialectId, DialectSchema>>();

/**
 * A tool's parameters as one provider takes them. What can be said in another form is, with the values mapped back; what
 * cannot is said in words, and is checked before the call all the same. Pure; made once per schema object and dialect.
 */
export function toDialect(schema: JsonSchema, id: DialectId): DialectSchema {
  const made = known.get(schema) ?? new Map<DialectId, DialectSchema>();
  known.set(schema, made);
  const found = made.get(id);
  if (found !== undefined) return found;
  const dialectSchema = rewriteWhole(schema, DIALECTS[id]);
  made.set(id, dialectSchema);
  return dialectSchema;
}

const WRAPPING_MEMBER = "request";
/** Keywords that decide which values fit, and whose loss at the root would change what is told. */
const DECIDING = [
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "enum",
  "const",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "additionalProperties",
  "$ref",
];

function rewriteWhole(root: JsonSchema, dialect: Dialect): DialectSchema {
  const rewriter = new Rewriter(dialect, root);
  const { $schema: _schema, $defs: _defs, definitions: _definitions, ...body } = root;
  const joined = joinedRoot(rewriter, body, dialect);
  const { schema, map } = joined === false ? { schema: false as const, map: SAME } : rewriter.visit(joined, "", []);
  if (schema === false) {
    rewriter.report({
      path: rewriter.blocked ?? "",
      rule: "allows-nothing",
      severity: "problem",
      effect: "narrower",
      message: `No arguments can be sent to this tool through ${dialect.label}.`,
      fix: "Make the member that nothing fits optional, or change its type.",
    });
    return whole({ type: "object", properties: {} }, "", rewriter, SAME);
  }
  const refused = dialect.rootKeywords === undefined ? [] : refusedAtRoot(schema, dialect.rootKeywords);
  const isObject = typesOf(schema).length === 1 && schema.type === "object";
  const outer: { schema: JsonSchema; said: string; map: ValueMap } =
    refused.length > 0 || !isObject ? wrapped(rewriter, schema, map, refused) : withoutExtras(schema, map, dialect);
  const definitions = rewriter.definitionsForRoot();
  const complete = Object.keys(definitions).length > 0 ? { ...outer.schema, $defs: definitions } : outer.schema;
  checkLimits(rewriter, complete);
  rewriter.finish();
  return whole(complete, outer.said, rewriter, outer.map);
}

/** An intersection at the root is one object where that says everything; otherwise it is left as it is. */
function joinedRoot(rewriter: Rewriter, body: JsonSchema, dialect: Dialect): JsonSchema | false {
  if (!Array.isArray(body.allOf) || dialect.rootKeywords?.has("allOf") !== false) return body;
  if (!dialect.keywords.has("allOf")) return body;
  const trial = new Rewriter(dialect, rewriter.root);
  const merged = trial.merged([body], "", []);
  if (merged === false || trial.findings.length > 0) return merged === false ? false : body;
  rewriter.report({
    path: "",
    rule: "allOf",
    effect: "same",
    message: `${dialect.label} takes no “allOf” at the root.`,
    fix: "Write one object: `left.extend(right.shape)` instead of an intersection.",
    rewrite: "all parts as one object",
  });
  return merged;
}

function refusedAtRoot(schema: JsonSchema, taken: ReadonlySet<string>): string[] {
  return DECIDING.filter((keyword) => {
    const value = schema[keyword];
    if (value === undefined || taken.has(keyword)) return false;
    return keyword !== "additionalProperties" || (isSchema(value) && constraintsOf(value).length > 0);
  });
}

function wrapped(rewriter: Rewriter, schema: JsonSchema, map: ValueMap, refused: readonly string[]) {
  const { dialect } = rewriter;
  rewriter.report({
    path: "",
    rule: "root-not-plain",
    effect: "same",
    message:
      refused.length > 0
        ? `${dialect.label} takes no ${refused.map((keyword) => `“${keyword}”`).join(", ")} at the root.`
        : `${dialect.label} wants an object with named members at the root.`,
    fix: `Put it into a member: \`z.object({ ${WRAPPING_MEMBER}: … })\`.`,
    rewrite: `one member "${WRAPPING_MEMBER}" that holds all of it, taken apart before the call`,
  });
  return {
    schema: {
      type: "object",
      properties: { [WRAPPING_MEMBER]: schema },
      required: [WRAPPING_MEMBER],
      ...(dialect.closed ? { additionalProperties: false } : {}),
    },
    said: "",
    map: wrapMap(WRAPPING_MEMBER, map),
  };
}

/** Without what is taken inside and not at the root, and says little enough to be said in words. */
function withoutExtras(schema: JsonSchema, map: ValueMap, dialect: Dialect) {
  const taken = dialect.rootKeywords;
  if (taken === undefined) return { schema, said: "", map };
  const extra = Object.keys(schema).filter((keyword) => !taken.has(keyword));
  const description = extra.includes("description") ? [String(schema.description)] : [];
  const words = constraintsOf(schema)
    .filter((keyword) => extra.includes(keyword) && keyword !== "additionalProperties")
    .map((keyword) => constraintWords(keyword, schema[keyword]));
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => taken.has(keyword)));
  return { schema: kept, said: [...description, ...words].join(" "), map };
}

function checkLimits(rewriter: Rewriter, schema: JsonSchema): void {
  const { limits, label } = rewriter.dialect;
  if (limits === undefined) return;
  const measured = { members: 0, depth: 0, enumValues: 0 };
  const walk = (value: unknown, depth: number): void => {
    if (!isSchema(value)) return;
    measured.depth = Math.max(measured.depth, depth);
    if (Array.isArray(value.enum)) measured.enumValues += value.enum.length;
    const members = propertiesOf(value);
    measured.members += members.length;
    for (const [, member] of members) walk(member, depth + 1);
    walk(value.items, depth + 1);
    if (Array.isArray(value.anyOf)) for (const branch of value.anyOf) walk(branch, depth);
    if (isSchema(value.$defs)) for (const definition of Object.values(value.$defs)) walk(definition, depth);
  };
  walk(schema, 0);
  const words = { members: "members", depth: "levels of nesting", enumValues: "fixed values" } as const;
  for (const measure of ["members", "depth", "enumValues"] as const) {
    if (measured[measure] <= limits[measure]) continue;
    rewriter.report({
      path: "",
      rule: `too-many-${measure === "enumValues" ? "enum-values" : measure}`,
      severity: "problem",
      effect: "narrower",
      message: `${label} takes at most ${limits[measure].toLocaleString("en")} ${words[measure]} in one tool; this one has ${measured[measure].toLocaleString("en")}.`,
      fix: "Take some away, or make two tools of it.",
    });
  }
}

function whole(schema: JsonSchema, said: string, rewriter: Rewriter, map: ValueMap): DialectSchema {
  return {
    schema: deepFreeze(structuredClone(schema)),
    said,
    findings: deepFreeze(rewriter.findings),
    mapBack: map.back,
    mapForth: map.forth,
    keepsValues: map === SAME,
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
