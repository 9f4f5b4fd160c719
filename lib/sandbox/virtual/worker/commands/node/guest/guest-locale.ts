import type { LocaleRequest, LocaleValue, Localized } from "../localized";
import { ask } from "./guest-host";

/** Which arguments a method takes, by what they are turned into. */
type Taken = "text" | "number" | "moment" | "list";

const FORMATTERS: Readonly<Record<string, { bound?: string; methods: Readonly<Record<string, readonly Taken[]>> }>> = {
  Collator: { bound: "compare", methods: { compare: ["text", "text"] } },
  DateTimeFormat: {
    bound: "format",
    methods: {
      format: ["moment"],
      formatToParts: ["moment"],
      formatRange: ["moment", "moment"],
      formatRangeToParts: ["moment", "moment"],
    },
  },
  ListFormat: { methods: { format: ["list"], formatToParts: ["list"] } },
  NumberFormat: {
    bound: "format",
    methods: {
      format: ["number"],
      formatToParts: ["number"],
      formatRange: ["number", "number"],
      formatRangeToParts: ["number", "number"],
    },
  },
  PluralRules: { methods: { select: ["number"], selectRange: ["number", "number"] } },
  RelativeTimeFormat: { methods: { format: ["number", "text"], formatToParts: ["number", "text"] } },
};

type Asked = Pick<LocaleRequest, "kind" | "method" | "given">;

/**
 * Gives the engine, which knows no languages, what Node has of them: the `toLocale…` methods, `localeCompare` and the part of
 * `Intl` that formats and compares, all answered by the host. `zone` names the program's time zone at the moment of a call.
 */
export function installLocale(zone: () => string | undefined): void {
  const inLocale = (asked: Asked, locales: unknown, options: unknown): unknown => {
    const request = { ...asked, locales: plainLocales(locales), options: plainOptions(options) };
    const answer = ask<Localized>("localized", request, zone() ?? "");
    if ("value" in answer) return answer.value;
    const { name, message } = answer.error;
    throw name === "RangeError" ? new RangeError(message) : new TypeError(message);
  };

  extend(String.prototype, {
    localeCompare(this: unknown, other: unknown, locales: unknown, options: unknown) {
      const given = [{ text: textOf(this, "localeCompare") }, { text: String(other) }];
      return inLocale({ kind: "Collator", method: "compare", given }, locales, options);
    },
  });
  for (const method of ["toLocaleUpperCase", "toLocaleLowerCase"]) {
    extend(String.prototype, {
      [method](this: unknown, locales: unknown) {
        return inLocale({ kind: "String", method, given: [{ text: textOf(this, method) }] }, locales, undefined);
      },
    });
  }
  for (const prototype of [Number.prototype, BigInt.prototype]) {
    const ownValue = prototype.valueOf as () => number | bigint;
    extend(prototype, {
      toLocaleString(this: unknown, locales: unknown, options: unknown) {
        const given = [numberValue(ownValue.call(this))];
        return inLocale({ kind: "NumberFormat", method: "format", given }, locales, options);
      },
    });
  }
  const { getTime } = Date.prototype;
  for (const method of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
    extend(Date.prototype, {
      [method](this: Date, locales: unknown, options: unknown) {
        return inLocale({ kind: "Date", method, given: [numberValue(getTime.call(this))] }, locales, options);
      },
    });
  }
  for (const prototype of [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype) as object]) {
    extend(prototype, { toLocaleString: listToLocaleString });
  }

  const intl: Record<string, unknown> = {
    getCanonicalLocales: (locales: unknown) => inLocale({ kind: "Intl", method: "locales", given: [] }, locales, {}),
  };
  for (const kind of Object.keys(FORMATTERS)) intl[kind] = formatterClass(kind, inLocale);
  const shown = Object.defineProperty({}, Symbol.toStringTag, { value: "Intl", configurable: true });
  extend(shown, intl);
  extend(globalThis, { Intl: shown });
}

