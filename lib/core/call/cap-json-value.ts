import type { JsonValue } from "../errors/json-value";

/** UTF-16 length of the JSON text that a card is given at most. */
const CARD_LIMIT = 200_000;

const ROUNDS = [
  { items: 1000, characters: 20_000 },
  { items: 200, characters: 4000 },
  { items: 40, characters: 1000 },
  { items: 10, characters: 200 },
] as const;

/** A value small enough for a card: long arrays, objects and texts are cut, each with a note that says how much is missing. */
export function capJsonValue(value: JsonValue, limit: number = CARD_LIMIT): { value: JsonValue; cut: boolean } {
  if (JSON.stringify(value).length <= limit) return { value, cut: false };
  for (const round of ROUNDS) {
    const smaller = shorten(value, round);
    if (JSON.stringify(smaller).length <= limit) return { value: smaller, cut: true };
  }
  return { value: "[too large to show]", cut: true };
}

function shorten(value: JsonValue, to: { items: number; characters: number }): JsonValue {
  if (typeof value === "string") {
    if (value.length <= to.characters) return value;
    return `${value.slice(0, to.characters)}[… ${value.length - to.characters} more characters]`;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const items = value.slice(0, to.items).map((item) => shorten(item, to));
    return value.length > to.items ? [...items, `[… ${value.length - to.items} more items]`] : items;
  }
  const entries = Object.entries(value);
  const kept: [string, JsonValue][] = entries.slice(0, to.items).map(([key, member]) => [key, shorten(member, to)]);
  if (entries.length > to.items) kept.push(["[…]", `${entries.length - to.items} more members`]);
  return Object.fromEntries(kept);
}
