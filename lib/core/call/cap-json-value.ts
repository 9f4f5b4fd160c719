import type { JsonValue } from "../errors/json-value";

/** UTF-16 length of the JSON text that a card is given at most. */
export const CARD_LIMIT = 200_000;
const ITEMS_LIMIT = 1000;
const TEXT_LIMIT = 20_000;
/** Room for the notes of containers that are open when the budget ends. */
const NOTE_ROOM = 50;

/** A value small enough for a card: long arrays, objects and texts are cut, each with a note that says how much is missing. */
export function capJsonValue(value: JsonValue, limit: number = CARD_LIMIT): { value: JsonValue; cut: boolean } {
  if (JSON.stringify(value).length <= limit) return { value, cut: false };
  return { value: new Shortener(limit).shorten(value), cut: true };
}

/** Walks once, front to back, and spends the limit; what does not fit any more is counted, not copied. */
class Shortener {
  constructor(private room: number) {}

  shorten(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (value === null || typeof value !== "object") {
      this.room -= String(value).length + 1;
      return value;
    }
    this.room -= NOTE_ROOM;
    return Array.isArray(value) ? this.items(value) : this.members(value);
  }

  private text(text: string): string {
    const budget = Math.max(0, Math.min(TEXT_LIMIT, this.room));
    const kept = text.length > budget ? `${text.slice(0, budget)}[… ${text.length - budget} more characters]` : text;
    this.room -= JSON.stringify(kept).length + 1;
    return kept;
  }

  private items(items: JsonValue[]): JsonValue[] {
    const kept: JsonValue[] = [];
    for (const item of items) {
      if (kept.length >= ITEMS_LIMIT || this.room <= 0) {
        kept.push(`[… ${items.length - kept.length} more items]`);
        break;
      }
      kept.push(this.shorten(item));
    }
    return kept;
  }

  private members(record: { [key: string]: JsonValue }): JsonValue {
    const entries = Object.entries(record);
    const kept: { [key: string]: JsonValue } = {};
    for (const [index, [key, member]] of entries.entries()) {
      if (index >= ITEMS_LIMIT || this.room <= 0) {
        kept["[…]"] = `${entries.length - index} more members`;
        break;
      }
      this.room -= JSON.stringify(key).length + 1;
      kept[key] = this.shorten(member);
    }
    return kept;
  }
}
