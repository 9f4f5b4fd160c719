import { momentOfLocal, type TimeZone, timeZone } from "../tool/time-zone";

export interface Moment {
  epochMs: number;
  /** Of the second. */
  nanoseconds: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const ORDINALS: Readonly<Record<string, number>> = {
  last: -1,
  this: 0,
  next: 1,
  first: 1,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};
/** Unit → the part of the date it moves, and by how much. */
const UNITS: Readonly<Record<string, [part: "year" | "month" | "day" | "second", by: number]>> = {
  year: ["year", 1],
  month: ["month", 1],
  fortnight: ["day", 14],
  week: ["day", 7],
  day: ["day", 1],
  hour: ["second", 3600],
  minute: ["second", 60],
  min: ["second", 60],
  second: ["second", 1],
  sec: ["second", 1],
};
const DAY_WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, now: 0, tomorrow: 1 };
/** Hours east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  ut: 0,
  wet: 0,
  z: 0,
  west: 1,
  bst: 1,
  cet: 1,
  met: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  sgt: 8,
  jst: 9,
  nzst: 12,
  nzdt: 13,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
};
const NANOSECONDS = 1_000_000_000;

interface Parts {
  date: { year: number | undefined; month: number; day: number } | undefined;
  time: { hour: number; minute: number; second: number; nanoseconds: number } | undefined;
  zone: number | undefined;
  weekday: { day: number; ordinal: number } | undefined;
  moved: { year: number; month: number; day: number; second: number };
  isRelative: boolean;
  epoch: Moment | undefined;
}

/** A date as GNU `date -d` reads it, or undefined when it is none. What stands here and is not understood is no date. */
export function parseDate(text: string, now: Moment, given: TimeZone): Moment | undefined {
  const prefix = /^\s*TZ="([^"]*)"\s*/.exec(text);
  const zone = prefix === null ? given : timeZone(prefix[1]);
  const reader = new DateReader((prefix === null ? text : text.slice(prefix[0].length)).replace(/\([^()]*\)/g, " "));
  const parts = reader.read();
  return parts === undefined ? undefined : momentOf(parts, now, zone);
}

class DateReader {
  private rest: string;
  private readonly parts: Parts = {
    date: undefined,
    time: undefined,
    zone: undefined,
    weekday: undefined,
    moved: { year: 0, month: 0, day: 0, second: 0 },
    isRelative: false,
    epoch: undefined,
  };

  constructor(text: string) {
    this.rest = text.trim().toLowerCase();
  }

