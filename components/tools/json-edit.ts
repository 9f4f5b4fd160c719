import { type JsonNode, memberOf, nodeAt, parseJson } from "./json-syntax";

export type JsonPath = readonly (string | number)[];

const STEP = "  ";

/**
 * Changes to JSON text that touch nothing but the place they name: what a person typed elsewhere (spacing, order, a
 * number's digits) stays as it is. Every function takes valid text and a path into it, and gives valid text.
 */

/** Puts JSON text at `path`, making the objects on the way. `order` says where a new member stands among its siblings. */
export function writeAt(text: string, path: JsonPath, valueText: string, order: readonly string[] = []): string {
  const root = rootOf(text);
  if (root === undefined) return writeAt("{}", path, valueText, order);
  const present = nodeAt(root, path);
  if (present) return splice(text, present.start, present.end, indented(valueText, indentAt(text, present.start)));
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(root, parentPath);
  const name = path.at(-1);
  if (name === undefined) return text;
  if (!parent) {
    return writeAt(
      text,
      parentPath,
      typeof name === "string" ? `{ ${JSON.stringify(name)}: ${valueText} }` : `[${valueText}]`,
    );
  }
  if (typeof name === "number" && parent.kind === "array")
    return insertChild(text, parent, parent.items.length, valueText);
  if (typeof name === "string" && parent.kind === "object") {
    return insertChild(text, parent, placeFor(parent, name, order), `${JSON.stringify(name)}: ${valueText}`);
  }
  const replacement = typeof name === "string" ? `{ ${JSON.stringify(name)}: ${valueText} }` : `[${valueText}]`;
  return splice(text, parent.start, parent.end, indented(replacement, indentAt(text, parent.start)));
}

/** Takes the member or item at `path` out; a name written twice goes out twice. */
export function removeAt(text: string, path: JsonPath): string {
  const name = path.at(-1);
  let now = text;
  while (name !== undefined) {
    const root = rootOf(now);
    const parent = root && nodeAt(root, path.slice(0, -1));
    if (!parent) break;
    if (typeof name === "number") return parent.kind === "array" ? cutChild(now, parent, name) : now;
    if (parent.kind !== "object") break;
    const index = parent.members.findIndex((member) => member.key === name);
    if (index < 0) break;
    now = cutChild(now, parent, index);
  }
  return now;
}

export function insertItem(text: string, path: JsonPath, index: number, valueText: string): string {
  const root = rootOf(text);
  const parent = root && nodeAt(root, path);
  return parent?.kind === "array" ? insertChild(text, parent, index, valueText) : text;
}

/** Exchanges two items; both keep their own text. */
export function swapItems(text: string, path: JsonPath, one: number, other: number): string {
  const root = rootOf(text);
  const parent = root && nodeAt(root, path);
  if (parent?.kind !== "array") return text;
  const first = parent.items[Math.min(one, other)];
  const second = parent.items[Math.max(one, other)];
  if (!first || !second || first === second) return text;
  return (
    text.slice(0, first.start) +
    text.slice(second.start, second.end) +
    text.slice(first.end, second.start) +
    text.slice(first.start, first.end) +
    text.slice(second.end)
  );
}

/** Gives a member another name in its place. Does nothing when there is none, or one of that name already. */
export function renameMember(text: string, path: JsonPath, from: string, to: string): string {
  const root = rootOf(text);
  const parent = root && nodeAt(root, path);
  const member = memberOf(parent, from);
  if (!member || memberOf(parent, to)) return text;
  return splice(text, member.keyStart, member.keyEnd, JSON.stringify(to));
}

function rootOf(text: string): JsonNode | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.root : undefined;
}

function placeFor(parent: JsonNode & { kind: "object" }, name: string, order: readonly string[]): number {
  const rank = order.indexOf(name);
  if (rank < 0) return parent.members.length;
  const next = parent.members.findIndex((member) => order.indexOf(member.key) > rank);
  return next < 0 ? parent.members.length : next;
}

function childSpans(parent: JsonNode): { start: number; end: number }[] {
  if (parent.kind === "object")
    return parent.members.map((member) => ({ start: member.keyStart, end: member.value.end }));
  if (parent.kind === "array") return parent.items.map((item) => ({ start: item.start, end: item.end }));
  return [];
}

function insertChild(text: string, parent: JsonNode, index: number, childText: string): string {
  const spans = childSpans(parent);
  const first = spans[0];
  if (!first) {
    // Only the outermost object is opened up; a small inner one stays on its line.
    const base = indentAt(text, parent.start);
    const broken = parent.start === text.search(/\S/) || childText.includes("\n");
    const inside = broken
      ? `\n${base}${STEP}${indented(childText, base + STEP)}\n${base}`
      : parent.kind === "object"
        ? ` ${childText} `
        : childText;
    return splice(text, parent.start + 1, parent.end - 1, inside);
  }
  const indent = lineIndent(text, first.start);
  const gap = indent === undefined ? " " : `\n${indent}`;
  const child = indented(childText, indent ?? indentAt(text, parent.start));
  const next = spans[index];
  if (next) return splice(text, next.start, next.start, `${child},${gap}`);
  const last = spans.at(-1) ?? first;
  return splice(text, last.end, last.end, `,${gap}${child}`);
}

function cutChild(text: string, parent: JsonNode, index: number): string {
  const spans = childSpans(parent);
  const child = spans[index];
  if (!child) return text;
  const before = spans[index - 1];
  const after = spans[index + 1];
  if (after) return splice(text, child.start, after.start, "");
  if (before) return splice(text, before.end, child.end, "");
  return splice(text, parent.start + 1, parent.end - 1, "");
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** The white space that the line of `offset` begins with. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** As `indentAt`, but only when nothing else stands before it in the line. */
function lineIndent(text: string, offset: number): string | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  return lineStart > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

function indented(valueText: string, indent: string): string {
  return indent === "" ? valueText : valueText.replaceAll("\n", `\n${indent}`);
}
