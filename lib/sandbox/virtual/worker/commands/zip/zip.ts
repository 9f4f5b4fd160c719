import { deflateSync, type Zippable, zipSync } from "fflate";
import { defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { unpackZipEntry } from "@/lib/sandbox/archive/unpack-zip-entry";
import { readZipDirectory } from "@/lib/sandbox/archive/zip-directory";
import { printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { ToolFailure } from "../tool/tool-failure";
import { compileWildcard } from "../wildcard";

interface Member {
  name: string;
  data: Uint8Array;
  mode: number;
  modifiedAt: number;
}

const WRONG_USAGE = 16;
const NOTHING_TO_DO = 12;
const UNREADABLE = 3;
const DIRECTORY = 0o040000;
const REGULAR = 0o100000;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;
const OLDEST = Date.UTC(1980, 0, 2);
type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** `zip [-r] [-q] [-j] [-y] [-u] [-m] [-d] [-0…-9] [-x PATTERN…] [-i PATTERN…] ARCHIVE FILE…`, as Info-ZIP's. */
export const zip = defineCommand("zip", async (given, context) => {
  const { rest, include, exclude } = takePatterns(given);
  const parsed = readOptions(rest);
  if (typeof parsed === "string") {
    return problem(`Invalid command arguments (short option '${parsed}' not supported)`, WRONG_USAGE);
  }
  for (const key of ["R", "l"])
    if (parsed.has(key)) return problem(`Invalid command arguments (-${key} is not supported)`, WRONG_USAGE);
  const [archive, ...names] = parsed.operands;
  if (archive === undefined) return problem("Nothing to do! (no archive is given)", NOTHING_TO_DO);
  if (parsed.has("@"))
    names.push(
      ...new TextDecoder()
        .decode(await inputBytes(context, "-"))
        .split("\n")
        .filter(Boolean),
    );
  const shown = archive === "-" || /\.[^/.]*$/.test(archive.slice(1)) ? archive : `${archive}.zip`;
  const path = context.fs.resolvePath(context.cwd, shown);
  const members = await existing(context, path, shown);
  if (members === undefined) return problem(`Zip file structure invalid (${shown})`, UNREADABLE);
  if (parsed.has("d")) return remove(context, { members, names, path, shown, quiet: parsed.has("q") });
  return add(context, { parsed, members, names, path, shown, taken: filter(include, exclude) });
});

/** The options, or the one that zip does not know. */
function readOptions(given: readonly string[]): ParsedOptions | string {
  try {
    return parseOptions(given, {
      name: "zip",
      short: "rRqjyumdD@X0123456789ovTl",
      long: {
        "recurse-paths": "r",
        quiet: "q",
        "junk-paths": "j",
        symlinks: "y",
        update: "u",
        move: "m",
        delete: "d",
        "no-dir-entries": "D",
        "no-extra": "X",
        verbose: "v",
        test: "T",
      },
    });
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return /'(.*)'/.exec(error.message)?.[1] ?? "";
  }
}

/** `-x a b` and `-i a b` take every word up to the next option or a lone `@`. */
function takePatterns(given: readonly string[]): { rest: string[]; include: string[]; exclude: string[] } {
  const lists = { rest: [] as string[], include: [] as string[], exclude: [] as string[] };
  let target: string[] = lists.rest;
  for (const argument of given) {
    const list = /^(-x|--exclude|-i|--include)(?:=?(.*))$/s.exec(argument);
    if (list !== null) {
      target = list[1] === "-x" || list[1] === "--exclude" ? lists.exclude : lists.include;
      if (list[2]) target.push(list[2]);
    } else if (target === lists.rest) target.push(argument);
    else if (argument === "@") target = lists.rest;
    else if (argument.startsWith("-")) {
      target = lists.rest;
      target.push(argument);
    } else target.push(argument);
  }
  return lists;
}

function filter(include: readonly string[], exclude: readonly string[]): (name: string) => boolean {
  const [wanted, unwanted] = [include, exclude].map((patterns) => patterns.map(compileWildcard));
  return (name) =>
    !unwanted?.some((matches) => matches(name)) &&
    (wanted?.length === 0 || wanted?.some((matches) => matches(name)) === true);
}

async function existing(
  context: ResolvedCommandContext,
  path: string,
  shown: string,
): Promise<Map<string, Member> | undefined> {
  const members = new Map<string, Member>();
  const bytes = shown === "-" ? undefined : await context.fs.readFileBuffer(path).catch(() => undefined);
  if (bytes === undefined) return members;
  const entries = readZipDirectory(bytes);
  if (entries === undefined) return undefined;
  for (const entry of entries) {
    const data = entry.encrypted ? undefined : unpackZipEntry(bytes, entry);
    if (data === undefined) return undefined;
    const { name, modifiedAt } = entry;
    members.set(name, { name, data, mode: entry.mode ?? REGULAR | 0o644, modifiedAt });
  }
  return members;
}

interface Addition {
  parsed: ParsedOptions;
  members: Map<string, Member>;
  names: readonly string[];
  path: string;
  shown: string;
  taken: (name: string) => boolean;
}

async function add(
  context: ResolvedCommandContext,
  { parsed, members, names, path, shown, taken }: Addition,
): Promise<ExecResult> {
  const { fs, cwd, signal } = context;
  const messages: string[] = [];
  const packed: { path: string; member: Member }[] = [];
  let unreadable = false;

  const take = async (source: string, given: string): Promise<void> => {
    signal?.throwIfAborted();
    const stat = await (parsed.has("y") ? fs.lstat(source) : fs.stat(source)).catch(() => undefined);
    const name = given.replace(/^(?:\.?\/+|(?:\.\.\/)+)+/, "");
    if (stat === undefined) {
      messages.push(`\tzip warning: name not matched: ${given}\n`);
      return;
    }
    if (source === path) return;
    const modifiedAt = Math.max(stat.mtime.getTime(), OLDEST);
    if (stat.isDirectory) {
      const directory = name === "" || name === "." ? "" : name.endsWith("/") ? name : `${name}/`;
      if (directory !== "" && !parsed.has("j", "D") && taken(directory)) {
        packed.push({
          path: source,
          member: { name: directory, data: new Uint8Array(), mode: DIRECTORY | stat.mode, modifiedAt },
        });
      }
      if (!parsed.has("r")) return;
      for (const child of await fs.readdir(source)) await take(fs.resolvePath(source, child), directory + child);
      return;
    }
    const stored = parsed.has("j") ? name.slice(name.lastIndexOf("/") + 1) : name;
    if (!taken(name)) return;
    const before = members.get(stored);
    if (parsed.has("u") && before !== undefined && before.modifiedAt >= modifiedAt - 2000) return;
    try {
      const data = stat.isSymbolicLink
        ? new TextEncoder().encode(await fs.readlink(source))
        : await fs.readFileBuffer(source);
      const kind = stat.isSymbolicLink ? SYMLINK : REGULAR;
      packed.push({ path: source, member: { name: stored, data, mode: kind | (stat.mode & 0o7777), modifiedAt } });
    } catch (error) {
      unreadable = true;
      messages.push(`\tzip warning: could not open for reading: ${given} (${readFailure(error)})\n`);
    }
  };

  for (const name of names) {
    if (name === "-") {
      const data = await inputBytes(context, "-");
      packed.push({ path: "", member: { name: "-", data, mode: REGULAR | 0o644, modifiedAt: Date.now() } });
    } else await take(fs.resolvePath(cwd, name), name);
  }
  if (packed.length === 0) {
    if (parsed.has("u") && messages.length === 0) return { stdout: "", stderr: "", exitCode: NOTHING_TO_DO };
    return problem(`Nothing to do! (${shown})`, NOTHING_TO_DO, messages.join(""));
  }
  const level = Number(parsed.options.findLast(({ name }) => /^\d$/.test(name))?.name ?? 6) as Level;
  for (const { member } of packed) {
    const verb = members.has(member.name) ? "updating" : "  adding";
    members.set(member.name, member);
    if (!parsed.has("q")) messages.push(`${verb}: ${member.name} (${shrinkage(member, level)})\n`);
  }
  const bytes = pack([...members.values()], level);
  const stdout = messages.join("");
  if (shown === "-") return printed(bytes, stdout);
  try {
    await fs.writeFile(path, bytes);
  } catch (error) {
    return problem(`Could not create output file (${shown}: ${readFailure(error)})`, 15);
  }
  if (parsed.has("m")) for (const { path } of packed.reverse()) await fs.rm(path).catch(() => {});
  return { stdout, stderr: "", exitCode: unreadable ? 18 : 0 };
}

interface Removal {
  members: Map<string, Member>;
  names: readonly string[];
  path: string;
  shown: string;
  quiet: boolean;
}

async function remove(
  { fs }: ResolvedCommandContext,
  { members, names, path, shown, quiet }: Removal,
): Promise<ExecResult> {
  let stdout = "";
  let removed = 0;
  for (const pattern of names) {
    const matches = compileWildcard(pattern);
    const found = [...members.keys()].filter(matches);
    if (found.length === 0) stdout += `\tzip warning: name not matched: ${pattern}\n`;
    for (const name of found) {
      members.delete(name);
      removed += 1;
      if (!quiet) stdout += `deleting: ${name}\n`;
    }
  }
  if (removed === 0) return problem(`Nothing to do! (${shown})`, NOTHING_TO_DO, stdout);
  if (members.size === 0) {
    await fs.rm(path);
    return { stdout: `${stdout}\tzip warning: zip file empty\n`, stderr: "", exitCode: 0 };
  }
  await fs.writeFile(path, pack([...members.values()], 6));
  return { stdout, stderr: "", exitCode: 0 };
}

function worthLevel({ data, mode }: Member, level: Level): Level {
  if (level === 0 || data.byteLength === 0 || (mode & FILE_TYPE) !== REGULAR) return 0;
  return deflateSync(data, { level }).byteLength < data.byteLength ? level : 0;
}

function shrinkage(member: Member, level: Level): string {
  if (worthLevel(member, level) === 0) return "stored 0%";
  const packed = deflateSync(member.data, { level }).byteLength;
  const percent = Math.floor(
    (Math.floor((1000 * (member.data.byteLength - packed)) / member.data.byteLength) + 5) / 10,
  );
  return `deflated ${percent}%`;
}

function pack(members: readonly Member[], level: Level): Uint8Array {
  const entries: Zippable = Object.create(null);
  for (const member of members) {
    const { name, data, mode, modifiedAt } = member;
    // The format has local time; the shell's is UTC, and the library writes the time zone of the machine.
    const shift = new Date(modifiedAt).getTimezoneOffset() * 60_000;
    entries[name] = [data, { level: worthLevel(member, level), mtime: modifiedAt + shift, os: 3, attrs: mode << 16 }];
  }
  return zipSync(entries);
}

function problem(message: string, exitCode: number, before = ""): ExecResult {
  return { stdout: `${before}\nzip error: ${message}\n`, stderr: "", exitCode };
}
