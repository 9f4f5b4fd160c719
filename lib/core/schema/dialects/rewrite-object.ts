import type { JsonSchema } from "../../tool/tool-types";
import { constraintWords } from "./constraint-words";
import { annotationsOf, isSchema, propertiesOf, requiredOf, withDescription } from "./keywords";
import { NEVER, type Rewriting, type Rewritten } from "./rewriting";
import { constantsMap, type MemberMap, objectMap, pairsMap, type RestMap, SAME } from "./value-map";

/** An object: its members, those that may be absent, and those that its schema does not name. */
export function rewriteObject(
  rewriter: Rewriting,
  node: JsonSchema,
  path: string,
  trail: readonly string[],
): Rewritten {
  const { dialect } = rewriter;
  const others = otherMembers(rewriter, node, path);
  const named = namedMembers(rewriter, node, path, trail, dialect.exchanges ? others.fromNames : new Map());
  if (named === undefined) return NEVER;
  if (!dialect.exchanges) return asTold(rewriter, node, named, path, trail);
  const isRecord = named.maps.size === 0 && others.schema !== undefined;
  if (isRecord) return record(rewriter, node, others.schema, path, trail);
  const rest =
    others.schema === undefined ? undefined : restOf(rewriter, others.schema, others.names, named, path, trail);
  if (named.maps.size === 0 && dialect.refusesEmptyObjects && path !== "") return emptyObject(rewriter, node, path);
  if (node.additionalProperties === false && !dialect.closed) {
    rewriter.report({
      path,
      rule: "additionalProperties",
      effect: "looser",
      message: `${dialect.label} cannot be told that there are no other members.`,
      fix: "Nothing has to be done: others are refused before the call.",
      rewrite: "only the members, without that",
    });
  }
  const gone = ["additionalProperties", "patternProperties", "propertyNames", "properties", "required"];
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => !gone.includes(keyword)));
  const properties = Object.fromEntries([
    ...named.schemas,
    ...(rest === undefined ? [] : [[rest.map.name, rest.schema] as const]),
  ]);
  const required = dialect.closed
    ? Object.keys(properties)
    : [...named.required, ...(rest === undefined ? [] : [rest.map.name])];
  const schema: JsonSchema = {
    ...kept,
    properties,
    ...(required.length > 0 || dialect.closed ? { required } : {}),
    ...(dialect.closed ? { additionalProperties: false } : {}),
  };
  return { schema, map: objectMap(named.maps, { rest: rest?.map, isClosed: dialect.closed }) };
}

interface NamedMembers {
  schemas: Map<string, JsonSchema>;
  maps: Map<string, MemberMap>;
  /** Names in the provider's form. */
  required: string[];
}

function namedMembers(
  rewriter: Rewriting,
  node: JsonSchema,
  path: string,
  trail: readonly string[],
  more: ReadonlyMap<string, unknown>,
): NamedMembers | undefined {
  const { dialect } = rewriter;
  const required = requiredOf(node);
  const members = new Map<string, unknown>([...more, ...propertiesOf(node)]);
  if (dialect.exchanges) {
    const rest = node.additionalProperties === false ? false : (node.additionalProperties ?? {});
    for (const name of required) if (!members.has(name)) members.set(name, rest);
  }
  const named: NamedMembers = { schemas: new Map(), maps: new Map(), required: [] };
  const taken = new Set(Array.from(members.keys()).filter((name) => dialect.memberName?.pattern.test(name) === true));
  for (const [name, member] of members) {
    const place = path === "" ? name : `${path}.${name}`;
    let rewritten = rewriter.visit(member, place, trail);
    const isRequired = required.includes(name);
    if (rewritten.schema === false) {
      if (isRequired) {
        rewriter.blockedAt(place);
        return undefined;
      }
      // Where others may stand beside the named members, leaving it away would let anything in.
      if (dialect.exchanges || !dialect.keywords.has("not")) {
        if (dialect.closed) continue;
        rewriter.report({
          path: place,
          rule: "never",
          effect: "looser",
          message: `Nothing fits here, and ${dialect.label} cannot be told so.`,
          fix: "Take the member away, or change its type.",
          rewrite: "without the member",
        });
        continue;
      }
      rewritten = { schema: { not: {} }, map: SAME };
    }
    const sent = sentName(rewriter, name, place, taken);
    taken.add(sent);
    const map: MemberMap = { name: sent, value: rewritten.map, nullIsAbsent: false, absentIsNull: false };
    if (dialect.closed && !isRequired) {
      const takesNull = rewriter.fitsWritten(member, null);
      if (!rewriter.fitsSent(rewritten.schema, null)) rewritten = rewriter.nullable(rewritten);
      map.value = rewritten.map;
      map.nullIsAbsent = !takesNull;
      map.absentIsNull = takesNull;
      rewriter.report({
        path: place,
        rule: "optional",
        effect: "same",
        message: `${dialect.label} wants every member to be there.`,
        fix: takesNull ? "Nothing has to be done; null stands for itself." : fixForOptional(member),
        rewrite: takesNull ? "required; null stays null" : "required, and null stands for absence",
      });
      const byDefault = isSchema(member) ? member.default : undefined;
      if (byDefault !== undefined && !takesNull && rewritten.schema !== false) {
        rewritten = { ...rewritten, schema: withDescription(rewritten.schema, ["Null stands for the default."]) };
      }
    }
    if (rewritten.schema === false) continue;
    named.schemas.set(sent, rewritten.schema);
    named.maps.set(name, map);
    if (isRequired) named.required.push(sent);
  }
  return named;
}

