import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { compareNames } from "./compare-names";
import { type FileFacts, factsOf, humanSize } from "./file-facts";

interface Walk {
  all: boolean;
  directoriesOnly: boolean;
  fullPaths: boolean;
  noIndent: boolean;
  sizes: "no" | "bytes" | "human";
  marks: boolean;
  reversed: boolean;
  directoriesFirst: boolean;
  /** Directories with nothing to show in them are left out. */
  prunes: boolean;
  deepest: number;
  shown: RegExp[];
  hidden: RegExp[];
  directories: number;
  files: number;
}

/** `tree [-a] [-d] [-f] [-i] [-s|-h] [-F] [-L N] [-r] [-P PATTERN] [-I PATTERN] [--dirsfirst] [--prune] [--noreport] [DIRECTORY…]` */
export const tree = textTool("tree", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "tree",
    short: "adfishFnrCL:P:I:",
    long: {
      noreport: "noreport",
      dirsfirst: "dirsfirst",
      prune: "prune",
      gitignore: "gitignore",
      "charset=": "charset",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const values = (name: string): string[] => options.filter((option) => option.name === name).map(({ value }) => value);
  if (has("gitignore")) throw new ToolFailure("option --gitignore is not supported here", 1);
  const level = Number(values("L").at(-1) ?? Number.POSITIVE_INFINITY);
  if (!(level >= 1)) throw new ToolFailure("Invalid level, must be greater than 0.", 1);
  const walk: Walk = {
    all: has("a"),
    directoriesOnly: has("d"),
    fullPaths: has("f"),
    noIndent: has("i"),
    sizes: has("h") ? "human" : has("s") ? "bytes" : "no",
    marks: has("F"),
    reversed: has("r"),
    directoriesFirst: has("dirsfirst"),
    prunes: has("prune"),
    deepest: level,
    shown: values("P").map(globToRegExp),
    hidden: values("I").flatMap((patterns) => patterns.split("|").map(globToRegExp)),
    directories: 0,
    files: 0,
  };
  for (const name of operands.length === 0 ? ["."] : operands) {
    const path = run.path(name);
    const isDirectory = await run.context.fs.stat(path).then(
      (stat) => stat.isDirectory,
      () => false,
    );
    if (!isDirectory) {
      run.print(`${name}  [error opening dir]\n`);
      run.exitCode = 2;
      continue;
    }
    run.print(`${name}${walk.marks && !name.endsWith("/") ? "/" : ""}\n`);
    // An empty one is not counted.
    if (await showBelow(run, walk, { path, shown: name, indent: "", depth: 1 })) walk.directories += 1;
  }
  if (has("noreport")) return;
  const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
  const files = walk.directoriesOnly ? "" : `, ${plural(walk.files, "file", "files")}`;
  run.print(`\n${plural(walk.directories, "directory", "directories")}${files}\n`);
});

interface Shown {
  name: string;
  below: string;
  facts: FileFacts;
  isDirectory: boolean;
}

async function entriesOf(run: ToolRun, walk: Walk, path: string): Promise<Shown[]> {
  run.checkStopped();
  const entries: Shown[] = [];
  const names = (await run.context.fs.readdir(path)).sort(compareNames);
  for (const name of walk.reversed ? names.reverse() : names) {
    if (!walk.all && name.startsWith(".")) continue;
    if (walk.hidden.some((pattern) => pattern.test(name))) continue;
    const below = run.context.fs.resolvePath(path, `./${name}`);
    const facts = await factsOf(run, below, false);
    const isDirectory = facts.type === "directory";
    if (walk.directoriesOnly && !isDirectory) continue;
    if (!isDirectory && walk.shown.length > 0 && !walk.shown.some((pattern) => pattern.test(name))) continue;
    if (isDirectory && walk.prunes && (await entriesOf(run, walk, below)).length === 0) continue;
    entries.push({ name, below, facts, isDirectory });
  }
  if (walk.directoriesFirst) entries.sort((one, other) => Number(other.isDirectory) - Number(one.isDirectory));
  return entries;
}

/** Tells whether there was anything. */
async function showBelow(
  run: ToolRun,
  walk: Walk,
  { path, shown, indent, depth }: { path: string; shown: string; indent: string; depth: number },
): Promise<boolean> {
  const entries = await entriesOf(run, walk, path);
  for (const [index, { name, below, facts, isDirectory }] of entries.entries()) {
    const last = index === entries.length - 1;
    const full = `${shown.replace(/\/$/, "")}/${name}`;
    const size =
      walk.sizes === "no"
        ? ""
        : `[${(walk.sizes === "human" ? humanSize(facts.size) : String(facts.size)).padStart(walk.sizes === "human" ? 4 : 11)}]  `;
    const mark = walk.marks && isDirectory ? "/" : walk.marks && facts.type === "file" && facts.mode & 0o111 ? "*" : "";
    const target = facts.target === undefined ? "" : ` -> ${facts.target}`;
    const branch = walk.noIndent ? "" : `${indent}${last ? "└── " : "├── "}`;
    run.print(`${branch}${size}${walk.fullPaths ? full : name}${mark}${target}\n`);
    if (!isDirectory) {
      walk.files += 1;
      continue;
    }
    walk.directories += 1;
    if (depth >= walk.deepest) continue;
    await showBelow(run, walk, {
      path: below,
      shown: full,
      indent: indent + (last ? "    " : "│\u00a0\u00a0 "),
      depth: depth + 1,
    });
  }
  return entries.length > 0;
}

function globToRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su");
}
