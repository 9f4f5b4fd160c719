import { formatTime } from "../tool/format-time";
import { timeZone } from "../tool/time-zone";

const HALF_A_YEAR_MS = (365.2425 / 2) * 24 * 60 * 60 * 1000;

/** `2024-01-15 10:00:00.123000000 +0200`, in the zone that `TZ` names. */
export function fullTime(time: Date, zone: string | undefined): string {
  return formatTime("%Y-%m-%d %H:%M:%S.%N %z", time.getTime(), timeZone(zone));
}

/** `Jan 15 10:00`, or with the year in place of the hour for what is not of the last half year. */
export function listTime(time: Date, zone: string | undefined, now: Date): string {
  const age = now.getTime() - time.getTime();
  const isRecent = age >= 0 && age < HALF_A_YEAR_MS;
  return formatTime(isRecent ? "%b %e %H:%M" : "%b %e  %Y", time.getTime(), timeZone(zone));
}
