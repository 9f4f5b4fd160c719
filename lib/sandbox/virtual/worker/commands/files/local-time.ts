const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const HALF_A_YEAR_MS = (365.2425 / 2) * 24 * 60 * 60 * 1000;

interface Clock {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/** `2024-01-15 10:00:00.123000000 +0200`, in the zone that `TZ` names. */
export function fullTime(time: Date, zone: string | undefined): string {
  const { year, month, day, hour, minute, second } = clockOf(time, zone);
  const fraction = String(((time.getTime() % 1000) + 1000) % 1000).padStart(3, "0");
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${fraction}000000 ${offset(time, zone)}`;
}

/** `Jan 15 10:00`, or with the year in place of the hour for what is not of the last half year. */
export function listTime(time: Date, zone: string | undefined, now: Date): string {
  const { year, month, day, hour, minute } = clockOf(time, zone);
  const age = now.getTime() - time.getTime();
  const recent = age >= 0 && age < HALF_A_YEAR_MS;
  return `${MONTHS[Number(month) - 1]} ${String(Number(day)).padStart(2)} ${recent ? `${hour}:${minute}` : ` ${year}`}`;
}

function clockOf(time: Date, zone: string | undefined): Clock {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zoneName(zone),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(time);
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? "";
  return {
    year: part("year").padStart(4, "0"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

function offset(time: Date, zone: string | undefined): string {
  const { year, month, day, hour, minute, second } = clockOf(time, zone);
  const there = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const minutes = Math.round((there - Math.floor(time.getTime() / 1000) * 1000) / 60_000);
  const size = Math.abs(minutes);
  const pair = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pair(Math.floor(size / 60))}${pair(size % 60)}`;
}

/** What is no zone's name is UTC, as for the GNU tools. */
function zoneName(zone: string | undefined): string {
  if (zone === undefined || zone === "") return "UTC";
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return zone;
  } catch {
    return "UTC";
  }
}