function formatterClass(kind: string, inLocale: (asked: Asked, locales: unknown, options: unknown) => unknown) {
  const { bound, methods } = FORMATTERS[kind] as (typeof FORMATTERS)[string];
  const chosen = new WeakMap<object, { locales: unknown; options: unknown }>();
  const use = (self: unknown, method: string, given: LocaleValue[]): unknown => {
    const own = chosen.get(self as object);
    if (own === undefined)
      throw new TypeError(`Method Intl.${kind}.prototype.${method} called on incompatible receiver`);
    return inLocale({ kind, method, given }, own.locales, own.options);
  };
  const Formatter = function (this: unknown, locales: unknown, options: unknown) {
    const self = new.target === undefined ? (Object.create(Formatter.prototype) as object) : (this as object);
    // What is chosen now counts, whatever becomes of the objects that it came in.
    chosen.set(self, { locales: plainLocales(locales), options: plainOptions(options) });
    use(self, "resolvedOptions", []);
    return self;
  };
  Object.defineProperty(Formatter, "name", { value: kind, configurable: true });
  for (const [method, taken] of Object.entries(methods)) {
    const work = (self: unknown, given: unknown[]) =>
      use(
        self,
        method,
        taken.map((kindOf, index) => localeValue(kindOf, given[index])),
      );
    if (method === bound) {
      Object.defineProperty(Formatter.prototype, method, {
        get(this: unknown) {
          return (...given: unknown[]) => work(this, given);
        },
        configurable: true,
      });
    } else {
      extend(Formatter.prototype, {
        [method](this: unknown, ...given: unknown[]) {
          return work(this, given);
        },
      });
    }
  }
  extend(Formatter.prototype, {
    resolvedOptions(this: unknown) {
      return use(this, "resolvedOptions", []);
    },
  });
  extend(Formatter, {
    supportedLocalesOf: (locales: unknown, options: unknown) =>
      inLocale({ kind, method: "supportedLocalesOf", given: [] }, locales, options),
  });
  Object.defineProperty(Formatter.prototype, Symbol.toStringTag, { value: `Intl.${kind}`, configurable: true });
  return Formatter;
}

const beingListed = new Set<object>();

function listToLocaleString(this: unknown, locales: unknown, options: unknown): string {
  const list = Object(this) as ArrayLike<{ toLocaleString(locales: unknown, options: unknown): unknown } | null>;
  if (beingListed.has(list)) return "";
  beingListed.add(list);
  try {
    return Array.from(list, (one) => (one == null ? "" : String(one.toLocaleString(locales, options)))).join(",");
  } finally {
    beingListed.delete(list);
  }
}

function extend(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

function textOf(value: unknown, method: string): string {
  if (value === undefined || value === null) {
    throw new TypeError(`String.prototype.${method} called on null or undefined`);
  }
  return String(value);
}

function numberValue(value: number | bigint): LocaleValue {
  if (typeof value === "bigint") return { bigint: String(value) };
  return { number: Object.is(value, -0) ? "-0" : String(value) };
}

function localeValue(taken: Taken, value: unknown): LocaleValue {
  switch (taken) {
    case "text":
      return { text: String(value) };
    case "number":
      return numberValue(typeof value === "bigint" ? value : Number(value));
    case "moment":
      return numberValue(value === undefined ? Date.now() : Number(value));
    case "list":
      return { list: [...(value as Iterable<unknown>)].map(listed) };
  }
}

function listed(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("Iterable yielded a non-String value");
  return value;
}

/** Names that are no texts are left for the host to refuse. */
function plainLocales(locales: unknown): LocaleRequest["locales"] {
  if (locales === undefined || locales === null || typeof locales === "string") return locales;
  return Array.from(Object(locales) as ArrayLike<string>);
}

/** Every option as a value that JSON keeps; one that is undefined is not there. */
function plainOptions(options: unknown): LocaleRequest["options"] {
  if (options === undefined || options === null) return options;
  const plain: Record<string, unknown> = {};
  const given = Object(options) as Record<string, unknown>;
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    const isPlain = value === null || typeof value === "boolean" || Number.isFinite(value);
    plain[name] = isPlain ? value : String(value);
  }
  return plain;
}
