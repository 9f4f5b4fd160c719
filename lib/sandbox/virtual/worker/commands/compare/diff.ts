import { isBinary } from "@/lib/core/sandbox/is-binary";
import { compareNames } from "../files/compare-names";
import { fileFailure } from "../files/file-failure";
import { fullTime } from "../files/local-time";
import { bytesOfText } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { compileWildcard } from "../wildcard";
import { normalFormat, type Side, unifiedHunks } from "./diff-format";
import { type LineChange, lineChanges } from "./line-changes";

interface DiffOptions {
  /** Lines around a change; undefined for the normal format. */
  context: number | undefined;
  brief: boolean;
  tellSame: boolean;
  recursive: boolean;
  missingIsEmpty: boolean;
  asText: boolean;
  labels: readonly string[];
  /** What of a line counts. */
  keyOf(line: string): string;
  ignoreBlankLines: boolean;
  excluded: ((name: string) => boolean)[];
  /** The options as they were given, for the headings of a comparison of folders. */
  heading: string;
}

type Found = { type: "file"; text: string; modifiedAt: Date } | { type: "directory" } | { type: "missing" };

/** `diff [-u|-U N] [-q] [-s] [-r] [-N] [-i] [-w] [-b] [-B] [-a] [-x PATTERN] [--label TEXT] ONE OTHER` */
export const diff = textTool("diff", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "diff",
    short: "uU:qsrNiwbBax:L:ycedpZETdH",
    usageExitCode: 2,
    long: {
      "unified=?": "unified",
      brief: "q",
      "report-identical-files": "s",
      recursive: "r",
      "new-file": "N",
      "ignore-case": "i",
      "ignore-all-space": "w",
      "ignore-space-change": "b",
      "ignore-trailing-space": "Z",
      "ignore-blank-lines": "B",
      text: "a",
      "exclude=": "x",
      "label=": "L",
      "side-by-side": "y",
      "context=?": "c",
      ed: "e",
      normal: "normal",
      minimal: "d",
      "speed-large-files": "H",
      "strip-trailing-cr": "cr",
      "color=?": "color",
      "no-dereference": "deref",
    },
  });
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  for (const { name } of options) {
    if (["y", "c", "e", "p", "E", "T"].includes(name)) {
      throw new ToolFailure(`option -${name} is not supported here; use -u or the normal format`, 2);
    }
  }
  const hint = "Try 'diff --help' for more information.";
  const [one, other] = operands;
  if (one === undefined || other === undefined) {
    throw new ToolFailure(`missing operand${operands.length > 0 ? ` after '${one}'` : ""}\n${hint}`, 2);
  }
  if (operands.length > 2) throw new ToolFailure(`extra operand '${operands[2]}'\n${hint}`, 2);
  const lines = options.findLast(({ name }) => name === "U" || name === "unified")?.value;
  if (lines !== undefined && !/^\d*$/.test(lines))
    throw new ToolFailure(`invalid context length '${lines}'\n${hint}`, 2);
  const how: DiffOptions = {
    context: has("u", "U", "unified") ? Number(lines || 3) : undefined,
    brief: has("q"),
    tellSame: has("s"),
    recursive: has("r"),
    missingIsEmpty: has("N"),
    asText: has("a"),
    labels: options.filter(({ name }) => name === "L").map(({ value }) => value),
    keyOf: (line) => keyOf(line, has),
    ignoreBlankLines: has("B"),
    excluded: options.filter(({ name }) => name === "x").map(({ value }) => compileWildcard(value)),
    heading: ["diff", ...given.filter((argument) => !operands.includes(argument))].join(" "),
  };
  const [left, right] = [await look(run, one), await look(run, other)];
  if (left.type === "directory" && right.type === "directory") {
    await compareFolders(run, one, other, how);
    return;
  }
  if (left.type === "directory") await comparePair(run, inside(one, other), other, how, false);
  else if (right.type === "directory") await comparePair(run, one, inside(other, one), how, false);
  else await comparePair(run, one, other, how, false);
});

function inside(directory: string, name: string): string {
  return `${directory.replace(/\/$/, "")}/${name.split("/").at(-1)}`;
}

async function look(run: ToolRun, name: string): Promise<Found> {
  if (name === "-") return { type: "file", text: run.stdin(), modifiedAt: new Date() };
  try {
    const stat = await run.context.fs.stat(run.path(name));
    if (stat.isDirectory) return { type: "directory" };
    return { type: "file", text: await run.read(name), modifiedAt: stat.mtime };
  } catch (error) {
    if (fileFailure(error) === "No such file or directory") return { type: "missing" };
    throw new ToolFailure(`${name}: ${fileFailure(error)}`, 2);
  }
}

