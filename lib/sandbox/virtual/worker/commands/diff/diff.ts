import { readFailure } from "../command-input";
import { PosixRegex } from "../regex/posix-regex";
import { formatTime } from "../tool/format-time";
import { globPattern } from "../tool/glob-pattern";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { timeZone } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";
import { contextDiff, type DiffSide, normalDiff, unifiedDiff } from "./diff-format";
import { type Change, lineChanges } from "./line-changes";
import { sideBySide } from "./side-by-side";

interface DiffOptions {
  style: "normal" | "unified" | "context" | "sideBySide";
  context: number;
  brief: boolean;
  reportSame: boolean;
  recursive: boolean;
  newFiles: boolean;
  newFirst: boolean;
  ignoreCase: boolean;
  spaces: "keep" | "all" | "amount" | "trailing" | "tabs";
  ignoreBlank: boolean;
  ignoreReturns: boolean;
  ignoring: PosixRegex[];
  text: boolean;
  labels: string[];
  excluded: ((name: string) => boolean)[];
  width: number;
  leftColumn: boolean;
  suppressCommon: boolean;
}

type Stat = Awaited<ReturnType<ToolRun["context"]["fs"]["stat"]>>;

/** `diff`: normal, unified, context and side-by-side output, of files and directories. */
export const diff = textTool("diff", async (run, given) => {
  const { options, operands } = readOptions(given);
  const [left, right] = operands;
  if (left === undefined || right === undefined) {
    const what = left === undefined ? "missing operand after 'diff'" : `missing operand after '${left}'`;
    throw new ToolFailure(`${what}\ndiff: Try 'diff --help' for more information.`, 2);
  }
  if (operands[2] !== undefined) {
    throw new ToolFailure(`extra operand '${operands[2]}'\ndiff: Try 'diff --help' for more information.`, 2);
  }
  const shown = given.map((word) => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word}'`));
  const command = `diff ${shown.filter((word) => word.startsWith("-") && word !== "-").join(" ")}`.trimEnd();
  await new DiffRun(run, options, command).compareOperands(left, right);
});

function readOptions(given: readonly string[]): { options: DiffOptions; operands: string[] } {
  const parsed = parseOptions(given, {
    name: "diff",
    short: "uU:cC:qsrNiwbBEZatdpTyW:x:L:I:eDnF:lHSPX:",
    long: {
      "unified=?": "unified",
      "context=?": "context",
      brief: "q",
      "report-identical-files": "s",
      recursive: "r",
      "new-file": "N",
      "unidirectional-new-file": "P",
      "ignore-case": "i",
      "ignore-all-space": "w",
      "ignore-space-change": "b",
      "ignore-blank-lines": "B",
      "ignore-tab-expansion": "E",
      "ignore-trailing-space": "Z",
      text: "a",
      "strip-trailing-cr": "strip-trailing-cr",
      minimal: "d",
      "show-c-function": "p",
      "side-by-side": "y",
      "width=": "W",
      "exclude=": "x",
      "label=": "L",
      "ignore-matching-lines=": "I",
      normal: "normal",
      "color=?": "color",
      ed: "e",
      rcs: "n",
      "left-column": "left-column",
      "suppress-common-lines": "suppress-common-lines",
      "no-dereference": "no-dereference",
      "speed-large-files": "H",
      "expand-tabs": "t",
      "initial-tab": "T",
      "suppress-blank-empty": "suppress-blank-empty",
      version: "version",
    },
    usageExitCode: 2,
    hint: "diff: Try 'diff --help' for more information.",
    digits: true,
  });
  const options: DiffOptions = {
    style: "normal",
    context: 3,
    brief: false,
    reportSame: false,
    recursive: false,
    newFiles: false,
    newFirst: false,
    ignoreCase: false,
    spaces: "keep",
    ignoreBlank: false,
    ignoreReturns: false,
    ignoring: [],
    text: false,
    labels: [],
    excluded: [],
    width: 130,
    leftColumn: false,
    suppressCommon: false,
  };
  for (const { name, value } of parsed.options) apply(options, name, value);
  return { options, operands: parsed.operands };
}

function lineCount(value: string): number {
  if (!/^[0-9]+$/.test(value)) throw new ToolFailure(`invalid context length '${value}'`, 2);
  return Number(value);
}

