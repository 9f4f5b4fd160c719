/** Watches what all tools of one worker share: the objects that the language and the platform provide. */
export interface IntrinsicsWatch {
  /** Takes how they stand now as how they should be. */
  remember(): void;
  /** What was added, removed or changed first since `remember`, by its name ("Array.prototype.map"). */
  changed(): string | undefined;
}

const LANGUAGE = `Object Function Array String Number Boolean BigInt Symbol Promise Map Set WeakMap WeakSet RegExp Error
AggregateError TypeError RangeError Date ArrayBuffer DataView Uint8Array Iterator`.split(/\s+/);
const NAMESPACES = ["JSON", "Math", "Reflect", "console"];
const PLATFORM = `URL URLSearchParams Headers Response TextEncoder TextDecoder AbortController AbortSignal EventTarget
Crypto`.split(/\s+/);
const INTRINSICS: readonly string[] = [...LANGUAGE, ...NAMESPACES, ...PLATFORM];
/** A name that authored code made up is shown no longer than this. */
const LONGEST_NAME = 100;

interface Watched {
  name: string;
  target: object;
  /** Of the global object only these: a tool may keep a global of its own. */
  only: readonly PropertyKey[] | undefined;
  prototype: object | null;
  keys: readonly PropertyKey[];
  descriptors: readonly (PropertyDescriptor | undefined)[];
}

/**
 * To be called before any authored code runs: the functions that the check needs are taken here. It notices what authored
 * code does to the shared objects, not code that knows of the check and hides from it.
 */
export function watchIntrinsics(scope: object): IntrinsicsWatch {
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const same = Object.is;
  const watched: Watched[] = [];

  function watch(name: string, target: unknown, only?: readonly PropertyKey[]): void {
    if (!isObject(target) || watched.some((other) => other.target === target)) return;
    watched.push({ name, target, only, prototype: null, keys: [], descriptors: [] });
  }

  function watchNamed(name: string): void {
    const intrinsic: unknown = Reflect.get(scope, name);
    if (!isObject(intrinsic)) return;
    watch(name, intrinsic);
    watch(`${name}.prototype`, Reflect.get(intrinsic, "prototype"));
  }

  for (const name of INTRINSICS) watchNamed(name);
  watch("TypedArray", getPrototypeOf(Uint8Array));
  watch("TypedArray.prototype", getPrototypeOf(Uint8Array.prototype));
  watch(
    "AsyncFunction.prototype",
    getPrototypeOf(async () => undefined),
  );
  watch("Iterator.prototype", getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object));
  for (const collection of [[], "", new Map(), new Set()]) {
    watch("the prototype of an iterator", getPrototypeOf(collection[Symbol.iterator]()));
  }
  const globals = new Set<PropertyKey>();
  for (let at: object | null = scope; at !== null && at !== Object.prototype; at = getPrototypeOf(at)) {
    for (const key of ownKeys(at)) {
      const value = getOwnPropertyDescriptor(at, key)?.value;
      const isOurs = INTRINSICS.includes(String(key)) || (typeof value === "function" && isLowerCase(String(key)));
      if (isOurs) globals.add(key);
    }
    if (at !== scope) watch("globalThis", at);
  }
  // `globalThis.fetch = …` makes an own property of what was inherited: that it was absent is remembered, too.
  watch("globalThis", scope, [...globals]);

  function remember(): void {
    for (const one of watched) {
      one.prototype = getPrototypeOf(one.target);
      one.keys = one.only ?? ownKeys(one.target).filter((key) => !isSetting(key));
      one.descriptors = one.keys.map((key) => getOwnPropertyDescriptor(one.target, key));
    }
  }

  /** Calls no method and iterates nothing, since those are what may have been changed. */
  function changedIn(one: Watched): string | undefined {
    const { target, keys, descriptors } = one;
    if (getPrototypeOf(target) !== one.prototype) return `the prototype of ${one.name}`;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as PropertyKey;
      const now = getOwnPropertyDescriptor(target, key);
      const then = descriptors[index];
      if (now === then) continue;
      if (
        now === undefined ||
        then === undefined ||
        !same(now.value, then.value) ||
        now.get !== then.get ||
        now.set !== then.set ||
        now.writable !== then.writable ||
        now.configurable !== then.configurable
      ) {
        return memberName(one.name, key);
      }
    }
    return one.only === undefined ? addedTo(one) : undefined;
  }

  function addedTo({ name, target, keys }: Watched): string | undefined {
    const now = ownKeys(target);
    if (now.length === keys.length) return undefined;
    for (let index = 0; index < now.length; index += 1) {
      const key = now[index] as PropertyKey;
      if (!isSetting(key) && !has(keys, key)) return memberName(name, key);
    }
    return undefined;
  }

  return {
    remember,
    changed() {
      for (let index = 0; index < watched.length; index += 1) {
        const found = changedIn(watched[index] as Watched);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Functions such as `fetch`, but not the browser's hundreds of interfaces. */
function isLowerCase(name: string): boolean {
  return /^[a-z]/.test(name);
}

/** What code may honestly change while it runs. */
function isSetting(key: PropertyKey): boolean {
  return key === "stackTraceLimit";
}

function has(keys: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let index = 0; index < keys.length; index += 1) if (keys[index] === key) return true;
  return false;
}

function memberName(owner: string, key: PropertyKey): string {
  if (typeof key !== "string") return `${owner}[a symbol]`;
  return key.length > LONGEST_NAME ? `a member of ${owner}` : `${owner}.${key}`;
}