  read(): Parts | undefined {
    while (this.rest !== "") {
      if (!this.item()) return undefined;
      this.rest = this.rest.replace(/^[\s,]+/, "");
    }
    return this.parts;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.rest);
    if (found === null) return undefined;
    this.rest = this.rest.slice(found[0].length);
    return found;
  }

  private item(): boolean {
    return (
      this.epoch() ||
      this.isoDate() ||
      this.timeOfDay() ||
      this.dateWithSlashes() ||
      this.dateWithName() ||
      this.relative() ||
      this.word() ||
      this.plainNumber()
    );
  }

  private epoch(): boolean {
    const found = this.take(/^@(-?\d+)(?:[.,](\d+))?(?![\w.])/);
    if (found === undefined) return false;
    const nanoseconds = Number((found[2] ?? "").padEnd(9, "0").slice(0, 9));
    const seconds = Number(found[1]);
    const isBefore = seconds <= 0 && found[1]?.startsWith("-") && nanoseconds > 0;
    this.parts.epoch = {
      epochMs:
        (isBefore ? seconds - 1 : seconds) * 1000 +
        Math.floor((isBefore ? NANOSECONDS - nanoseconds : nanoseconds) / 1e6),
      nanoseconds: isBefore ? NANOSECONDS - nanoseconds : nanoseconds,
    };
    return this.rest === "" || this.rest.startsWith(" ");
  }

  private isoDate(): boolean {
    const found =
      this.take(/^(\d{4,})-(\d{1,2})-(\d{1,2})(?!\d)(?:t(?=\d+:))?/) ??
      this.take(/^(\d{4})(\d{2})(\d{2})(?!\d)(?:t(?=\d+:))?/);
    if (found === undefined) return false;
    return this.setDate(Number(found[1]), Number(found[2]), Number(found[3]));
  }

  private setDate(year: number | undefined, month: number, day: number): boolean {
    if (this.parts.date !== undefined || month < 1 || month > 12 || day < 1) return false;
    const length = new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate();
    if (day > (year === undefined ? 31 : length)) return false;
    this.parts.date = { year, month, day };
    return true;
  }

  private timeOfDay(): boolean {
    const found =
      this.take(/^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?!\d)/) ??
      this.take(/^(\d{1,2})()()()(?=\s*[ap]\.?m\b)/);
    if (found === undefined) return false;
    if (this.parts.time !== undefined) return false;
    let hour = Number(found[1]);
    const half = this.take(/^\s*([ap])\.?m\.?(?![a-z])/);
    if (half !== undefined) {
      if (hour < 1 || hour > 12) return false;
      hour = (hour % 12) + (half[1] === "p" ? 12 : 0);
    } else if (!this.offset()) return false;
    const time = {
      hour,
      minute: Number(found[2] || 0),
      second: Number(found[3] || 0),
      nanoseconds: Number((found[4] ?? "").padEnd(9, "0").slice(0, 9)),
    };
    if (time.hour > 23 || time.minute > 59 || time.second > 60) return false;
    this.parts.time = time;
    return true;
  }

  /** `+0100`, `-5`, `+05:30` behind a time: `10:00 +3 days` is ten o'clock three hours east and a day later. */
  private offset(): boolean {
    const found = this.take(/^\s*([+-])\s*(\d{1,2}):?(\d{2})?(?!\d)/);
    if (found === undefined) return true;
    const hours = Number(found[2]) + Number(found[3] ?? 0) / 60;
    this.parts.zone = (found[1] === "-" ? -1 : 1) * hours * 3600;
    return hours <= 24;
  }

  private dateWithSlashes(): boolean {
    const found = this.take(/^(\d+)\/(\d{1,2})(?:\/(\d+))?(?!\d)/);
    if (found === undefined) return false;
    const [, one = "", two, three] = found;
    if (three === undefined) return this.setDate(undefined, Number(one), Number(two));
    if (one.length >= 4) return this.setDate(Number(one), Number(two), Number(three));
    return this.setDate(fullYear(three), Number(one), Number(two));
  }

  private dateWithName(): boolean {
    const name = `(${MONTHS.map((month) => `${month}[a-z]*`).join("|")})`;
    const dayFirst = this.take(
      new RegExp(
        `^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+|-|(?=[a-z]))${name}\\.?(?:(?:[\\s,]+|-)(\\d{4}|\\d{2}(?=-|$))(?![\\d:]))?`,
      ),
    );
    if (dayFirst !== undefined) {
      return this.named(dayFirst[2] as string, dayFirst[1] as string, dayFirst[3]);
    }
    const monthFirst = this.take(
      new RegExp(
        `^${name}\\.?(?:\\s+|-)(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:(?:\\s*,\\s*|\\s+|-)(\\d{4})(?![\\d:]))?`,
      ),
    );
    if (monthFirst !== undefined) return this.named(monthFirst[1] as string, monthFirst[2] as string, monthFirst[3]);
    return false;
  }

  private named(month: string, day: string, year: string | undefined): boolean {
    const index = MONTHS.indexOf(month.slice(0, 3));
    const full = [
      "january",
      "february",
      "march",
      "april",
      "may",
      "june",
      "july",
      "august",
      "september",
      "october",
      "november",
      "december",
    ];
    if (month !== full[index] && month.length !== 3 && month !== "sept") return false;
    return this.setDate(year === undefined ? undefined : fullYear(year), index + 1, Number(day));
  }

  private relative(): boolean {
    const unit = "(year|month|fortnight|week|day|hour|minute|min|second|sec)s?(?![a-z])";
    const counted = this.take(new RegExp(`^([+-]?)\\s*(\\d+)\\s*${unit}(\\s+ago\\b)?`));
    if (counted !== undefined) {
      const sign = (counted[1] === "-" ? -1 : 1) * (counted[4] === undefined ? 1 : -1);
      return this.move(counted[3] as string, sign * Number(counted[2]));
    }
    const named = this.take(new RegExp(`^(${Object.keys(ORDINALS).join("|")})\\s+${unit}(\\s+ago\\b)?`));
    if (named !== undefined) {
      return this.move(
        named[2] as string,
        (ORDINALS[named[1] as string] as number) * (named[3] === undefined ? 1 : -1),
      );
    }
    const bare = this.take(new RegExp(`^${unit}(\\s+ago\\b)?`));
    return bare !== undefined && this.move(bare[1] as string, bare[2] === undefined ? 1 : -1);
  }

  private move(unit: string, count: number): boolean {
    const [part, by] = UNITS[unit] as [keyof Parts["moved"], number];
    this.parts.moved[part] += by * count;
    this.parts.isRelative = true;
    return true;
  }

  private word(): boolean {
    const days = `(sunday|monday|tuesday|wednesday|thursday|friday|saturday|sun|mon|tues|tue|wednes|wed|thurs|thur|thu|fri|sat)\\.?(?![a-z])`;
    const weekday = this.take(new RegExp(`^(?:(${Object.keys(ORDINALS).join("|")})\\s+|([+-]?\\d+)\\s+)?${days}`));
    if (weekday !== undefined) {
      if (this.parts.weekday !== undefined) return false;
      const ordinal = weekday[1] !== undefined ? (ORDINALS[weekday[1]] as number) : Number(weekday[2] ?? 0);
      this.parts.weekday = { day: DAYS.indexOf((weekday[3] as string).slice(0, 3)), ordinal };
      return true;
    }
    const found = this.take(/^([a-z]+)(?![a-z0-9])/);
    if (found === undefined) return false;
    const word = found[1] as string;
    if (Object.hasOwn(DAY_WORDS, word)) {
      this.parts.moved.day += DAY_WORDS[word] as number;
      this.parts.isRelative = true;
      return true;
    }
    if (Object.hasOwn(ZONES, word) && this.parts.zone === undefined) {
      this.parts.zone = (ZONES[word] as number) * 3600;
      this.offsetAfterName();
      return true;
    }
    return false;
  }

  /** `UTC+3`: the offset counts from the name. */
  private offsetAfterName(): void {
    const found = this.take(/^([+-])(\d{1,2}):?(\d{2})?(?!\d|\s*(?:year|month|fortnight|week|day|hour|min|sec))/);
    if (found === undefined) return;
    this.parts.zone =
      (this.parts.zone ?? 0) + (found[1] === "-" ? -1 : 1) * (Number(found[2]) + Number(found[3] ?? 0) / 60) * 3600;
  }

  /** A number alone is a year after a date without one, otherwise an hour, or hours and minutes. */
  private plainNumber(): boolean {
    const found = this.take(/^(\d+)(?![\d:/-])/);
    if (found === undefined) return false;
    const digits = found[1] as string;
    const { parts } = this;
    if (parts.date !== undefined && parts.date.year === undefined && digits.length === 4) {
      parts.date.year = Number(digits);
      return true;
    }
    if (parts.time !== undefined || digits.length > 4) return false;
    const [hour, minute] =
      digits.length <= 2 ? [Number(digits), 0] : [Number(digits.slice(0, -2)), Number(digits.slice(-2))];
    if (hour > 23 || minute > 59) return false;
    parts.time = { hour, minute, second: 0, nanoseconds: 0 };
    return true;
  }
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