function apply(options: DiffOptions, name: string, value: string): void {
  switch (name) {
    case "u":
    case "U":
    case "unified":
      options.style = "unified";
      if (value !== "") options.context = lineCount(value);
      return;
    case "c":
    case "C":
    case "context":
      options.style = "context";
      if (value !== "") options.context = lineCount(value);
      return;
    case "digits":
      options.context = lineCount(value);
      return;
    case "normal":
      options.style = "normal";
      return;
    case "y":
      options.style = "sideBySide";
      return;
    case "W":
      options.width = lineCount(value);
      return;
    case "left-column":
      options.leftColumn = true;
      return;
    case "suppress-common-lines":
      options.suppressCommon = true;
      return;
    case "q":
      options.brief = true;
      return;
    case "s":
      options.reportSame = true;
      return;
    case "r":
      options.recursive = true;
      return;
    case "N":
      options.newFiles = true;
      return;
    case "P":
      options.newFirst = true;
      return;
    case "i":
      options.ignoreCase = true;
      return;
    case "w":
      options.spaces = "all";
      return;
    case "b":
      if (options.spaces !== "all") options.spaces = "amount";
      return;
    case "Z":
      if (options.spaces === "keep") options.spaces = "trailing";
      return;
    case "E":
      if (options.spaces === "keep") options.spaces = "tabs";
      return;
    case "B":
      options.ignoreBlank = true;
      return;
    case "strip-trailing-cr":
      options.ignoreReturns = true;
      return;
    case "I":
      options.ignoring.push(new PosixRegex(value, { extended: false, escapes: "none" }));
      return;
    case "a":
      options.text = true;
      return;
    case "L":
      options.labels.push(value);
      return;
    case "x":
      options.excluded.push(globPattern(value));
      return;
    case "color":
      if (value === "always" || value === "yes") throw new ToolFailure("option not supported: --color=always", 2);
      return;
    // They change how long the search takes, or what a terminal shows, not what differs.
    case "d":
    case "H":
    case "no-dereference":
      return;
    default:
      throw new ToolFailure(`option not supported: ${name.length === 1 ? "-" : "--"}${name}`, 2);
  }
}

class DiffRun {
  constructor(
    private readonly run: ToolRun,
    private readonly options: DiffOptions,
    private readonly command: string,
  ) {}

  async compareOperands(left: string, right: string): Promise<void> {
    let [one, other] = [left, right];
    const stats = [await this.stat(one), await this.stat(other)];
    if (stats[0] === undefined || stats[1] === undefined) {
      const missing = [left, right].filter((_, index) => stats[index] === undefined);
      if (!this.options.newFiles || missing.length === 2) {
        for (const name of missing) this.run.complain(`${name}: No such file or directory`, 2);
        return;
      }
    }
    const [leftIsDirectory, rightIsDirectory] = stats.map((stat) => stat?.isDirectory ?? false);
    if (leftIsDirectory && rightIsDirectory) {
      await this.compareDirectories(one, other);
      return;
    }
    const base = (name: string): string => name.replace(/\/+$/, "").split("/").at(-1) ?? name;
    if (leftIsDirectory) one = `${one.replace(/\/+$/, "")}/${base(other)}`;
    else if (rightIsDirectory) other = `${other.replace(/\/+$/, "")}/${base(one)}`;
    await this.compareFiles(one, other, undefined);
  }

  private differ(): void {
    this.run.exitCode = Math.max(this.run.exitCode, 1);
  }

  private async stat(name: string): Promise<Stat | undefined> {
    if (name === "-") {
      return { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0, size: 0, mtime: new Date() };
    }
    return this.run.context.fs.stat(this.run.path(name)).catch(() => undefined);
  }

  private async compareDirectories(left: string, right: string): Promise<void> {
    const { fs } = this.run.context;
    const list = async (name: string): Promise<Set<string>> =>
      new Set(await fs.readdir(this.run.path(name)).catch(() => []));
    const [inLeft, inRight] = [await list(left), await list(right)];
    const names = [...new Set([...inLeft, ...inRight])].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    for (const name of names) {
      if (this.options.excluded.some((matches) => matches(name))) continue;
      this.run.step();
      const [one, other] = [joined(left, name), joined(right, name)];
      const onlyLeft = !inRight.has(name);
      if (onlyLeft || !inLeft.has(name)) {
        const fills = this.options.newFiles || (this.options.newFirst && !onlyLeft);
        if (!fills) {
          this.run.print(`Only in ${(onlyLeft ? left : right).replace(/(?!^)\/+$/, "")}: ${name}\n`);
          this.differ();
          continue;
        }
      }
      const [oneStat, otherStat] = [await this.stat(one), await this.stat(other)];
      const [oneIs, otherIs] = [oneStat?.isDirectory ?? false, otherStat?.isDirectory ?? false];
      if ((oneIs || oneStat === undefined) && (otherIs || otherStat === undefined)) {
        if (this.options.recursive) await this.compareDirectories(one, other);
        else if (oneIs && otherIs) this.run.print(`Common subdirectories: ${one} and ${other}\n`);
        else {
          this.run.print(`Only in ${oneIs ? left : right}: ${name}\n`);
          this.differ();
        }
      } else if (oneIs !== otherIs) {
        const kind = (is: boolean): string => (is ? "directory" : "regular file");
        this.run.print(`File ${one} is a ${kind(oneIs)} while file ${other} is a ${kind(otherIs)}\n`);
        this.differ();
      } else await this.compareFiles(one, other, `${this.command} ${one} ${other}\n`);
    }
  }

