import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { compileWildcard } from "../wildcard";
import { BLOCK_BYTES, humanSize } from "./file-facts";
import { fileFailure } from "./file-failure";

interface UsageOptions {
  all: boolean;
  deepest: number;
  apparent: boolean;
  separate: boolean;
  /** Counts what links lead to. */
  follow: boolean;
  /** Counts a file once for each of its names. */
  everyName: boolean;
  /** What ends a line. */
  end: string;
  excluded: ((name: string) => boolean)[];
  shown(bytes: number): string;
}

/** `du [-s] [-a] [-h|-k|-m|-b|-B SIZE] [-c] [-d N] [-S] [--apparent-size] [--exclude=PATTERN] [-L] [-l] [-0] [FILE…]` */
export const du = textTool("du", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "du",
    short: "sahkmbcd:SB:xLl0",
    long: {
      summarize: "s",
      all: "a",
      "human-readable": "h",
      si: "si",
      bytes: "b",
      total: "c",
      "max-depth=": "d",
      "separate-dirs": "S",
      "block-size=": "B",
      "apparent-size": "apparent",
      "exclude=": "exclude",
      "one-file-system": "x",
      dereference: "L",
      "count-links": "l",
      null: "0",
    },
  });
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  const lastOf = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const depth = lastOf("d");
  if (depth !== undefined && !/^\d+$/.test(depth)) throw new ToolFailure(`invalid maximum depth '${depth}'`, 1);
  if (has("a") && has("s")) {
    throw new ToolFailure("cannot both summarize and show all entries\nTry 'du --help' for more information.", 1);
  }
  const unit = has("b") ? 1 : has("m") ? 1024 ** 2 : blockSize(lastOf("B"));
  const human = has("si") ? 1000 : has("h") ? 1024 : undefined;
  const how: UsageOptions = {
    all: has("a"),
    deepest: has("s") ? 0 : Number(depth ?? Number.POSITIVE_INFINITY),
    apparent: has("b", "apparent"),
    separate: has("S"),
    follow: has("L"),
    everyName: has("l"),
    end: has("0") ? "\0" : "\n",
    excluded: options.filter(({ name }) => name === "exclude").map(({ value }) => compileWildcard(value)),
    shown: (bytes) => (human === undefined ? String(Math.ceil(bytes / unit)) : humanSize(bytes, human)),
  };
  let total = 0;
  for (const name of operands.length === 0 ? ["."] : operands) {
    try {
      total += await measure(run, name, run.path(name), 0, how, new Set());
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      run.complain(`cannot access '${name}': ${fileFailure(error)}`);
    }
  }
  if (has("c")) run.print(`${how.shown(total)}\ttotal${how.end}`);
});

function blockSize(written: string | undefined): number {
  if (written === undefined) return 1024;
  const parts = /^(\d*)([KMG]?)(B?)$/.exec(written);
  if (parts === null || written === "") throw new ToolFailure(`invalid -B argument '${written}'`, 1);
  const [, count = "", unit = "", thousand = ""] = parts;
  return Number(count || 1) * (thousand === "B" ? 1000 : 1024) ** (unit === "" ? 0 : "KMG".indexOf(unit) + 1);
}

/** Bytes below and with `path`; prints what is to be shown. A file with several names counts once. */
async function measure(
  run: ToolRun,
  name: string,
  path: string,
  level: number,
  options: UsageOptions,
  counted: Set<unknown>,
): Promise<number> {
  run.checkStopped();
  const { fs } = run.context;
  const stat = await (options.follow ? fs.stat(path) : fs.lstat(path));
  const own = stat.isDirectory ? BLOCK_BYTES : stat.size;
  let bytes = options.apparent ? own : stat.isSymbolicLink ? 0 : Math.ceil(own / BLOCK_BYTES) * BLOCK_BYTES;
  if (!stat.isDirectory) {
    if (!options.everyName && counted.has(stat.ino)) return 0;
    counted.add(stat.ino);
    if (level === 0 || (options.all && level <= options.deepest))
      run.print(`${options.shown(bytes)}\t${name}${options.end}`);
    return bytes;
  }
  // By a link it may come again to a folder that it is in.
  if (options.follow && counted.has(stat.ino)) return 0;
  counted.add(stat.ino);
  let shownBytes = bytes;
  for (const child of await fs.readdir(path)) {
    if (options.excluded.some((matches) => matches(child))) continue;
    const below = fs.resolvePath(path, `./${child}`);
    const shown = `${name.replace(/\/$/, "")}/${child}`;
    let size: number;
    try {
      size = await measure(run, shown, below, level + 1, options, counted);
    } catch (error) {
      if (!options.follow || error instanceof ToolFailure) throw error;
      run.complain(`cannot access '${shown}': ${fileFailure(error)}`);
      continue;
    }
    bytes += size;
    const isFolder = (await (options.follow ? fs.stat(below) : fs.lstat(below))).isDirectory;
    if (!options.separate || !isFolder) shownBytes += size;
  }
  if (level <= options.deepest) run.print(`${options.shown(shownBytes)}\t${name}${options.end}`);
  return bytes;
}
