import { parseDate } from "../date/parse-date";
import { parseOptions } from "../tool/parse-options";
import { quoted } from "../tool/quoted";
import { type ToolRun, textTool } from "../tool/text-tool";
import { timeZone } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";

const STAMP = /^(\d{2}|\d{4})?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/;

/** `touch [-c] [-a] [-m] [-d DATE | -t [[CC]YY]MMDDhhmm[.ss] | -r FILE] FILE…`; one time is kept of a file. */
export const touch = textTool("touch", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "touch",
    short: "camd:t:r:hf",
    long: { "no-create": "c", "date=": "d", "reference=": "r", "time=": "time", "no-dereference": "h" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  if (operands.length === 0) {
    throw new ToolFailure("missing file operand\nTry 'touch --help' for more information.", 1);
  }
  const source = options.findLast(({ name }) => ["d", "t", "r"].includes(name));
  const time = source === undefined ? new Date() : await timeOf(run, source);
  const { fs } = run.context;
  for (const name of operands) {
    try {
      if (!(await fs.exists(run.path(name)))) {
        if (has("c")) continue;
        await fs.lstat(fs.resolvePath(run.path(name), ".."));
        await fs.writeFile(run.path(name), "");
      }
      // Only the time of the last access was asked for, and that one is not kept.
      if (has("a") && !has("m")) continue;
      await fs.utimes(run.path(name), time, time);
    } catch (error) {
      run.complain(`cannot touch '${name}': ${fileFailure(error)}`);
    }
  }
});

async function timeOf(run: ToolRun, { name, value }: { name: string; value: string }): Promise<Date> {
  if (name === "r") {
    try {
      return (await run.context.fs.stat(run.path(value))).mtime;
    } catch (error) {
      throw new ToolFailure(`failed to get attributes of '${value}': ${fileFailure(error)}`, 1);
    }
  }
  if (name === "t" && !STAMP.test(value)) throw new ToolFailure(`invalid date format ${quoted(value)}`, 1);
  const now = Date.now();
  const moment = parseDate(
    name === "t" ? fromStamp(value) : value.trim() === "" ? "00:00" : value,
    { epochMs: now, nanoseconds: (now % 1000) * 1_000_000 },
    timeZone(run.context.env.get("TZ")),
  );
  if (moment === undefined) throw new ToolFailure(`invalid date format ${quoted(value)}`, 1);
  return new Date(moment.epochMs);
}

function fromStamp(stamp: string): string {
  const [, year, month, day, hour, minute, second = "00"] = STAMP.exec(stamp) ?? [];
  const century = year?.length === 2 ? (Number(year) >= 69 ? `19${year}` : `20${year}`) : year;
  return `${century ?? new Date().getUTCFullYear()}-${month}-${day} ${hour}:${minute}:${second}`;
}
