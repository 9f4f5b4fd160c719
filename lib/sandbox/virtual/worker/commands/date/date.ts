import { formatTime } from "../tool/format-time";
import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { timeZone, UTC } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";
import { type Moment, parseDate } from "./parse-date";

const ISO: Readonly<Record<string, string>> = {
  "": "%Y-%m-%d",
  date: "%Y-%m-%d",
  hours: "%Y-%m-%dT%H%:z",
  minutes: "%Y-%m-%dT%H:%M%:z",
  seconds: "%Y-%m-%dT%H:%M:%S%:z",
  ns: "%Y-%m-%dT%H:%M:%S,%N%:z",
};
const RFC_3339: Readonly<Record<string, string>> = {
  date: "%Y-%m-%d",
  seconds: "%Y-%m-%d %H:%M:%S%:z",
  ns: "%Y-%m-%d %H:%M:%S.%N%:z",
};

/** `date`: shows a moment. The clock cannot be set. */
export const date = textTool("date", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "date",
    short: "d:f:I::Rr:s:u",
    long: {
      "date=": "d",
      "file=": "f",
      "iso-8601=?": "I",
      "rfc-email": "R",
      "rfc-822": "R",
      "rfc-2822": "R",
      "rfc-3339=": "rfc-3339",
      "reference=": "r",
      "set=": "s",
      utc: "u",
      universal: "u",
      resolution: "resolution",
      debug: "debug",
    },
  });
  let zone = timeZone(run.context.env.get("TZ"));
  let format: string | undefined;
  let text: string | undefined;
  let reference: string | undefined;
  let file: string | undefined;
  for (const { name, value } of options) {
    if (name === "u") zone = UTC;
    else if (name === "d") text = value;
    else if (name === "r") reference = value;
    else if (name === "f") file = value;
    else if (name === "R") format = "%a, %d %b %Y %H:%M:%S %z";
    else if (name === "I" || name === "rfc-3339") {
      const known = name === "I" ? ISO : RFC_3339;
      const found =
        Object.keys(known).find((word) => word === value) ??
        Object.keys(known).find((word) => value !== "" && word.startsWith(value));
      if (found === undefined) {
        throw new ToolFailure(
          `invalid argument \u2018${value}\u2019 for \u2018--${name === "I" ? "iso-8601" : name}\u2019`,
          1,
        );
      }
      format = known[found];
    } else if (name === "s") throw new ToolFailure("cannot set date: Operation not permitted", 1);
    else throw new ToolFailure(`option not supported: --${name}`, 1);
  }
  for (const operand of operands) {
    if (!operand.startsWith("+")) {
      if (text !== undefined || format !== undefined) {
        throw new ToolFailure(
          `the argument \u2018${operand}\u2019 lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'\nTry 'date --help' for more information.`,
          1,
        );
      }
      throw new ToolFailure(`invalid date \u2018${operand}\u2019`, 1);
    }
    if (format !== undefined) throw new ToolFailure("multiple output formats specified", 1);
    format = operand.slice(1);
  }
  const show = (moment: Moment): void => {
    run.print(`${formatTime(format ?? "%a %b %e %H:%M:%S %Z %Y", moment.epochMs, zone, moment.nanoseconds)}\n`);
  };
  const milliseconds = Date.now();
  const now: Moment = { epochMs: milliseconds, nanoseconds: (milliseconds % 1000) * 1_000_000 };
  if (reference !== undefined) {
    const stat = await run.context.fs.stat(run.path(reference)).catch(() => {
      throw new ToolFailure(`${reference}: No such file or directory`, 1);
    });
    const modified = stat.mtime.getTime();
    show({ epochMs: modified, nanoseconds: Math.round((modified - Math.floor(modified / 1000) * 1000) * 1e6) });
    return;
  }
  const texts = file !== undefined ? splitLines((await run.tryRead(file)) ?? "") : [text];
  for (const one of texts) {
    if (one === undefined) {
      show(now);
      continue;
    }
    // An empty date is the beginning of today.
    const moment = one.trim() === "" ? parseDate("00:00", now, zone) : parseDate(one, now, zone);
    if (moment === undefined) run.complain(`invalid date \u2018${one}\u2019`);
    else show(moment);
  }
});
