import { describe, expect, it } from "vitest";
import { watchIntrinsics } from "./watch-intrinsics";

/** The watch sees one realm, so what a test changes in it is put back. */
function changing(change: () => void, restore: () => void): string | undefined {
  const watch = watchIntrinsics(globalThis);
  watch.remember();
  try {
    change();
    return watch.changed();
  } finally {
    restore();
  }
}

function replacing(target: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): string | undefined {
  const before = Reflect.getOwnPropertyDescriptor(target, key);
  return changing(
    () => {
      if (descriptor === undefined) Reflect.deleteProperty(target, key);
      else Object.defineProperty(target, key, descriptor);
    },
    () => {
      if (before === undefined) Reflect.deleteProperty(target, key);
      else Object.defineProperty(target, key, before);
    },
  );
}

const evil = { value: () => ["EVIL"], configurable: true, writable: true };

describe("watchIntrinsics", () => {
  it.each<[string, object, PropertyKey]>([
    ["Array.prototype.map", Array.prototype, "map"],
    ["JSON.stringify", JSON, "stringify"],
    ["Object.prototype.polluted", Object.prototype, "polluted"],
    ["Promise.prototype.then", Promise.prototype, "then"],
    ["Map.prototype.get", Map.prototype, "get"],
    ["TypedArray.prototype.set", Object.getPrototypeOf(Uint8Array.prototype), "set"],
    ["Array.prototype[a symbol]", Array.prototype, Symbol.iterator],
    ["globalThis.fetch", globalThis, "fetch"],
    ["globalThis.setTimeout", globalThis, "setTimeout"],
  ])("names %s when it is put in place of what was there", (name, target, key) => {
    expect(replacing(target, key, evil)).toBe(name);
  });

  it("notices what is removed, made a getter, or frozen against others", () => {
    expect(replacing(String.prototype, "trim", undefined)).toBe("String.prototype.trim");
    expect(replacing(Math, "max", { get: () => Math.min, configurable: true })).toBe("Math.max");
    expect(replacing(Date, "now", { value: Date.now, writable: false, configurable: true })).toBe("Date.now");
  });

  it("says nothing of ordinary work, a global of the tool's own, or the length of stack traces", () => {
    const before = Error.stackTraceLimit;
    expect(
      changing(
        () => {
          Object.assign(globalThis, { counter: 1 });
          Error.stackTraceLimit = 3;
          "abc".match(/b/);
        },
        () => {
          Reflect.deleteProperty(globalThis, "counter");
          Error.stackTraceLimit = before;
        },
      ),
    ).toBeUndefined();
  });

  it("takes an extension made while the definition loads as how things are", () => {
    const watch = watchIntrinsics(globalThis);
    Object.defineProperty(Array.prototype, "last", { value: () => 1, configurable: true });
    try {
      watch.remember();
      expect(watch.changed()).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Array.prototype, "last");
    }
    expect(watch.changed()).toBe("Array.prototype.last");
  });

  it("gives a long name that code made up in a few words", () => {
    expect(replacing(Object.prototype, "x".repeat(5000), evil)).toBe("a member of Object.prototype");
  });
});
