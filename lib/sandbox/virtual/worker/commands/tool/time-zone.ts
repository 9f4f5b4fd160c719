/** A time zone as `TZ` names it. */
export interface TimeZone {
  /** Seconds east of UTC at a moment. */
  offsetAt(epochMs: number): number;
  abbreviationAt(epochMs: number): string;
  /** The name that `Intl` has for it. */
  intlName: string;
}

export const UTC: TimeZone = { offsetAt: () => 0, abbreviationAt: () => "UTC", intlName: "UTC" };

/** `TZ` unset or empty is UTC, as is a name that nobody knows. */
export function timeZone(name: string | undefined): TimeZone {
  const wanted = (name ?? "").replace(/^:/, "");
  if (wanted === "" || /^(?:UTC|GMT|Etc\/UTC|UTC0)$/.test(wanted)) return UTC;
  const fixed = /^<?([A-Za-z]{3,}|[+-]\d+)>?([+-]?)(\d{1,2})(?::(\d{2}))?$/.exec(wanted);
  if (fixed !== null) {
    const [, abbreviation = "", sign, hours = "0", minutes = "0"] = fixed;
    // In POSIX the sign counts westwards.
    const seconds = (sign === "-" ? 1 : -1) * (Number(hours) * 3600 + Number(minutes) * 60);
    const isWhole = Number(minutes) === 0;
    // `Etc/GMT` counts westwards too, and is older than offsets as names.
    const intlName = isWhole
      ? `Etc/GMT${sign === "-" ? "-" : "+"}${Number(hours)}`
      : `${sign === "-" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
    return { offsetAt: () => seconds, abbreviationAt: () => abbreviation, intlName };
  }
  return namedZone(wanted) ?? { ...UTC, abbreviationAt: () => /^[A-Za-z]+/.exec(wanted)?.[0] ?? "UTC" };
}

const BEFORE_ZONES = Date.UTC(1800, 0, 1);

function namedZone(name: string): TimeZone | undefined {
  let parts: Intl.DateTimeFormat;
  try {
    parts = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
  const offsetAt = (moment: number): number => {
    // Before there were zones every place kept the sun's time, and the parts of a year B.C. do not say so.
    const epochMs = Math.max(moment, BEFORE_ZONES);
    const found = new Map<string, number>(parts.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
    const at = (type: string): number => found.get(type) ?? 0;
    const local = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
    return Math.round((local - Math.floor(epochMs / 1000) * 1000) / 1000);
  };
  return { offsetAt, abbreviationAt: (epochMs) => abbreviation(name, epochMs, offsetAt(epochMs)), intlName: name };
}

function abbreviation(name: string, epochMs: number, offset: number): string {
  for (const locale of ["en-US", "en-GB", "en-AU", "en-IN"]) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: "short" }).formatToParts(epochMs);
    const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{2,5}$/.test(short)) return short;
  }
  if (name === "Asia/Tokyo") return "JST";
  const minutes = Math.abs(offset) / 60;
  const hours = String(Math.floor(minutes / 60)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${hours}${minutes % 60 === 0 ? "" : String(minutes % 60).padStart(2, "0")}`;
}

/** The moment at which the clock of a zone shows the given UTC-like time. */
export function momentOfLocal(localMs: number, zone: TimeZone): number {
  const guess = localMs - zone.offsetAt(localMs) * 1000;
  const again = localMs - zone.offsetAt(guess) * 1000;
  return zone.offsetAt(again) === zone.offsetAt(guess) ? again : Math.max(guess, again);
}
