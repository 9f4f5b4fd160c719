import { parseOptions } from "../tool/parse-options";
import { ToolFailure } from "../tool/tool-failure";

export interface GrepOptions {
  patterns: string[];
  patternFiles: string[];
  syntax: "basic" | "extended" | "fixed" | "perl";
  ignoreCase: boolean;
  invert: boolean;
  words: boolean;
  lines: boolean;
  count: boolean;
  list: "matching" | "other" | undefined;
  onlyMatching: boolean;
  quiet: boolean;
  silent: boolean;
  numbers: boolean;
  offsets: boolean;
  names: boolean | undefined;
  label: string;
  before: number;
  after: number;
  groupSeparator: string | undefined;
  maximum: number;
  recursive: "no" | "yes" | "follow";
  skipDirectories: boolean;
  binary: "notice" | "text" | "skip";
  color: boolean;
  /** `\0` after a name instead of `:` and the newline. */
  nullNames: boolean;
  lineEnd: string;
  initialTab: boolean;
  include: string[];
  exclude: string[];
  excludeDirectories: string[];
  operands: string[];
}

const LONG: Readonly<Record<string, string>> = {
  "regexp=": "e",
  "file=": "f",
  "ignore-case": "i",
  "no-ignore-case": "no-ignore-case",
  "invert-match": "v",
  "word-regexp": "w",
  "line-regexp": "x",
  count: "c",
  "files-with-matches": "l",
  "files-without-match": "L",
  "only-matching": "o",
  quiet: "q",
  silent: "q",
  "no-messages": "s",
  "line-number": "n",
  "byte-offset": "b",
  "with-filename": "H",
  "no-filename": "h",
  "label=": "label",
  "after-context=": "A",
  "before-context=": "B",
  "context=": "C",
  "group-separator=": "group-separator",
  "no-group-separator": "no-group-separator",
  "max-count=": "m",
  recursive: "r",
  "dereference-recursive": "R",
  "directories=": "d",
  "devices=": "D",
  "binary-files=": "binary-files",
  text: "a",
  "color=?": "color",
  "colour=?": "color",
  null: "Z",
  "null-data": "z",
  "initial-tab": "T",
  "include=": "include",
  "exclude=": "exclude",
  "exclude-dir=": "exclude-dir",
  "exclude-from=": "exclude-from",
  "extended-regexp": "E",
  "fixed-strings": "F",
  "basic-regexp": "G",
  "perl-regexp": "P",
  "line-buffered": "line-buffered",
  version: "V",
  help: "help",
};
const BINARY: Readonly<Record<string, GrepOptions["binary"]>> = {
  binary: "notice",
  text: "text",
  "without-match": "skip",
};

export function grepOptions(name: string, given: readonly string[]): GrepOptions {
  const parsed = parseOptions(given, {
    name: "grep",
    short: "e:f:ivwxclLoqsnbHhA:B:C:m:rRd:D:aIZzTEFGPUyV",
    long: LONG,
    usageExitCode: 2,
    digits: true,
    hint: "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.",
  });
  const result: GrepOptions = {
    patterns: [],
    patternFiles: [],
    syntax: name === "egrep" ? "extended" : name === "fgrep" ? "fixed" : "basic",
    ignoreCase: false,
    invert: false,
    words: false,
    lines: false,
    count: false,
    list: undefined,
    onlyMatching: false,
    quiet: false,
    silent: false,
    numbers: false,
    offsets: false,
    names: undefined,
    label: "(standard input)",
    before: 0,
    after: 0,
    groupSeparator: "--",
    maximum: Number.POSITIVE_INFINITY,
    recursive: "no",
    skipDirectories: false,
    binary: "notice",
    color: false,
    nullNames: false,
    lineEnd: "\n",
    initialTab: false,
    include: [],
    exclude: [],
    excludeDirectories: [],
    operands: parsed.operands,
  };
  let hasPattern = false;
  for (const option of parsed.options) {
    apply(result, option.name, option.value);
    hasPattern ||= option.name === "e" || option.name === "f";
  }
  if (!hasPattern) {
    const pattern = result.operands.shift();
    if (pattern === undefined) {
      throw new ToolFailure("", 2);
    }
    result.patterns.push(...pattern.split("\n"));
  }
  return result;
}

function contextLength(value: string): number {
  if (!/^[0-9]+$/.test(value)) throw new ToolFailure(`${value}: invalid context length argument`, 2);
  return Number(value);
}

function apply(result: GrepOptions, name: string, value: string): void {
  switch (name) {
    case "e":
      result.patterns.push(...value.split("\n"));
      return;
    case "f":
      result.patternFiles.push(value);
      return;
    case "i":
    case "y":
      result.ignoreCase = true;
      return;
    case "no-ignore-case":
      result.ignoreCase = false;
      return;
    case "v":
      result.invert = true;
      return;
    case "w":
      result.words = true;
      return;
    case "x":
      result.lines = true;
      return;
    case "c":
      result.count = true;
      return;
    case "l":
      result.list = "matching";
      return;
    case "L":
      result.list = "other";
      return;
    case "o":
      result.onlyMatching = true;
      return;
    case "q":
      result.quiet = true;
      return;
    case "s":
      result.silent = true;
      return;
    case "n":
      result.numbers = true;
      return;
    case "b":
      result.offsets = true;
      return;
    case "H":
      result.names = true;
      return;
    case "h":
      result.names = false;
      return;
    case "label":
      result.label = value;
      return;
    case "A":
      result.after = contextLength(value);
      return;
    case "B":
      result.before = contextLength(value);
      return;
    case "C":
    case "digits":
      result.before = contextLength(value);
      result.after = result.before;
      return;
    case "group-separator":
      result.groupSeparator = value;
      return;
    case "no-group-separator":
      result.groupSeparator = undefined;
      return;
    case "m":
      if (!/^-?[0-9]+$/.test(value)) throw new ToolFailure("invalid max count", 2);
      result.maximum = value.startsWith("-") ? Number.POSITIVE_INFINITY : Number(value);
      return;
    case "r":
      result.recursive = "yes";
      return;
    case "R":
      result.recursive = "follow";
      return;
    case "d":
      if (value === "recurse") result.recursive = "yes";
      else if (value === "skip") result.skipDirectories = true;
      else if (value !== "read") throw new ToolFailure(`invalid argument '${value}' for '--directories'`, 2);
      return;
    case "a":
      result.binary = "text";
      return;
    case "I":
      result.binary = "skip";
      return;
    case "binary-files": {
      const binary = BINARY[value];
      if (binary === undefined) throw new ToolFailure("invalid argument for '--binary-files'", 2);
      result.binary = binary;
      return;
    }
    case "color":
      if (!["", "always", "never", "auto", "yes", "no", "tty"].includes(value)) {
        throw new ToolFailure(`invalid argument '${value}' for '--color'`, 2);
      }
      result.color = value === "always" || value === "yes";
      return;
    case "Z":
      result.nullNames = true;
      return;
    case "z":
      result.lineEnd = "\0";
      return;
    case "T":
      result.initialTab = true;
      return;
    case "include":
      result.include.push(value);
      return;
    case "exclude":
      result.exclude.push(value);
      return;
    case "exclude-dir":
      result.excludeDirectories.push(value.replace(/\/+$/, ""));
      return;
    case "E":
      result.syntax = "extended";
      return;
    case "F":
      result.syntax = "fixed";
      return;
    case "G":
      result.syntax = "basic";
      return;
    case "P":
      result.syntax = "perl";
      return;
    case "exclude-from":
    case "V":
    case "help":
      throw new ToolFailure(`option not supported: ${name}`, 2);
  }
}
