import { describeThrown, errorText } from "../errors/error-text";
import type { JsonValue } from "../errors/json-value";
import { encodeBase64 } from "./base64";
import { wellFormed } from "./truncate-text";

export const DEPTH_LIMIT = 100;
const NODE_LIMIT = 1_000_000;
const CHARACTER_LIMIT = 8_000_000;
const WELL_KNOWN_BYTES = 64_000;

export interface JsonReading {
  value: JsonValue;
  /** True when a limit on depth, size or count left something out; a note stands in its place. */
  cut: boolean;
  /** The limit on size or count did. */
  tooLarge: boolean;
  /** The limit on depth did. */
  tooDeep: boolean;
  /** True when a member named `__proto__` had to be given another name. */
  renamed: boolean;
}

/** Looks at a member before it is encoded; a returned value takes its place. */
export type MemberReplacer = (key: string, value: unknown) => JsonValue | undefined;

/**
 * Any value as JSON data. Never throws and always ends, whatever a tool returned: cycles, getters and `toJSON` that throw,
 * revoked proxies, endless or sparse arrays, BigInt. What JSON cannot say is written in words where a person will see
 * them.
 */
export function toJsonValue(value: unknown, replaceMember?: MemberReplacer): JsonReading {
  const encoder = new JsonEncoder(replaceMember);
  const encoded = encoder.encode(value, 0);
  const { tooLarge, tooDeep, renamed } = encoder;
  return { value: encoded, cut: tooLarge || tooDeep, tooLarge, tooDeep, renamed };
}

class JsonEncoder {
  tooLarge = false;
  tooDeep = false;
  renamed = false;
  private nodes = 0;
  private characters = 0;
  private readonly ancestors = new Set<object>();

  constructor(private readonly replaceMember: MemberReplacer | undefined) {}

  encode(value: unknown, depth: number): JsonValue {
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? (value === 0 ? 0 : value) : String(value);
      case "bigint":
        return this.text(value.toString());
      case "symbol":
        return this.text(value.toString());
      case "function":
        return "[function]";
      case "undefined":
        return null;
      case "object":
        return value === null ? null : this.object(value, depth);
    }
  }

  private isFull(): boolean {
    return this.nodes >= NODE_LIMIT || this.characters >= CHARACTER_LIMIT;
  }

  private text(raw: string): string {
    const text = wellFormed(raw);
    const room = CHARACTER_LIMIT - this.characters;
    this.characters += Math.min(text.length, room);
    if (text.length <= room) return text;
    this.tooLarge = true;
    return `${text.slice(0, room)}[… ${text.length - room} more characters]`;
  }

  private object(value: object, depth: number): JsonValue {
    if (this.ancestors.has(value)) return "[cycle]";
    if (depth >= DEPTH_LIMIT) {
      this.tooDeep = true;
      return `[nested deeper than ${DEPTH_LIMIT} levels]`;
    }
    this.ancestors.add(value);
    try {
      return this.known(value, depth);
    } catch (thrown) {
      return this.text(`[unreadable: ${errorText(thrown) || describeThrown(thrown)}]`);
    } finally {
      this.ancestors.delete(value);
    }
  }

  private known(value: object, depth: number): JsonValue {
    if (ArrayBuffer.isView(value)) return this.view(value, depth);
    if (value instanceof ArrayBuffer) return this.bytes("ArrayBuffer", new Uint8Array(value));
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof Map) return this.map(value, depth);
    // The collection's own iterator, not one that a subclass put in its place and that may never end.
    if (value instanceof Set) return this.list(Array.from(Set.prototype.values.call(value)), depth);
    if (value instanceof RegExp) return this.text(String(value));
    if (value instanceof Promise) return "[promise]";
    if (value instanceof WeakMap || value instanceof WeakSet) return "[weak collection]";
    if (value instanceof Number || value instanceof String || value instanceof Boolean) {
      return this.encode(value.valueOf(), depth + 1);
    }
    if (Array.isArray(value)) return this.list(value, depth);
    const toJson: unknown = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJson === "function") {
      const replaced: unknown = toJson.call(value);
      if (replaced !== value) return this.encode(replaced, depth + 1);
    }
    return this.members(value, depth);
  }

  private view(value: ArrayBufferView, depth: number): JsonValue {
    if (value instanceof Uint8Array || value instanceof Uint8ClampedArray || value instanceof DataView) {
      return this.bytes("bytes", new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    }
    return this.list(value as unknown as ArrayLike<unknown>, depth);
  }

  private bytes(kind: string, bytes: Uint8Array): JsonValue {
    if (bytes.byteLength > WELL_KNOWN_BYTES) {
      this.tooLarge = true;
      return `[${bytes.byteLength} ${kind === "bytes" ? "bytes" : `bytes in an ${kind}`}, too many to show]`;
    }
    return { bytes: bytes.byteLength, base64: this.text(encodeBase64(bytes)) };
  }

  private list(items: ArrayLike<unknown>, depth: number): JsonValue {
    const encoded: JsonValue[] = [];
    const read = (index: string) => items[Number(index)];
    for (let index = 0; index < items.length; index += 1) {
      if (this.isFull()) {
        this.tooLarge = true;
        encoded.push(`[… ${items.length - index} more items]`);
        break;
      }
      encoded.push(this.member(String(index), read, depth) ?? null);
    }
    return encoded;
  }

  private map(map: Map<unknown, unknown>, depth: number): JsonValue {
    const entries = Array.from(Map.prototype.entries.call(map) as IterableIterator<[unknown, unknown]>);
    if (entries.every(([key]) => typeof key === "string")) {
      return this.record(
        entries.map(([key]) => key as string),
        (key) => Map.prototype.get.call(map, key),
        depth,
      );
    }
    return this.list(entries, depth);
  }

  private members(value: object, depth: number): JsonValue {
    const keys = Object.keys(value);
    if (value instanceof Error) {
      keys.unshift("name", "message");
      if (value.cause !== undefined) keys.push("cause");
      if (value instanceof AggregateError) keys.push("errors");
    }
    return this.record(keys, (key) => (value as { [key: string]: unknown })[key], depth);
  }

  private record(keys: readonly string[], read: (key: string) => unknown, depth: number): JsonValue {
    const encoded: { [key: string]: JsonValue } = {};
    for (let index = 0; index < keys.length; index += 1) {
      if (this.isFull()) {
        this.tooLarge = true;
        encoded["[…]"] = `${keys.length - index} more members`;
        break;
      }
      const key = keys[index] as string;
      const member = this.member(key, read, depth);
      if (member !== undefined) encoded[this.key(key)] = member;
    }
    return encoded;
  }

  /** A member named `__proto__` would change a prototype, or vanish, wherever the value is copied. */
  private key(key: string): string {
    if (key !== "__proto__") return this.text(key);
    this.renamed = true;
    return "[__proto__]";
  }

  /** `undefined` for a member that JSON leaves out. */
  private member(key: string, read: (key: string) => unknown, depth: number): JsonValue | undefined {
    this.nodes += 1;
    try {
      const value = read(key);
      if (value === undefined) return undefined;
      return this.replaceMember?.(key, value) ?? this.encode(value, depth + 1);
    } catch (thrown) {
      return this.text(`[unreadable: ${errorText(thrown) || describeThrown(thrown)}]`);
    }
  }
}