  private async compareFiles(left: string, right: string, heading: string | undefined): Promise<void> {
    const [leftText, rightText] = [await this.read(left), await this.read(right)];
    if (leftText === undefined || rightText === undefined) return;
    if (leftText === rightText) {
      if (this.options.style === "sideBySide") await this.printSides(left, right, leftText, rightText, []);
      if (this.options.reportSame) this.run.print(`Files ${left} and ${right} are identical\n`);
      return;
    }
    if (!this.options.text && (isBinary(leftText) || isBinary(rightText))) {
      this.run.print(
        this.options.brief ? `Files ${left} and ${right} differ\n` : `Binary files ${left} and ${right} differ\n`,
      );
      this.differ();
      return;
    }
    const changes = this.changesOf(leftText, rightText);
    const isSame = changes.length === 0;
    if (isSame) {
      if (this.options.reportSame) this.run.print(`Files ${left} and ${right} are identical\n`);
      if (this.options.style === "sideBySide") await this.printSides(left, right, leftText, rightText, changes);
      return;
    }
    this.differ();
    if (this.options.brief) {
      this.run.print(`Files ${left} and ${right} differ\n`);
      return;
    }
    if (heading !== undefined) this.run.print(heading);
    await this.printSides(left, right, leftText, rightText, changes);
  }

  private async read(name: string): Promise<string | undefined> {
    try {
      return await this.run.read(name);
    } catch (error) {
      const reason = readFailure(error);
      if (this.options.newFiles && reason === "No such file or directory") return "";
      this.run.complain(`${name}: ${reason}`, 2);
      return undefined;
    }
  }

  private changesOf(left: string, right: string): Change[] {
    const [one, other] = [sideOf(left), sideOf(right)];
    const [oneKeys, otherKeys] = [this.keys(one), this.keys(other)];
    const changes = lineChanges(oneKeys, otherKeys);
    if (!this.options.ignoreBlank && this.options.ignoring.length === 0) return changes;
    return changes.filter(({ leftFrom, leftTo, rightFrom, rightTo }) => {
      const lines = [...one.lines.slice(leftFrom, leftTo), ...other.lines.slice(rightFrom, rightTo)];
      return !lines.every((line) => this.isIgnored(line));
    });
  }

  private isIgnored(line: string): boolean {
    if (this.options.ignoreBlank && (line === "" || (this.options.spaces !== "keep" && line.trim() === "")))
      return true;
    return this.options.ignoring.some((regex) => regex.test(line));
  }

  /** What two lines must share to count as equal. */
  private keys(side: { lines: string[]; unended: boolean }): string[] {
    const { spaces, ignoreCase, ignoreReturns } = this.options;
    const keys = side.lines.map((line) => {
      let key = line;
      if (ignoreReturns) key = key.replace(/\r$/, "");
      if (spaces === "all") key = key.replace(/[ \t\r\f\v]+/g, "");
      else if (spaces === "amount") key = key.replace(/[ \t\r\f\v]+$/, "").replace(/[ \t\r\f\v]+/g, " ");
      else if (spaces === "trailing") key = key.replace(/[ \t\r\f\v]+$/, "");
      else if (spaces === "tabs") key = expandTabs(key);
      return ignoreCase ? key.toLowerCase() : key;
    });
    // A missing end of the last line is a difference, unless blanks do not count.
    if (side.unended && (spaces === "keep" || spaces === "tabs")) keys[keys.length - 1] += "\n";
    return keys;
  }

  private async printSides(
    left: string,
    right: string,
    leftText: string,
    rightText: string,
    changes: readonly Change[],
  ): Promise<void> {
    const { style, context } = this.options;
    const one: DiffSide = { ...sideOf(leftText), label: await this.label(left, 0) };
    const other: DiffSide = { ...sideOf(rightText), label: await this.label(right, 1) };
    if (style === "unified") this.run.print(unifiedDiff(one, other, changes, context));
    else if (style === "context") this.run.print(contextDiff(one, other, changes, context));
    else if (style === "sideBySide") this.run.print(sideBySide(one, other, changes, this.options));
    else this.run.print(normalDiff(one, other, changes));
  }

  private async label(name: string, index: number): Promise<string> {
    const given = this.options.labels[index];
    if (given !== undefined) return given;
    const moment = name === "-" ? Date.now() : ((await this.stat(name))?.mtime.getTime() ?? 0);
    const zone = timeZone(this.run.context.env.get("TZ"));
    return `${name}\t${formatTime(this.options.style === "context" ? "%a %b %e %H:%M:%S %Y" : "%Y-%m-%d %H:%M:%S.%N %z", moment, zone)}`;
  }
}

function joined(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

function sideOf(text: string): { lines: string[]; unended: boolean } {
  const lines = text === "" ? [] : text.split("\n");
  const unended = lines.length > 0 && lines.at(-1) !== "";
  if (!unended) lines.pop();
  return { lines, unended };
}

function isBinary(text: string): boolean {
  return text.includes("\0");
}

function expandTabs(line: string): string {
  let expanded = "";
  for (const letter of line) expanded += letter === "\t" ? " ".repeat(8 - (expanded.length % 8)) : letter;
  return expanded;
}
