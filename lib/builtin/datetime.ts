import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";

type Format = "iso" | "unix" | "readable" | "date" | "time";

export const datetime = tool({
  name: "datetime",
  description: "Get the current date and time, in any time zone and several formats.",
  parameters: z.object({
    timezone: z.string().min(1).optional().describe("IANA time zone such as Europe/Oslo; UTC when left out"),
    format: z.enum(["iso", "unix", "readable", "date", "time"]).default("iso").describe("How to write it"),
  }),
  category: "utility",
  execute({ timezone, format }) {
    if (timezone !== undefined && !isTimeZone(timezone)) {
      return { error: `Invalid timezone: ${timezone}`, timezone, format };
    }
    return { datetime: write(new Date(), format, timezone), timezone: timezone ?? "UTC", format };
  },
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function write(now: Date, format: Format, timezone: string | undefined): string {
  switch (format) {
    case "unix":
      return String(Math.floor(now.getTime() / 1000));
    case "readable":
      return new Intl.DateTimeFormat("en-US", {
        timeZone: timezone ?? "UTC",
        dateStyle: "full",
        timeStyle: "long",
      }).format(now);
    case "iso":
      return timezone === undefined ? now.toISOString() : localIso(now, timezone);
    case "date": {
      const { year, month, day } = partsOf(now, timezone);
      return `${month}/${day}/${year}`;
    }
    case "time": {
      const { hour, minute, second } = partsOf(now, timezone);
      return `${hour}:${minute}:${second}`;
    }
  }
}

/** Local time without an offset. */
function localIso(now: Date, timezone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(now, timezone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

function partsOf(now: Date, timezone: string | undefined): Record<string, string> {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone ?? "UTC",
    // With the default cycle, midnight is written as hour 24.
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(now).map((part) => [part.type, part.value]));
}