async function compareFolders(run: ToolRun, one: string, other: string, options: DiffOptions): Promise<void> {
  run.checkStopped();
  const list = async (name: string): Promise<string[]> =>
    (await run.context.fs.readdir(run.path(name))).filter(
      (entry) => !options.excluded.some((matches) => matches(entry)),
    );
  const [left, right] = [await list(one), await list(other)];
  for (const name of [...new Set([...left, ...right])].sort(compareNames)) {
    const [a, b] = [`${one.replace(/\/$/, "")}/${name}`, `${other.replace(/\/$/, "")}/${name}`];
    const missing = !left.includes(name) ? one : !right.includes(name) ? other : undefined;
    if (missing !== undefined && !options.missingIsEmpty) {
      run.print(`Only in ${missing === one ? other : one}: ${name}\n`);
      run.exitCode = Math.max(run.exitCode, 1);
      continue;
    }
    const isFolder = async (path: string): Promise<boolean> => (await look(run, path)).type === "directory";
    const [aFolder, bFolder] = [await isFolder(a), await isFolder(b)];
    if (aFolder && bFolder) {
      if (options.recursive) await compareFolders(run, a, b, options);
      else run.print(`Common subdirectories: ${a} and ${b}\n`);
    } else if (missing === undefined && aFolder !== bFolder) {
      const kind = (folder: boolean): string => (folder ? "directory" : "regular file");
      run.print(`File ${a} is a ${kind(aFolder)} while file ${b} is a ${kind(bFolder)}\n`);
      run.exitCode = Math.max(run.exitCode, 1);
    } else if (!aFolder && !bFolder) await comparePair(run, a, b, options, true);
  }
}

async function comparePair(
  run: ToolRun,
  one: string,
  other: string,
  options: DiffOptions,
  headed: boolean,
): Promise<void> {
  const [left, right] = [await look(run, one), await look(run, other)];
  let failed = false;
  for (const [found, name] of [
    [left, one],
    [right, other],
  ] as const) {
    const both = left.type === "missing" && right.type === "missing";
    if (found.type === "missing" && (!options.missingIsEmpty || both)) {
      run.complain(`${name}: No such file or directory`, 2);
      failed = true;
    }
  }
  if (failed) return;
  const text = (found: Found): string => (found.type === "file" ? found.text : "");
  const [before, after] = [text(left), text(right)];
  if (before === after) {
    if (options.tellSame) run.print(`Files ${one} and ${other} are identical\n`);
    return;
  }
  if (!options.asText && (isBinary(bytesOfText(before)) || isBinary(bytesOfText(after)))) {
    run.print(`${options.brief ? "Files" : "Binary files"} ${one} and ${other} differ\n`);
    run.exitCode = Math.max(run.exitCode, 1);
    return;
  }
  const [a, b] = [sideOf(before), sideOf(after)];
  const changes = significant(a, b, changesBetween(a, b, options), options);
  if (changes.length === 0) {
    if (options.tellSame) run.print(`Files ${one} and ${other} are identical\n`);
    return;
  }
  run.exitCode = Math.max(run.exitCode, 1);
  if (options.brief) {
    run.print(`Files ${one} and ${other} differ\n`);
    return;
  }
  if (headed) run.print(`${options.heading} ${one} ${other}\n`);
  if (options.context === undefined) {
    run.print(normalFormat(a, b, changes));
    return;
  }
  const zone = run.context.env.get("TZ");
  const named = (mark: string, label: string | undefined, name: string, found: Found): string => {
    if (label !== undefined) return `${mark} ${label}\n`;
    const time = found.type === "file" ? found.modifiedAt : new Date(0);
    return `${mark} ${name}\t${fullTime(time, zone)}\n`;
  };
  run.print(named("---", options.labels[0], one, left) + named("+++", options.labels[1], other, right));
  run.print(unifiedHunks(a, b, changes, options.context));
}

function sideOf(text: string): Side {
  if (text === "") return { lines: [], ended: true };
  const ended = text.endsWith("\n");
  return { lines: (ended ? text.slice(0, -1) : text).split("\n"), ended };
}

/** A last line without an end is another line than the same text with one. */
function changesBetween(a: Side, b: Side, { keyOf }: DiffOptions): LineChange[] {
  const keys = ({ lines, ended }: Side): string[] =>
    lines.map((line, index) => keyOf(line) + (index === lines.length - 1 && !ended ? "\\" : "\n"));
  return lineChanges(keys(a), keys(b));
}

function significant(a: Side, b: Side, changes: LineChange[], { ignoreBlankLines }: DiffOptions): LineChange[] {
  if (!ignoreBlankLines) return changes;
  const blank = (side: Side, from: number, to: number): boolean =>
    side.lines.slice(from, to).every((line) => line.trim() === "");
  return changes.some(
    ({ oldStart, oldEnd, newStart, newEnd }) => !blank(a, oldStart, oldEnd) || !blank(b, newStart, newEnd),
  )
    ? changes
    : [];
}

function keyOf(line: string, has: (...names: string[]) => boolean): string {
  let key = line;
  if (has("cr")) key = key.replace(/\r$/, "");
  if (has("w")) key = key.replace(/\s+/g, "");
  else if (has("b")) key = key.replace(/\s+/g, " ").trimEnd();
  else if (has("Z")) key = key.trimEnd();
  return has("i") ? key.toLowerCase() : key;
}
