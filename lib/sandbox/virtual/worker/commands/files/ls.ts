import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { compareNames, compareVersions } from "./compare-names";
import { type FileFacts, factsOf, humanSize, modeText, OWNER, OWNER_ID } from "./file-facts";
import { fullTime, listTime } from "./local-time";

interface Entry {
  /** As it is printed. */
  name: string;
  path: string;
  facts: FileFacts;
}

interface ListOptions {
  all: boolean;
  almostAll: boolean;
  directory: boolean;
  long: boolean;
  human: "no" | "1024" | "1000";
  recursive: boolean;
  sort: "name" | "size" | "time" | "extension" | "version" | "none";
  reverse: boolean;
  marks: "" | "F" | "p";
  inode: boolean;
  blocks: boolean;
  numeric: boolean;
  owner: boolean;
  group: boolean;
  follow: boolean;
  commas: boolean;
  quoted: boolean;
  directoriesFirst: boolean;
  fullTime: boolean;
  ignored: string[];
}

/** `ls`, one name a line as it prints when it does not talk to a terminal. */
export const ls = textTool("ls", async (run, given) => {
  const { options, operands } = readOptions(given);
  const files: Entry[] = [];
  const directories: Entry[] = [];
  for (const name of operands.length === 0 ? ["."] : operands) {
    const entry = await operandEntry(run, name, options);
    if (entry === undefined) continue;
    if (entry.facts.type === "directory" && !options.directory) directories.push(entry);
    else files.push(entry);
  }
  run.print(await listed(run, sorted(files, options), options));
  const headed = operands.length > 1 || options.recursive;
  let first = files.length === 0;
  for (const directory of sorted(directories, options)) {
    await showDirectory(run, directory, options, headed, first);
    first = false;
  }
});

function readOptions(given: readonly string[]): { options: ListOptions; operands: string[] } {
  const parsed = parseOptions(given, {
    name: "ls",
    short: "1aAdlhRSXUvtrFpinoGgsLHCxmQNkbcuqw:T:I:D",
    usageExitCode: 2,
    long: {
      all: "a",
      "almost-all": "A",
      directory: "d",
      "human-readable": "h",
      si: "si",
      recursive: "R",
      reverse: "r",
      "classify=?": "F",
      "file-type": "p",
      inode: "i",
      "numeric-uid-gid": "n",
      "no-group": "G",
      size: "s",
      dereference: "L",
      "color=?": "color",
      "sort=": "sort",
      "group-directories-first": "first",
      "full-time": "full",
      "time-style=": "style",
      "quote-name": "Q",
      literal: "N",
      "ignore=": "I",
      "indicator-style=": "indicator",
      "format=": "format",
    },
  });
  const has = (name: string): boolean => parsed.options.some((option) => option.name === name);
  const writtenFor = (name: string): string | undefined =>
    parsed.options.findLast((option) => option.name === name)?.value;
  const refused = parsed.options.find(({ name }) => ["b", "c", "u", "q", "D", "T"].includes(name));
  if (refused !== undefined) throw new ToolFailure(`option -${refused.name} is not supported here`, 2);
  const style = writtenFor("style");
  if (style !== undefined && !["long-iso", "full-iso"].includes(style)) {
    throw new ToolFailure(`time style '${style}' is not supported here; use full-iso`, 2);
  }
  return {
    operands: parsed.operands,
    options: {
      all: has("a"),
      almostAll: has("A"),
      directory: has("d"),
      long: ["l", "n", "o", "g", "full"].some(has) || writtenFor("format") === "long",
      human: has("si") ? "1000" : has("h") ? "1024" : "no",
      recursive: has("R"),
      sort: sortKey(has, writtenFor("sort")),
      reverse: has("r"),
      marks: has("F") || writtenFor("indicator") === "classify" ? "F" : has("p") || writtenFor("indicator") ? "p" : "",
      inode: has("i"),
      blocks: has("s"),
      numeric: has("n"),
      owner: !has("g"),
      group: !has("o") && !has("G"),
      follow: has("L"),
      commas: has("m"),
      quoted: has("Q"),
      directoriesFirst: has("first"),
      fullTime: has("full") || style !== undefined,
      ignored: parsed.options.filter(({ name }) => name === "I").map(({ value }) => value),
    },
  };
}

function sortKey(has: (name: string) => boolean, written: string | undefined): ListOptions["sort"] {
  if (written !== undefined) {
    const known = ["name", "size", "time", "extension", "version", "none"] as const;
    const key = known.find((name) => name === written);
    if (key === undefined) throw new ToolFailure(`invalid argument '${written}' for '--sort'`, 2);
    return key;
  }
  if (has("U")) return "none";
  if (has("S")) return "size";
  if (has("t")) return "time";
  if (has("X")) return "extension";
  return has("v") ? "version" : "name";
}

async function operandEntry(run: ToolRun, name: string, options: ListOptions): Promise<Entry | undefined> {
  const path = run.path(name);
  try {
    if (name === "") throw new Error("ENOENT");
    const follow =
      options.follow || name.endsWith("/") || !(options.long || options.directory || options.marks === "F");
    // A link that leads nowhere is shown itself, one that leads in a circle is not.
    const facts = await factsOf(run, path, follow).catch((error: unknown) => {
      if (options.follow || readFailure(error) === "Too many levels of symbolic links") throw error;
      return factsOf(run, path, false);
    });
    return { name, path, facts };
  } catch (error) {
    run.complain(`cannot access '${name}': ${readFailure(error)}`, 2);
    return undefined;
  }
}

