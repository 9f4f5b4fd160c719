import { defineCommand } from "just-bash/browser";
import { failed } from "../command-result";

const LINE = /^(.*?): (.*)$/;

/** `file`, whose columns stand in line and which says of JSON what libmagic says. */
export const file = defineCommand("file", async (given, context) => {
  if (context.origCommand === undefined) return failed("file", "not available", 127);
  const result = await context.origCommand(given);
  const stdout = result.stdout.replace(/(^|: )JSON data$/gm, "$1JSON text data");
  const brief = given.some((argument) => /^-[a-zA-Z]*b/.test(argument) || argument === "--brief");
  if (brief) return { ...result, stdout };
  const rows = stdout.split("\n").map((line) => LINE.exec(line));
  const width = Math.max(0, ...rows.map((row) => row?.[1]?.length ?? 0));
  const aligned = rows.map((row) => (row === null ? "" : `${`${row[1]}:`.padEnd(width + 1)} ${row[2]}`));
  return { ...result, stdout: aligned.join("\n") };
});
