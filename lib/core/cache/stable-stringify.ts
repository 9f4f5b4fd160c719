const MOST_NODES = 100_000;
const MOST_CHARACTERS = 2_000_000;
const DEEPEST = 100;

/**
 * One text for one value, in any order of members: two values have the same text exactly when nobody can tell them apart.
 * For JSON data it is JSON with sorted keys; a BigInt, a Date, NaN, a Map, a Set and bytes have texts of their own that no
 * JSON has. `undefined` for everything else (cycles, functions, instances of classes, getters that throw, what is too large):
 * no text could speak for it. Never throws.
 */
export function stableStringify(value: unknown): string | undefined {
  const writer = new StableWriter();
  try {
    const text = writer.write(value, 0);
    return text.length > MOST_CHARACTERS ? undefined : text;
  } catch {
    return undefined;
  }
}

class StableWriter {
  private nodes = 0;

  /** Throws for what has no text. */
  write(value: unknown, depth: number): string {
    switch (typeof value) {
      case "string":
        return JSON.stringify(value);
      case "number":
        return Number.isFinite(value) ? JSON.stringify(value) : String(value);
      case "boolean":
        return value ? "true" : "false";
      case "undefined":
        return "undefined";
      case "bigint":
        return `${value}n`;
      case "object":
        return value === null ? "null" : this.object(value, depth);
      default:
        throw new Error("has no text");
    }
  }

  private object(value: object, depth: number): string {
    this.nodes += 1;
    if (depth > DEEPEST || this.nodes > MOST_NODES) throw new Error("is too large");
    if (Array.isArray(value)) return this.list(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return this.members(value, depth);
    if (value instanceof Date) return `Date(${value.getTime()})`;
    if (value instanceof Map) return `Map${this.list(Array.from(value), depth)}`;
    if (value instanceof Set) return `Set${this.list(Array.from(value), depth)}`;
    if (ArrayBuffer.isView(value) && "length" in value) {
      return `${Object.prototype.toString.call(value)}${this.list(Array.from(value as unknown as ArrayLike<number>), depth)}`;
    }
    throw new Error("has no text");
  }

  private list(items: readonly unknown[], depth: number): string {
    this.nodes += items.length;
    if (this.nodes > MOST_NODES) throw new Error("is too large");
    let text = "[";
    for (let index = 0; index < items.length; index += 1) {
      if (index > 0) text += ",";
      text += this.write(items[index], depth + 1);
    }
    return `${text}]`;
  }

  private members(value: object, depth: number): string {
    const record = value as { [key: string]: unknown };
    const keys = Object.keys(record);
    if (keys.length > 1) keys.sort();
    let text = "{";
    for (const key of keys) {
      const member = record[key];
      if (member === undefined) continue;
      if (text.length > 1) text += ",";
      text += `${JSON.stringify(key)}:${this.write(member, depth + 1)}`;
    }
    return `${text}}`;
  }
}
