const MOST_NODES = 1_000_000;
const DEEPEST = 100;
const TYPED_ARRAYS = [
  Uint8Array,
  Uint8ClampedArray,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
] as const;

export interface CopiedResult {
  value: unknown;
  /** About what it takes in memory. */
  bytes: number;
}

/**
 * A copy that shares nothing with the value and that nobody can tell from it: JSON data, BigInt, Date, Map, Set, bytes.
 * `undefined` for what a copy would not be the same as: cycles, functions, instances of classes, what is too large. Never
 * throws.
 */
export function copyResult(value: unknown): CopiedResult | undefined {
  const copier = new Copier();
  try {
    return { value: copier.copy(value, 0), bytes: copier.bytes };
  } catch {
    return undefined;
  }
}

class Copier {
  bytes = 0;
  private nodes = 0;

  /** Throws for what cannot be copied. */
  copy(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case "string":
        this.bytes += value.length + 8;
        return value;
      case "function":
      case "symbol":
        throw new Error("has no copy");
      case "object":
        return value === null ? null : this.object(value, depth);
      default:
        this.bytes += 8;
        return value;
    }
  }

  private object(value: object, depth: number): unknown {
    this.nodes += 1;
    this.bytes += 16;
    if (depth > DEEPEST || this.nodes > MOST_NODES) throw new Error("is too large");
    if (Array.isArray(value)) return this.list(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return this.members(value, depth, prototype);
    if (prototype === Date.prototype) return new Date((value as Date).getTime());
    if (prototype === Map.prototype) return new Map(this.list(Array.from(value as Map<unknown, unknown>), depth) as []);
    if (prototype === Set.prototype) return new Set(this.list(Array.from(value as Set<unknown>), depth));
    if (prototype === ArrayBuffer.prototype) return this.buffer(value as ArrayBuffer);
    for (const TypedArray of TYPED_ARRAYS) {
      if (prototype !== TypedArray.prototype) continue;
      const view = value as Uint8Array;
      this.bytes += view.byteLength;
      return new (TypedArray as typeof Uint8Array)(view);
    }
    throw new Error("has no copy");
  }

  private buffer(value: ArrayBuffer): ArrayBuffer {
    this.bytes += value.byteLength;
    return value.slice(0);
  }

  private list(items: readonly unknown[], depth: number): unknown[] {
    this.nodes += items.length;
    if (this.nodes > MOST_NODES) throw new Error("is too large");
    const copied = new Array<unknown>(items.length);
    for (let index = 0; index < items.length; index += 1) copied[index] = this.copy(items[index], depth + 1);
    return copied;
  }

  private members(value: object, depth: number, prototype: unknown): object {
    const record = value as { [key: string]: unknown };
    const copied: { [key: string]: unknown } = prototype === null ? Object.create(null) : {};
    for (const key of Object.keys(record)) {
      if (key === "__proto__") throw new Error("has no copy");
      this.bytes += key.length;
      copied[key] = this.copy(record[key], depth + 1);
    }
    if (Object.getOwnPropertySymbols(value).length > 0) throw new Error("has no copy");
    return copied;
  }
}