function fixForOptional(member: unknown): string {
  return isSchema(member) && member.default !== undefined
    ? "Nothing has to be done; null stands for the default."
    : "Write `.nullable()` instead of `.optional()` to say the same yourself.";
}

function sentName(rewriter: Rewriting, name: string, place: string, taken: ReadonlySet<string>): string {
  const { memberName, label } = rewriter.dialect;
  if (memberName === undefined || memberName.pattern.test(name)) return name;
  const wanted = name.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, memberName.longest - 3) || "member";
  let sent = wanted;
  for (let count = 2; taken.has(sent); count += 1) sent = `${wanted}_${count}`;
  rewriter.report({
    path: place,
    rule: "member-name",
    effect: "same",
    message: `${label} takes only letters, digits, _, . and - in the names of members, at most ${memberName.longest}.`,
    fix: `Rename it to "${sent}".`,
    rewrite: `"${sent}", read back before the call`,
  });
  return sent;
}

interface OtherMembers {
  /** What the members that are not named must fit; undefined when there may be none, or nothing says anything of them. */
  schema?: unknown;
  /** What their names must fit. */
  names?: unknown;
  /** Members whose names are listed elsewhere, as in a record over fixed keys. */
  fromNames: Map<string, unknown>;
}

function otherMembers(rewriter: Rewriting, node: JsonSchema, path: string): OtherMembers {
  const { additionalProperties: more, patternProperties, propertyNames } = node;
  const fromNames = new Map<string, unknown>();
  if (isSchema(propertyNames) && Array.isArray(propertyNames.enum) && isSchema(more)) {
    for (const name of propertyNames.enum) if (typeof name === "string") fromNames.set(name, more);
    return { fromNames };
  }
  const patterns = isSchema(patternProperties) ? Object.values(patternProperties) : [];
  if (patterns.length > 0 && rewriter.dialect.exchanges) {
    rewriter.said(node, ["patternProperties"], path);
    const isOpen = more !== false;
    return { schema: { anyOf: [...patterns, ...(isOpen ? [more ?? {}] : [])] }, names: propertyNames, fromNames };
  }
  if (more === false) return { fromNames };
  if (more !== undefined) return { schema: more, names: propertyNames, fromNames };
  // Without members of its own, an object schema means any object; beside named ones, others are extra.
  return isSchema(node.properties) || requiredOf(node).length > 0
    ? { fromNames }
    : { schema: {}, names: propertyNames, fromNames };
}

