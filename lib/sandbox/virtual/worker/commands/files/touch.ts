import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
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
  if (name === "t" && !STAMP.test(value)) throw new ToolFailure(`invalid date format '${value}'`, 1);
  const written = name === "t" ? fromStamp(value) : value;
  // One reader of dates for the whole shell, in the zone that TZ names.
  const answer = await run.context.exec?.(`date -d ${quoted(written)} +%s.%N`, { cwd: run.context.cwd });
  const seconds = Number(answer?.stdout);
  if (answer?.exitCode !== 0 || !Number.isFinite(seconds)) throw new ToolFailure(`invalid date format '${value}'`, 1);
  return new Date(Math.round(seconds * 1000));
}

function fromStamp(stamp: string): string {
  const [, year, month, day, hour, minute, second = "00"] = STAMP.exec(stamp) ?? [];
  const century = year?.length === 2 ? (Number(year) >= 69 ? `19${year}` : `20${year}`) : year;
  return `${century ?? new Date().getUTCFullYear()}-${month}-${day} ${hour}:${minute}:${second}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}
