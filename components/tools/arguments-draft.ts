import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { insertItem, type JsonPath, removeAt, renameMember, swapItems, writeAt } from "./json-edit";
import { properties, resolve } from "./json-schema";
import { type JsonParse, jsonValueOf, nodeAt, parseJson } from "./json-syntax";
import { initialArguments } from "./starter-value";

/**
 * The arguments of one call while a person writes them. There is one document, the JSON text; the form is a reading of
 * it, and every change in the form is an edit of one place in it. So switching between the two loses nothing, and no
 * number, space or order is rewritten because it was looked at.
 */
export interface ArgumentsDraft {
  readonly text: string;
  readonly parsed: JsonParse;
  /** What is typed into a field and is no JSON yet (`-`, `1.`, half an object), by place. The document keeps the value before it. */
  readonly pending: { readonly [place: string]: string };
  /** Which alternative of a union a person chose, by place; counts while the value fits more than one. */
  readonly chosen: { readonly [place: string]: number };
  /** What was there before a value was left out or its alternative changed, so that going back brings it back. */
  readonly stash: { readonly [place: string]: string };
}

/** Marks the stash of one alternative; no escaped member name can hold a lone `~`. */
const VARIANT = "~variant:";

/** A place as a key: a JSON pointer. */
export function placeOf(path: JsonPath): string {
  return path.map((part) => `/${escaped(String(part))}`).join("");
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function openDraft(text: string): ArgumentsDraft {
  return { text, parsed: parseJson(text), pending: {}, chosen: {}, stash: {} };
}

/** A draft that holds what the schema decides. */
export function newDraft(parameters: JsonSchema): ArgumentsDraft {
  return openDraft(JSON.stringify(initialArguments(parameters), null, 2));
}

/** A draft that holds the members of an example, and beside them what the schema decides. */
export function exampleDraft(parameters: JsonSchema, exampleText: string): ArgumentsDraft {
  const example = openDraft(exampleText);
  if (!example.parsed.ok || example.parsed.root.kind !== "object") return example;
  const order = properties(resolve(parameters, parameters)).map(([name]) => name);
  return example.parsed.root.members.reduce(
    (draft, { key, value }) => writeJson(draft, [key], exampleText.slice(value.start, value.end), order),
    newDraft(parameters),
  );
}

/** The person typed in the JSON editor. The text is kept as it is, valid or not. */
export function typeText(draft: ArgumentsDraft, text: string): ArgumentsDraft {
  if (text === draft.text) return draft;
  const parsed = parseJson(text);
  // A field's unfinished text is dropped only when the place it belonged to was changed here as well.
  const pending = parsed.ok
    ? Object.fromEntries(Object.entries(draft.pending).filter(([place]) => sameAt(draft, text, parsed, place)))
    : draft.pending;
  return { ...draft, text, parsed, pending };
}

function sameAt(draft: ArgumentsDraft, text: string, parsed: JsonParse, place: string): boolean {
  if (!draft.parsed.ok || !parsed.ok) return true;
  const path = pathOf(place, parsed);
  const before = nodeAt(draft.parsed.root, path);
  const after = nodeAt(parsed.root, path);
  return (before && draft.text.slice(before.start, before.end)) === (after && text.slice(after.start, after.end));
}

function pathOf(place: string, parsed: JsonParse & { ok: true }): JsonPath {
  const path: (string | number)[] = [];
  for (const part of place.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(nodeAt(parsed.root, path)?.kind === "array" ? Number(name) : name);
  }
  return path;
}

/** What stands at a place: its text, or undefined when it is left out. */
export function textAt(draft: ArgumentsDraft, path: JsonPath): string | undefined {
  const node = draft.parsed.ok ? nodeAt(draft.parsed.root, path) : undefined;
  return node && draft.text.slice(node.start, node.end);
}

export function valueAt(draft: ArgumentsDraft, path: JsonPath): JsonValue | undefined {
  const node = draft.parsed.ok ? nodeAt(draft.parsed.root, path) : undefined;
  return node && jsonValueOf(draft.text, node);
}

/** Writes JSON text at a place; the form calls it only with text that is JSON. */
export function writeJson(
  draft: ArgumentsDraft,
  path: JsonPath,
  valueText: string,
  order?: readonly string[],
): ArgumentsDraft {
  if (!draft.parsed.ok) return draft;
  return edited(draft, writeAt(draft.text, path, valueText, order), without(draft.pending, path));
}

export function writeValue(
  draft: ArgumentsDraft,
  path: JsonPath,
  value: JsonValue,
  order?: readonly string[],
): ArgumentsDraft {
  return writeJson(draft, path, JSON.stringify(value, null, 2), order);
}

/** Text of a field that takes JSON (a number, a JSON box): into the document when it is JSON of that kind, else pending. */
export function typeInto(
  draft: ArgumentsDraft,
  path: JsonPath,
  typed: string,
  accepts: (parsed: JsonParse & { ok: true }) => boolean,
  order?: readonly string[],
): ArgumentsDraft {
  const parsed = parseJson(typed);
  if (parsed.ok && accepts(parsed)) return writeJson(draft, path, typed.trim(), order);
  return { ...draft, pending: { ...draft.pending, [placeOf(path)]: typed } };
}

/** Leaves a member out; what it held comes back with `bringBack`. */
export function leaveOut(draft: ArgumentsDraft, path: JsonPath): ArgumentsDraft {
  const held = textAt(draft, path);
  const left = edited(draft, removeAt(draft.text, path), without(draft.pending, path));
  return held === undefined || held === "null" ? left : { ...left, stash: { ...left.stash, [placeOf(path)]: held } };
}

export function writeNull(draft: ArgumentsDraft, path: JsonPath, order?: readonly string[]): ArgumentsDraft {
  const held = textAt(draft, path);
  const next = writeJson(draft, path, "null", order);
  return held === undefined || held === "null" ? next : { ...next, stash: { ...next.stash, [placeOf(path)]: held } };
}

/** Gives a place a value again: what it held before, else `starter`. */
export function bringBack(
  draft: ArgumentsDraft,
  path: JsonPath,
  starter: JsonValue,
  order?: readonly string[],
): ArgumentsDraft {
  const held = draft.stash[placeOf(path)];
  return held === undefined ? writeValue(draft, path, starter, order) : writeJson(draft, path, held, order);
}

/** Changes the alternative of a union. Members that both know keep their values; the old value waits in the stash. */
export function chooseVariant(
  draft: ArgumentsDraft,
  path: JsonPath,
  change: { from: number; to: number; starter: JsonValue; keep: readonly string[] },
): ArgumentsDraft {
  const place = placeOf(path);
  const held = textAt(draft, path);
  const waiting = draft.stash[`${place}/${VARIANT}${change.to}`];
  let next = waiting === undefined ? writeValue(draft, path, change.starter) : writeJson(draft, path, waiting);
  if (waiting === undefined && typeof change.starter === "object" && change.starter !== null) {
    for (const name of change.keep) {
      const kept = textAt(draft, [...path, name]);
      if (kept !== undefined) next = writeJson(next, [...path, name], kept);
    }
  }
  const stash = held === undefined ? next.stash : { ...next.stash, [`${place}/${VARIANT}${change.from}`]: held };
  return { ...next, stash, chosen: { ...next.chosen, [place]: change.to } };
}

export function addItem(draft: ArgumentsDraft, path: JsonPath, index: number, value: JsonValue): ArgumentsDraft {
  const text = insertItem(draft.text, path, index, JSON.stringify(value, null, 2));
  return moved(draft, path, text, (name) => String(Number(name) < index ? Number(name) : Number(name) + 1));
}

export function removeItem(draft: ArgumentsDraft, path: JsonPath, index: number): ArgumentsDraft {
  const text = removeAt(draft.text, [...path, index]);
  return moved(draft, path, text, (name) => {
    if (Number(name) === index) return undefined;
    return String(Number(name) < index ? Number(name) : Number(name) - 1);
  });
}

export function moveItem(draft: ArgumentsDraft, path: JsonPath, from: number, to: number): ArgumentsDraft {
  const text = swapItems(draft.text, path, from, to);
  if (text === draft.text) return draft;
  const other: Record<string, string> = { [from]: String(to), [to]: String(from) };
  return moved(draft, path, text, (name) => other[name] ?? name);
}

/** Undefined when another member has that name already. */
export function renameEntry(
  draft: ArgumentsDraft,
  path: JsonPath,
  from: string,
  to: string,
): ArgumentsDraft | undefined {
  if (from === to) return draft;
  if (textAt(draft, [...path, to]) !== undefined) return undefined;
  const text = renameMember(draft.text, path, from, to);
  return moved(draft, path, text, (name) => (name === escaped(from) ? escaped(to) : name));
}

/** True when the text is a JSON object and no field holds unfinished text: it can be called with. */
export function isCallable(draft: ArgumentsDraft): boolean {
  return draft.parsed.ok && draft.parsed.root.kind === "object" && Object.keys(draft.pending).length === 0;
}

/** Gives up the unfinished texts of fields. */
export function dropPending(draft: ArgumentsDraft): ArgumentsDraft {
  return { ...draft, pending: {} };
}

function edited(draft: ArgumentsDraft, text: string, pending: ArgumentsDraft["pending"]): ArgumentsDraft {
  return { ...draft, text, parsed: parseJson(text), pending };
}

/** Children of `path` moved: what is remembered by place moves with the child it belongs to. */
function moved(
  draft: ArgumentsDraft,
  path: JsonPath,
  text: string,
  newName: (name: string) => string | undefined,
): ArgumentsDraft {
  const above = `${placeOf(path)}/`;
  const carried = <Entry>(all: { readonly [place: string]: Entry }) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([place, entry]) => {
        if (!place.startsWith(above)) return [[place, entry]];
        const [, name = "", below = ""] = /^([^/]*)(.*)$/s.exec(place.slice(above.length)) ?? [];
        const next = newName(name);
        return next === undefined ? [] : [[`${above}${next}${below}`, entry]];
      }),
    );
  const { pending, chosen, stash } = draft;
  return { text, parsed: parseJson(text), pending: carried(pending), chosen: carried(chosen), stash: carried(stash) };
}

function without(pending: ArgumentsDraft["pending"], path: JsonPath): ArgumentsDraft["pending"] {
  const place = placeOf(path);
  return Object.fromEntries(Object.entries(pending).filter(([key]) => key !== place && !key.startsWith(`${place}/`)));
}