function momentOf(parts: Parts, now: Moment, zone: TimeZone): Moment | undefined {
  const { moved } = parts;
  if (parts.epoch !== undefined && (parts.date !== undefined || parts.time !== undefined)) return undefined;
  const base = parts.epoch ?? now;
  const offset = parts.zone ?? zone.offsetAt(base.epochMs);
  const local = new Date(Math.floor(base.epochMs / 1000) * 1000 + offset * 1000);
  const isFixed = parts.date !== undefined || parts.time !== undefined || parts.weekday !== undefined;
  const time = parts.time ?? (isFixed ? { hour: 0, minute: 0, second: 0, nanoseconds: 0 } : undefined);
  const date = parts.date;
  let day = date?.day ?? local.getUTCDate();
  const month = date?.month ?? local.getUTCMonth() + 1;
  const year = date?.year ?? local.getUTCFullYear();
  if (date !== undefined && date.day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  if (parts.weekday !== undefined && date === undefined) {
    const { day: wanted, ordinal } = parts.weekday;
    const today = local.getUTCDay();
    day += ((wanted - today + 7) % 7) + 7 * (ordinal - (ordinal > 0 && today !== wanted ? 1 : 0));
  }
  const target = new Date(0);
  target.setUTCFullYear(year + moved.year, month - 1 + moved.month, day + moved.day);
  target.setUTCHours(
    time?.hour ?? local.getUTCHours(),
    time?.minute ?? local.getUTCMinutes(),
    time?.second ?? local.getUTCSeconds(),
    0,
  );
  const shown = target.getTime();
  const seconds = parts.zone === undefined ? momentOfLocal(shown, zone) : shown - parts.zone * 1000;
  if (Number.isNaN(seconds)) return undefined;
  const nanoseconds = time === undefined ? base.nanoseconds : time.nanoseconds;
  return { epochMs: seconds + moved.second * 1000 + Math.floor(nanoseconds / 1e6), nanoseconds };
}
