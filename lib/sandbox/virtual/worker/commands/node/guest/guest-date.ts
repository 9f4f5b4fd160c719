import { ask } from "./guest-host";

const NativeDate = Date;
const native = NativeDate.prototype;
const { getTime, setTime } = native;
/** How the host's own clock shows a moment; kept from before the parts are replaced. */
const hostsParts = [
  native.getFullYear,
  native.getMonth,
  native.getDate,
  native.getHours,
  native.getMinutes,
  native.getSeconds,
  native.getMilliseconds,
];
const { now, UTC, parse: nativeParse } = NativeDate;

/** Zones change their offset at such moments only, so one answer of the host is good for all of one piece. */
const PIECE_MS = 900_000;
const MOST_KEPT = 1000;

const PARTS = ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"] as const;

/** Names its own zone at the end: `Z`, an offset, or the words that mail and `toString` use. */
const HAS_ZONE = /(?:Z|[+-]\d{1,2}:?\d{0,2}|\b(?:GMT|UTC?|[ECMP][SD]T))\s*(?:\([^)]*\))?$/i;
const DATE_ALONE = /^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?$/;

/**
 * Gives `Date` the program's time zone: the engine has only its host's, which is that of the person's browser.
 *
 * @param zone The value of `TZ` at the moment of a call; unset is UTC, as for the shell's `date`.
 */
export function installDate(zone: () => string | undefined): void {
  const kept = new Map<string, number>();
  const offsetAt = (moment: number): number => {
    if (Number.isNaN(moment)) return 0;
    const name = zone() ?? "";
    const key = `${name} ${Math.floor(moment / PIECE_MS)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const offset = ask<number>("zoneOffset", name, moment) * 1000;
    kept.set(key, offset);
    return offset;
  };
  const toLocal = (moment: number): number => moment + offsetAt(moment);
  const fromLocal = (local: number): number => {
    const guess = local - offsetAt(local);
    const again = local - offsetAt(guess);
    // An hour that the clocks leave out is told by the offset before it.
    return offsetAt(again) === offsetAt(guess) ? again : Math.max(guess, again);
  };
  /** A date whose UTC parts are the local parts of this one. */
  const shown = (date: Date): Date => new NativeDate(toLocal(momentOf(date)));

  const parse = (given: unknown): number => {
    const text = String(given).trim();
    const moment = nativeParse(text);
    if (Number.isNaN(moment) || DATE_ALONE.test(text) || HAS_ZONE.test(text)) return moment;
    const hosts = new NativeDate(moment);
    return fromLocal(utcOf(hostsParts.map((part) => part.call(hosts))));
  };

  const zonedDate = function (...given: unknown[]): unknown {
    if (new.target === undefined) return new NativeDate().toString();
    return Reflect.construct(NativeDate, ownArguments(given), new.target);
  };
  const ownArguments = (given: unknown[]): unknown[] => {
    if (given.length === 0) return [];
    if (given.length > 1) return [fromLocal((UTC as (...parts: number[]) => number)(...given.map(Number)))];
    const [value] = given;
    if (value instanceof NativeDate) return [getTime.call(value)];
    const plain = typeof value === "object" && value !== null ? primitive(value) : value;
    return [typeof plain === "string" ? parse(plain) : plain];
  };

  const methods: Record<string, (this: Date, ...given: number[]) => unknown> = {
    getTimezoneOffset() {
      const moment = momentOf(this);
      return Number.isNaN(moment) ? Number.NaN : 0 - Math.trunc(offsetAt(moment) / 60_000);
    },
    getDay() {
      return shown(this).getUTCDay();
    },
    getYear() {
      return shown(this).getUTCFullYear() - 1900;
    },
    setYear(year) {
      const full = year >= 0 && year <= 99 ? 1900 + Math.trunc(year) : year;
      return (this as unknown as { setFullYear(year: number): number }).setFullYear(full);
    },
    toDateString() {
      return Number.isNaN(momentOf(this)) ? "Invalid Date" : dayText(shown(this));
    },
    toTimeString() {
      const moment = momentOf(this);
      return Number.isNaN(moment) ? "Invalid Date" : timeText(shown(this), offsetAt(moment), zoneName(moment, zone()));
    },
    toString(this: Date) {
      const moment = momentOf(this);
      if (Number.isNaN(moment)) return "Invalid Date";
      return `${dayText(shown(this))} ${timeText(shown(this), offsetAt(moment), zoneName(moment, zone()))}`;
    },
  };
  for (const part of PARTS) {
    methods[`get${part}`] = function (this: Date) {
      return shown(this)[`getUTC${part}`]();
    };
    methods[`set${part}`] = function (this: Date, ...given: number[]) {
      const local = shown(this);
      (local[`setUTC${part}`] as (...parts: number[]) => number)(...given);
      return setTime.call(this, fromLocal(getTime.call(local)));
    };
  }
  for (const [name, method] of Object.entries(methods)) define(native, name, named(name, method));

  define(native, "constructor", zonedDate);
  define(zonedDate, "now", now);
  define(zonedDate, "UTC", UTC);
  define(zonedDate, "parse", named("parse", parse));
  Object.defineProperties(zonedDate, {
    prototype: { value: native, writable: false, enumerable: false, configurable: false },
    name: { value: "Date", configurable: true },
    length: { value: 7, configurable: true },
  });
  define(globalThis, "Date", zonedDate);
}

function momentOf(value: Date): number {
  if (!(value instanceof NativeDate)) throw new TypeError("this is not a Date object.");
  return getTime.call(value);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

function named<Method extends object>(name: string, method: Method): Method {
  return Object.defineProperty(method, "name", { value: name, configurable: true });
}

/** As `Date.UTC`, which takes the years 0 to 99 for those of the last century. */
function utcOf([year = 0, month = 0, day = 1, ...time]: number[]): number {
  const date = new NativeDate(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(...(time as [number, number, number, number]));
}

function primitive(value: object): unknown {
  const own = value.valueOf();
  return typeof own === "object" ? String(value) : own;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** `Thu Jan 01 1970`. */
function dayText(shown: Date): string {
  const year = shown.getUTCFullYear();
  const years = year < 0 ? `-${String(-year).padStart(4, "0")}` : String(year).padStart(4, "0");
  const day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][shown.getUTCDay()];
  const month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
    shown.getUTCMonth()
  ];
  return `${day} ${month} ${two(shown.getUTCDate())} ${years}`;
}

/** `00:00:00 GMT+0000 (Coordinated Universal Time)`. */
function timeText(shown: Date, offset: number, name: string): string {
  const time = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()].map(two).join(":");
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const sign = offset < 0 ? "-" : "+";
  return `${time} GMT${sign}${two(Math.floor(minutes / 60))}${two(minutes % 60)} (${name})`;
}

function zoneName(moment: number, zone: string | undefined): string {
  return ask<string>("zoneName", zone ?? "", moment);
}
