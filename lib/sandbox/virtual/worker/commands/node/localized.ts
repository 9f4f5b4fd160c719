/** What the guest asks of the host's `Intl`. Numbers come as texts, because JSON has no `NaN`, `-0` or bigint. */
export interface LocaleRequest {
  /** A constructor of `Intl`, or the prototype whose method it is. */
  kind: string;
  method: string;
  locales?: string | string[] | null;
  options?: Record<string, unknown> | null;
  given: LocaleValue[];
  /** The name that `Intl` has for the zone of the program. */
  zone: string;
}

export type LocaleValue = { number: string } | { bigint: string } | { text: string } | { list: string[] };

export type Localized = { value: unknown } | { error: { name: "RangeError" | "TypeError"; message: string } };

/** A program has the same words wherever it runs, so what it does not choose is not the browser's. */
const DEFAULT_LOCALE = "en-US";
const MOST_KEPT = 50;

const FORMATTERS = {
  Collator: ["compare"],
  DateTimeFormat: ["format", "formatToParts", "formatRange", "formatRangeToParts"],
  ListFormat: ["format", "formatToParts"],
  NumberFormat: ["format", "formatToParts", "formatRange", "formatRangeToParts"],
  PluralRules: ["select", "selectRange"],
  RelativeTimeFormat: ["format", "formatToParts"],
} as const;
type FormatterKind = keyof typeof FORMATTERS;
type Formatter = Record<string, (...given: unknown[]) => unknown>;
type FormatterClass = {
  new (locales: string[], options: unknown): Formatter;
  supportedLocalesOf(locales: string[], options: unknown): string[];
};

/** Sorting asks for the same one over and over, and making one takes far longer than using it. */
const kept = new Map<string, Formatter>();

/** Does a piece of work that depends on a language; a wrong locale or option is an answer, with the engine's own words. */
export function localized(request: LocaleRequest): Localized {
  try {
    return { value: perform(request) };
  } catch (error) {
    if (error instanceof RangeError) return { error: { name: "RangeError", message: error.message } };
    if (error instanceof TypeError) return { error: { name: "TypeError", message: error.message } };
    throw error;
  }
}

function perform(request: LocaleRequest): unknown {
  const { kind, method, options } = request;
  const asked = Intl.getCanonicalLocales(request.locales as string[] | undefined);
  const given = request.given.map(engineValue);
  if (kind === "String") {
    const text = String(given[0]);
    return method === "toLocaleUpperCase" ? text.toLocaleUpperCase(asked) : text.toLocaleLowerCase(asked);
  }
  const locales = [...asked, DEFAULT_LOCALE];
  if (kind === "Date") {
    const date = new Date(given[0] as number);
    const zoned = inZone(options, request.zone) as Intl.DateTimeFormatOptions;
    if (method === "toLocaleDateString") return date.toLocaleDateString(locales, zoned);
    return method === "toLocaleTimeString"
      ? date.toLocaleTimeString(locales, zoned)
      : date.toLocaleString(locales, zoned);
  }
  if (kind === "Intl") return asked;
  if (!isFormatterKind(kind)) throw new TypeError(`Intl.${kind} is not available in the embedded shell's node`);
  const Class = Intl[kind] as unknown as FormatterClass;
  if (method === "supportedLocalesOf") return Class.supportedLocalesOf(asked, options);
  const own = kind === "DateTimeFormat" ? inZone(options, request.zone) : options;
  const formatter = keep(kind, locales, own, () => new Class(locales, own));
  if (method === "resolvedOptions") return formatter.resolvedOptions?.();
  if (!(FORMATTERS[kind] as readonly string[]).includes(method)) throw new TypeError(`${method} is not a function`);
  return formatter[method]?.(...given);
}

/** What a date's own text calls a zone at a moment. */
export function zoneName(timeZone: string, moment: number): string {
  const format = new Intl.DateTimeFormat(DEFAULT_LOCALE, { timeZone, timeZoneName: "long" });
  const named = new Date(moment);
  // Names are kept for the years of computers only; in others a zone has those that it has now.
  if (named.getUTCFullYear() < 1970 || named.getUTCFullYear() > 2037) named.setUTCFullYear(2024);
  return format.formatToParts(named).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

function keep(kind: string, locales: string[], options: unknown, make: () => Formatter): Formatter {
  const key = JSON.stringify([kind, locales, options]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}

function inZone(options: LocaleRequest["options"], timeZone: string): object | null {
  return options === null ? null : { ...options, timeZone: options?.timeZone ?? timeZone };
}

function isFormatterKind(kind: string): kind is FormatterKind {
  return Object.hasOwn(FORMATTERS, kind);
}

function engineValue(value: LocaleValue): unknown {
  if ("number" in value) return Number(value.number);
  if ("bigint" in value) return BigInt(value.bigint);
  return "text" in value ? value.text : value.list;
}
