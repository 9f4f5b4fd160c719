"use client";

import { useEffect, useLayoutEffect, useState } from "react";

const STEPS: readonly [limit: number, divisor: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [Number.POSITIVE_INFINITY, 86_400, "day"],
];

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });

/** "3m ago", "in 2h". Differences under five seconds read "now". */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return "now";
  for (const [limit, divisor, unit] of STEPS) {
    if (size < limit) return format.format(Math.trunc(seconds / divisor), unit);
  }
  return "now";
}

/** A moment, as how long ago it was; the exact time is in the tooltip. Follows the clock. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const [now, setNow] = useState<number | undefined>(undefined);
  // Before it is drawn: by an older clock a new moment would lie ahead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read anew for each moment
  useLayoutEffect(() => setNow(Date.now()), [at]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <time
      className={className}
      dateTime={moment.toISOString()}
      suppressHydrationWarning
      title={moment.toLocaleString()}
    >
      {now === undefined ? "" : relativeTime(at, now)}
    </time>
  );
}