/** An object of any members as a list of pairs. */
function record(
  rewriter: Rewriting,
  node: JsonSchema,
  value: unknown,
  path: string,
  trail: readonly string[],
): Rewritten {
  const { minProperties, maxProperties } = node;
  rewriter.report({
    path,
    rule: "record",
    effect:
      minProperties === undefined && maxProperties === undefined && isFree(node.propertyNames) ? "same" : "looser",
    message: `${rewriter.dialect.label} takes only members that the schema names.`,
    fix: "Name the members, or take a list of `{ key, value }`.",
    rewrite: "a list of { key, value }, read back before the call",
  });
  const words = ["minProperties", "maxProperties"]
    .filter((keyword) => node[keyword] !== undefined)
    .map((keyword) => constraintWords(keyword, node[keyword]));
  const { default: _default, ...annotations } = annotationsOf(node);
  const pairs = pairsOf(rewriter, value, node.propertyNames, path, trail);
  return { schema: withDescription({ ...annotations, ...pairs.schema }, words), map: pairs.map };
}

function pairsOf(
  rewriter: Rewriting,
  value: unknown,
  names: unknown,
  path: string,
  trail: readonly string[],
): { schema: JsonSchema; map: RestMap["pairs"] } {
  const inner = rewriter.visit(value, `${path}[*]`, trail);
  const { closed } = rewriter.dialect;
  if (inner.schema === false) {
    return { schema: { type: "array", items: { type: "string" }, maxItems: 0 }, map: pairsMap(SAME) };
  }
  const keyed = rewriter.visit({ ...(isSchema(names) ? names : {}), type: "string" }, `${path}[*]`, trail);
  const key = keyed.schema === false ? { type: "string" } : keyed.schema;
  const item = {
    type: "object",
    properties: { key, value: inner.schema },
    required: ["key", "value"],
    ...(closed ? { additionalProperties: false } : {}),
  };
  return { schema: { type: "array", items: item }, map: pairsMap(inner.map) };
}

function restOf(
  rewriter: Rewriting,
  value: unknown,
  names: unknown,
  named: NamedMembers,
  path: string,
  trail: readonly string[],
): { map: RestMap; schema: JsonSchema } {
  let name = "other_members";
  while (named.schemas.has(name)) name = `_${name}`;
  rewriter.report({
    path,
    rule: "additionalProperties",
    effect: "same",
    message: `${rewriter.dialect.label} takes only members that the schema names, and this one takes others.`,
    fix: "Put the free members into one of their own: `extra: z.record(z.string(), …)`.",
    rewrite: `a member "${name}" with a list of { key, value }, read back before the call`,
  });
  const pairs = pairsOf(rewriter, value, names, path, trail);
  return {
    map: { name, pairs: pairs.map },
    schema: withDescription(pairs.schema, ["Members that have no place of their own; an empty list for none."]),
  };
}

function emptyObject(rewriter: Rewriting, node: JsonSchema, path: string): Rewritten {
  rewriter.report({
    path,
    rule: "empty-object",
    effect: "same",
    message: `${rewriter.dialect.label} takes no object without members.`,
    fix: "Take the member away, or give the object a member.",
    rewrite: 'the text "{}", read back before the call',
  });
  const map = constantsMap(new Map([["{}", {}]]), (one, other) => isSchema(one) && isSchema(other));
  return { schema: { ...annotationsOf(node), type: "string", enum: ["{}"] }, map };
}

/** The object as it stands, with every part rewritten in its place. */
function asTold(
  rewriter: Rewriting,
  node: JsonSchema,
  named: NamedMembers,
  path: string,
  trail: readonly string[],
): Rewritten {
  const { dialect } = rewriter;
  const result: JsonSchema = { ...node };
  if (isSchema(node.properties)) result.properties = Object.fromEntries(named.schemas);
  else if (dialect.wantsParts) {
    rewriter.report({
      path,
      rule: "properties",
      effect: "same",
      message: `${dialect.label} refuses an object schema without “properties”.`,
      fix: "Add `properties: {}`.",
      rewrite: "with empty properties",
    });
    result.properties = {};
  }
  const unnamed = requiredOf(node).filter((name) => !named.maps.has(name));
  if ("required" in node) result.required = [...named.required, ...unnamed];
  if (isSchema(node.additionalProperties) && dialect.keywords.has("additionalProperties")) {
    const others = rewriter.visit(node.additionalProperties, `${path}[*]`, trail);
    result.additionalProperties = others.schema;
    return { schema: result, map: objectMap(named.maps, { others: others.map }) };
  }
  return { schema: result, map: objectMap(named.maps) };
}

function isFree(names: unknown): boolean {
  return (
    names === undefined || names === true || (isSchema(names) && Object.keys(names).every((key) => key === "type"))
  );
}
