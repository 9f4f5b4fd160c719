import type { TimeZone } from "./time-zone";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const CONVERSION = /%([_\-0^#+]*)(\d*)(:{0,3})[EO]?([a-zA-Z%])/g;
const DAY_MS = 86_400_000;

/** `strftime` in the C locale with GNU's flags. `nanoseconds` are those of the second. */
export function formatTime(format: string, epochMs: number, zone: TimeZone, nanoseconds?: number): string {
  const seconds = Math.floor(epochMs / 1000);
  const offset = zone.offsetAt(epochMs);
  const local = new Date((seconds + offset) * 1000);
  const nanos = nanoseconds ?? Math.round((epochMs - seconds * 1000) * 1e6);
  const year = local.getUTCFullYear();
  const hour12 = local.getUTCHours() % 12 || 12;
  const dayOfYear = Math.floor((local.getTime() - startOfYear(year)) / DAY_MS);
  const weekDay = local.getUTCDay();
  const again = (text: string): string => formatTime(text, epochMs, zone, nanos);
  const values = new Map<string, () => string | [number, number, string?]>([
    ["a", () => (DAYS[weekDay] as string).slice(0, 3)],
    ["A", () => DAYS[weekDay] as string],
    ["b", () => (MONTHS[local.getUTCMonth()] as string).slice(0, 3)],
    ["h", () => (MONTHS[local.getUTCMonth()] as string).slice(0, 3)],
    ["B", () => MONTHS[local.getUTCMonth()] as string],
    ["c", () => again("%a %b %e %H:%M:%S %Y")],
    ["C", () => [Math.floor(year / 100), 2]],
    ["d", () => [local.getUTCDate(), 2]],
    ["D", () => again("%m/%d/%y")],
    ["e", () => [local.getUTCDate(), 2, " "]],
    ["F", () => again("%Y-%m-%d")],
    ["g", () => [isoWeek(local).year % 100, 2]],
    ["G", () => [isoWeek(local).year, 4]],
    ["H", () => [local.getUTCHours(), 2]],
    ["I", () => [hour12, 2]],
    ["j", () => [dayOfYear + 1, 3]],
    ["k", () => [local.getUTCHours(), 2, " "]],
    ["l", () => [hour12, 2, " "]],
    ["m", () => [local.getUTCMonth() + 1, 2]],
    ["M", () => [local.getUTCMinutes(), 2]],
    ["n", () => "\n"],
    ["N", () => [nanos, 9]],
    ["p", () => (local.getUTCHours() < 12 ? "AM" : "PM")],
    ["P", () => (local.getUTCHours() < 12 ? "am" : "pm")],
    ["q", () => [Math.floor(local.getUTCMonth() / 3) + 1, 1]],
    ["r", () => again("%I:%M:%S %p")],
    ["R", () => again("%H:%M")],
    ["s", () => [seconds, 1]],
    ["S", () => [local.getUTCSeconds(), 2]],
    ["t", () => "\t"],
    ["T", () => again("%H:%M:%S")],
    ["u", () => [weekDay || 7, 1]],
    ["U", () => [Math.floor((dayOfYear + 7 - weekDay) / 7), 2]],
    ["V", () => [isoWeek(local).week, 2]],
    ["w", () => [weekDay, 1]],
    ["W", () => [Math.floor((dayOfYear + 7 - ((weekDay + 6) % 7)) / 7), 2]],
    ["x", () => again("%m/%d/%y")],
    ["X", () => again("%H:%M:%S")],
    ["y", () => [((year % 100) + 100) % 100, 2]],
    ["Y", () => [year, 4]],
    ["Z", () => zone.abbreviationAt(epochMs)],
    ["%", () => "%"],
  ]);
  return format.replace(CONVERSION, (whole, flags: string, width: string, colons: string, letter: string) => {
    if (letter === "z") return zoneOffset(offset, colons.length, flags);
    if (colons !== "" || !values.has(letter)) return whole;
    const value = values.get(letter)?.() ?? whole;
    if (typeof value === "string") return styled(value, flags, width);
    if (letter === "N" && (width !== "" || flags.includes("-"))) {
      const digits = String(value[0]).padStart(9, "0");
      return flags.includes("-")
        ? digits.replace(/0+$/, "") || "0"
        : digits.padEnd(Number(width), "0").slice(0, Number(width));
    }
    return number(value, flags, width);
  });
}

function number([value, digits, fill = "0"]: [number, number, string?], flags: string, width: string): string {
  if (flags.includes("-")) return String(value);
  const filler = flags.includes("_") ? " " : flags.includes("0") ? "0" : fill;
  const size = width === "" ? digits : Number(width);
  if (value < 0) return `-${String(-value).padStart(size - 1, filler)}`;
  return String(value).padStart(size, filler);
}

function styled(text: string, flags: string, width: string): string {
  const cased = flags.includes("^") ? text.toUpperCase() : flags.includes("#") ? swapped(text) : text;
  return cased.padStart(Number(width || 0), flags.includes("0") ? "0" : " ");
}

function swapped(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** `+0100`, `+01:00`, `+01:00:00`, or the shortest of these. */
export function zoneOffset(offset: number, colons: number, flags = ""): string {
  const magnitude = Math.abs(offset);
  const [hours, minutes, seconds] = [Math.floor(magnitude / 3600), Math.floor(magnitude / 60) % 60, magnitude % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  const hour = flags.includes("-") ? String(hours) : two(hours);
  if (colons === 0) return `${sign}${hour}${two(minutes)}`;
  if (colons === 1) return `${sign}${hour}:${two(minutes)}`;
  if (colons === 2) return `${sign}${hour}:${two(minutes)}:${two(seconds)}`;
  return `${sign}${hour}${minutes || seconds ? `:${two(minutes)}` : ""}${seconds ? `:${two(seconds)}` : ""}`;
}

function startOfYear(year: number): number {
  const start = new Date(0);
  start.setUTCFullYear(year, 0, 1);
  return start.getTime();
}

function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime());
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - startOfYear(year)) / DAY_MS / 7) + 1 };
}
