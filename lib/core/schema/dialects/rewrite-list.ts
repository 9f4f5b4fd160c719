import type { JsonSchema } from "../../tool/tool-types";
import { annotationsOf, isSchema, withDescription } from "./keywords";
import { NEVER, type Rewriting, type Rewritten } from "./rewriting";
import { eachMap, listMap, type MemberMap, positionsMap, type RestMap, SAME } from "./value-map";

/** A list: of one kind of item, or with positions of their own. */
export function rewriteList(rewriter: Rewriting, node: JsonSchema, path: string, trail: readonly string[]): Rewritten {
  const { dialect } = rewriter;
  if (Array.isArray(node.prefixItems)) {
    if (dialect.exchanges) return positions(rewriter, node, node.prefixItems, path, trail);
    return dialect.keywords.has("prefixItems")
      ? positionsAsTold(rewriter, node, node.prefixItems, path, trail)
      : positionsInWords(rewriter, node, node.prefixItems, path, trail);
  }
  if (node.items === undefined && !dialect.wantsParts) return { schema: node, map: SAME };
  if (node.items === undefined) {
    rewriter.report({
      path,
      rule: "items",
      effect: "same",
      message: `${dialect.label} refuses a list that does not say what its items are.`,
      fix: "Add `items`, or write `z.array(z.string())` with the type of the items.",
      rewrite: "items of any kind",
    });
  }
  const item = rewriter.visit(node.items ?? {}, `${path}[]`, trail);
  if (item.schema === false) {
    if (typeof node.minItems === "number" && node.minItems > 0) return NEVER;
    return { schema: { ...node, items: { type: "string" }, maxItems: 0 }, map: SAME };
  }
  return { schema: { ...node, items: item.schema }, map: listMap(item.map) };
}

/** A tuple as an object: the only form in which every position keeps its schema. */
function positions(
  rewriter: Rewriting,
  node: JsonSchema,
  prefix: readonly unknown[],
  path: string,
  trail: readonly string[],
): Rewritten {
  const { dialect } = rewriter;
  const least = typeof node.minItems === "number" ? node.minItems : 0;
  const most = typeof node.maxItems === "number" ? node.maxItems : Number.POSITIVE_INFINITY;
  const maps: MemberMap[] = [];
  const properties: { [name: string]: JsonSchema } = {};
  const required: string[] = [];
  for (const [index, position] of prefix.entries()) {
    if (index >= most) break;
    const isRequired = index < least;
    let rewritten = rewriter.visit(position, `${path}[${index}]`, trail);
    if (rewritten.schema === false) {
      if (isRequired) return NEVER;
      break;
    }
    const name = `item_${index + 1}`;
    const map: MemberMap = { name, value: rewritten.map, nullIsAbsent: false, absentIsNull: false };
    if (dialect.closed && !isRequired) {
      const takesNull = rewriter.fitsWritten(position, null);
      if (!rewriter.fitsSent(rewritten.schema, null)) rewritten = rewriter.nullable(rewritten);
      map.value = rewritten.map;
      map.nullIsAbsent = !takesNull;
      map.absentIsNull = takesNull;
    }
    if (rewritten.schema !== false) properties[name] = rewritten.schema;
    if (isRequired || dialect.closed) required.push(name);
    maps.push(map);
  }
  const rest = restOf(rewriter, node, prefix.length, path, trail);
  if (rest === undefined && least > maps.length) return NEVER;
  if (rest !== undefined) {
    properties.rest = rest.schema;
    required.push("rest");
  }
  const isAmbiguous = maps.some(({ absentIsNull }) => absentIsNull);
  rewriter.report({
    path,
    rule: "tuple",
    effect: isAmbiguous ? "narrower" : "same",
    message: `${dialect.label} takes no list with positions of their own.`,
    fix: "Take an object with named members: `z.object({ from: …, to: … })`.",
    rewrite: `an object with ${Object.keys(properties).join(", ")}, read back before the call`,
  });
  const { default: _default, ...annotations } = annotationsOf(node);
  const schema: JsonSchema = {
    ...annotations,
    type: "object",
    properties,
    ...(required.length > 0 || dialect.closed ? { required } : {}),
    ...(dialect.closed ? { additionalProperties: false } : {}),
  };
  const told =
    node.uniqueItems === true ? rewriter.said({ ...schema, uniqueItems: true }, ["uniqueItems"], path) : schema;
  const { uniqueItems: _unique, ...plain } = told;
  return { schema: plain, map: positionsMap(maps, rest?.map) };
}

function restOf(
  rewriter: Rewriting,
  node: JsonSchema,
  length: number,
  path: string,
  trail: readonly string[],
): { schema: JsonSchema; map: RestMap } | undefined {
  const most = typeof node.maxItems === "number" ? Math.max(0, node.maxItems - length) : undefined;
  if (node.items === false || most === 0) return undefined;
  const least = typeof node.minItems === "number" ? Math.max(0, node.minItems - length) : 0;
  const item = rewriter.visit(node.items ?? {}, `${path}[]`, trail);
  if (item.schema === false) return undefined;
  const { keywords } = rewriter.dialect;
  const schema: JsonSchema = {
    type: "array",
    items: item.schema,
    ...(least > 0 && keywords.has("minItems") ? { minItems: least } : {}),
    ...(most !== undefined && keywords.has("maxItems") ? { maxItems: most } : {}),
  };
  return { schema, map: { name: "rest", pairs: listMap(item.map) } };
}

function positionsAsTold(
  rewriter: Rewriting,
  node: JsonSchema,
  prefix: readonly unknown[],
  path: string,
  trail: readonly string[],
): Rewritten {
  const told = prefix.map((position, index) => rewriter.visit(position, `${path}[${index}]`, trail));
  const rest = isSchema(node.items) ? rewriter.visit(node.items, `${path}[]`, trail) : undefined;
  const unsaid = node.items === undefined && rewriter.dialect.wantsParts ? { items: {} } : {};
  const items = rest === undefined ? unsaid : { items: rest.schema };
  const maps = told.map(({ map }) => map);
  return {
    schema: { ...node, prefixItems: told.map(({ schema }) => schema), ...items },
    map: eachMap(maps, rest?.map ?? SAME),
  };
}

/** Every position takes what any of them takes, and the order is said in words. */
function positionsInWords(
  rewriter: Rewriting,
  node: JsonSchema,
  prefix: readonly unknown[],
  path: string,
  trail: readonly string[],
): Rewritten {
  const kinds = prefix.map((position, index) => rewriter.visit(position, `${path}[${index}]`, trail).schema);
  const distinct = new Map(kinds.flatMap((kind) => (kind === false ? [] : [[JSON.stringify(kind), kind] as const])));
  if (isSchema(node.items)) {
    const rest = rewriter.visit(node.items, `${path}[]`, trail).schema;
    if (rest !== false) distinct.set(JSON.stringify(rest), rest);
  }
  const all = Array.from(distinct.values());
  const sentence = `The items in order: ${kinds.map((kind) => JSON.stringify(kind)).join(", ")}.`;
  rewriter.report({
    path,
    rule: "tuple",
    effect: "looser",
    message: `${rewriter.dialect.label} takes no list with positions of their own.`,
    fix: "Take an object with named members: `z.object({ from: …, to: … })`.",
    rewrite: `one kind of item for all, and in the description: ${sentence}`,
  });
  const { prefixItems: _prefix, items: _items, ...rest } = node;
  const items = all.length === 1 ? all[0] : { anyOf: all };
  return { schema: withDescription({ ...rest, items }, [sentence]), map: SAME };
}