async function showDirectory(
  run: ToolRun,
  directory: Entry,
  options: ListOptions,
  headed: boolean,
  first: boolean,
): Promise<void> {
  run.checkStopped();
  if (!first) run.print("\n");
  if (headed) run.print(`${directory.name}:\n`);
  const entries = sorted(await entriesOf(run, directory, options), options);
  if (options.long || options.blocks) {
    const kilobytes = entries.reduce((total, { facts }) => total + facts.kilobytes, 0);
    run.print(`total ${options.human === "no" ? kilobytes : humanSize(kilobytes * 1024)}\n`);
  }
  run.print(await listed(run, entries, options));
  if (!options.recursive) return;
  for (const { name, path, facts } of entries) {
    if (facts.type !== "directory" || name === "." || name === "..") continue;
    const shown = directory.name.endsWith("/") ? directory.name + name : `${directory.name}/${name}`;
    await showDirectory(run, { name: shown, path, facts }, options, true, false);
  }
}

async function entriesOf(run: ToolRun, directory: Entry, options: ListOptions): Promise<Entry[]> {
  const names = await run.context.fs.readdir(directory.path);
  const shown = names.filter((name) => options.all || options.almostAll || !name.startsWith("."));
  const entries: Entry[] = [];
  const needsFacts =
    options.long ||
    options.marks !== "" ||
    options.recursive ||
    options.inode ||
    options.blocks ||
    options.directoriesFirst;
  const plain: FileFacts | undefined =
    needsFacts || options.sort === "size" || options.sort === "time" ? undefined : directory.facts;
  const add = async (name: string, path: string): Promise<void> => {
    entries.push({ name, path, facts: plain ?? (await factsOf(run, path, options.follow)) });
  };
  if (options.all) {
    await add(".", directory.path);
    await add("..", run.context.fs.resolvePath(directory.path, ".."));
  }
  for (const name of shown) {
    if (options.ignored.some((pattern) => matchesSimply(name, pattern))) continue;
    await add(name, run.context.fs.resolvePath(directory.path, `./${name}`));
  }
  return entries;
}

/** `*` and `?` only. */
function matchesSimply(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su").test(name);
}

function sorted(entries: readonly Entry[], options: ListOptions): Entry[] {
  const byName = (a: Entry, b: Entry): number => compareNames(a.name, b.name);
  const orders: Record<ListOptions["sort"], (a: Entry, b: Entry) => number> = {
    name: byName,
    size: (a, b) => b.facts.size - a.facts.size || byName(a, b),
    time: (a, b) => b.facts.modifiedAt.getTime() - a.facts.modifiedAt.getTime() || byName(a, b),
    extension: (a, b) => compareNames(extension(a.name), extension(b.name)) || byName(a, b),
    version: (a, b) => compareVersions(a.name, b.name),
    none: () => 0,
  };
  const result = [...entries].sort(orders[options.sort]);
  if (options.reverse) result.reverse();
  if (!options.directoriesFirst) return result;
  const isDirectory = ({ facts }: Entry): boolean => facts.type === "directory";
  return [...result.filter(isDirectory), ...result.filter((entry) => !isDirectory(entry))];
}

function extension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot);
}

async function listed(run: ToolRun, entries: readonly Entry[], options: ListOptions): Promise<string> {
  if (entries.length === 0) return "";
  if (options.long) return longLines(run, entries, options);
  const names = entries.map((entry) => `${prefix(entry, entries, options)}${shownName(entry, options)}`);
  return options.commas ? `${names.join(", ")}\n` : names.map((name) => `${name}\n`).join("");
}

function longLines(run: ToolRun, entries: readonly Entry[], options: ListOptions): string {
  const zone = run.context.env.get("TZ");
  const now = new Date();
  const size = ({ facts }: Entry): string =>
    options.human === "no" ? String(facts.size) : humanSize(facts.size, Number(options.human));
  const widthOf = (text: (entry: Entry) => string): number => Math.max(...entries.map((entry) => text(entry).length));
  const linksWidth = widthOf(({ facts }) => String(facts.links));
  const sizeWidth = widthOf(size);
  const who = options.numeric ? String(OWNER_ID) : OWNER;
  return entries
    .map((entry) => {
      const { facts } = entry;
      const time = options.fullTime ? fullTime(facts.modifiedAt, zone) : listTime(facts.modifiedAt, zone, now);
      const columns = [
        modeText(facts),
        String(facts.links).padStart(linksWidth),
        ...(options.owner ? [who] : []),
        ...(options.group ? [who] : []),
        size(entry).padStart(sizeWidth),
        time,
        shownName(entry, options) + (facts.target === undefined ? "" : ` -> ${facts.target}`),
      ];
      return `${prefix(entry, entries, options)}${columns.join(" ")}\n`;
    })
    .join("");
}

function prefix(entry: Entry, entries: readonly Entry[], options: ListOptions): string {
  const column = (value: (entry: Entry) => string): string =>
    `${value(entry).padStart(Math.max(...entries.map((other) => value(other).length)))} `;
  const blocks = ({ facts }: Entry): string =>
    options.human === "no" ? String(facts.kilobytes) : humanSize(facts.kilobytes * 1024);
  return (options.inode ? column(({ facts }) => String(facts.inode)) : "") + (options.blocks ? column(blocks) : "");
}

function shownName({ name, facts }: Entry, options: ListOptions): string {
  const shown = options.quoted ? JSON.stringify(name) : name;
  if (facts.type === "directory" && options.marks !== "") return `${shown}/`;
  if (options.marks !== "F" || options.long) return shown + (options.marks === "F" && isProgram(facts) ? "*" : "");
  return shown + (facts.type === "symlink" ? "@" : isProgram(facts) ? "*" : "");
}

function isProgram({ type, mode }: FileFacts): boolean {
  return type === "file" && (mode & 0o111) !== 0;
}
