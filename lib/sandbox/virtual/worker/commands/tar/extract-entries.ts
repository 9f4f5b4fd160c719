import type { ResolvedCommandContext } from "just-bash/browser";
import type { ByteSink } from "../byte-sink";
import { readFailure } from "../command-input";
import type { TarEntry } from "./tar-format";

interface ExtractOptions {
  target: string;
  strip: number;
  toOutput: boolean;
  verbose: boolean;
  touch: boolean;
  keep: boolean;
  skip: boolean;
  absoluteNames: boolean;
  keepModes: boolean;
  out: ByteSink;
}

const USUAL_MASK = 0o022;

/**
 * Writes members below the target. As GNU's tar: a leading slash is removed, a name with `..` is refused, and a link that
 * points out of the tree is made last, so that no member is written through it.
 */
export async function extractEntries(
  { fs, signal }: ResolvedCommandContext,
  entries: readonly TarEntry[],
  options: ExtractOptions,
): Promise<{ lines: string[]; failed: boolean }> {
  const lines: string[] = [];
  let failed = false;
  const fail = (line: string) => {
    lines.push(line);
    failed = true;
  };
  const later: { path: string; entry: TarEntry }[] = [];
  const directories: { path: string; entry: TarEntry }[] = [];

  const place = async (path: string, entry: TarEntry): Promise<void> => {
    const standing = await fs.lstat(path).catch(() => undefined);
    if (standing !== undefined && !(standing.isDirectory && entry.type === "directory")) {
      if (options.skip) return;
      if (options.keep) throw Object.assign(new Error("EEXIST: file exists"), { kept: true });
      await fs.rm(path);
    }
    await fs.mkdir(path.slice(0, path.lastIndexOf("/")) || "/", { recursive: true });
    if (entry.type === "directory") {
      await fs.mkdir(path, { recursive: true });
      directories.push({ path, entry });
      return;
    }
    if (entry.type === "symlink") {
      await fs.symlink(entry.target, path);
      return;
    }
    if (entry.type === "link") {
      const existing = safeName(entry.target, options, []);
      if (existing === undefined) throw new Error("ENOENT: no such file or directory");
      await fs.link(fs.resolvePath(options.target, existing), path);
      return;
    }
    await fs.writeFile(path, entry.data.slice());
    await fs.chmod(path, options.keepModes ? entry.mode : entry.mode & ~USUAL_MASK);
    if (!options.touch) await setTime(path, entry.modifiedAt);
  };
  const setTime = (path: string, seconds: number) =>
    fs.utimes(path, new Date(seconds * 1000), new Date(seconds * 1000));

  for (const entry of entries) {
    signal?.throwIfAborted();
    const stripped = entry.name.split("/").slice(options.strip).join("/");
    if (options.strip > 0 && stripped === "") continue;
    if (options.toOutput) {
      if (entry.type === "file") options.out.write(entry.data);
      continue;
    }
    if (options.verbose) options.out.write(`${entry.name}\n`);
    const name = safeName(stripped, options, lines);
    if (name === undefined) {
      fail(`${stripped}: Member name contains '..'`);
      continue;
    }
    const path = fs.resolvePath(options.target, name === "" ? "." : name);
    if (entry.type === "symlink" && /^\/|(?:^|\/)\.\.(?:\/|$)/.test(entry.target)) {
      later.push({ path, entry });
      continue;
    }
    await place(path, entry).catch((error: unknown) => fail(cannot(entry, name, error)));
  }
  for (const { path, entry } of later) {
    await place(path, entry).catch((error: unknown) => fail(cannot(entry, entry.name, error)));
  }
  for (const { path, entry } of directories.reverse()) {
    await fs.chmod(path, options.keepModes ? entry.mode : entry.mode & ~USUAL_MASK).catch(() => {});
    if (!options.touch) await setTime(path, entry.modifiedAt).catch(() => {});
  }
  return { lines, failed };
}

function cannot(entry: TarEntry, name: string, error: unknown): string {
  const reason = readFailure(error);
  if (entry.type === "symlink") return `${name}: Cannot create symlink to '${entry.target}': ${reason}`;
  if (entry.type === "link") return `${name}: Cannot hard link to '${entry.target}': ${reason}`;
  return `${name}: Cannot ${entry.type === "directory" ? "mkdir" : "open"}: ${reason}`;
}

/** The name below the target; undefined when it would climb. */
function safeName(name: string, options: ExtractOptions, lines: string[]): string | undefined {
  if (options.absoluteNames) return name;
  const prefix = /^(?:.*(?:^|\/)\.\.(?=\/|$))?\/*/.exec(name)?.[0] ?? "";
  const line = `Removing leading \`${prefix}' from member names`;
  if (prefix !== "" && !lines.includes(line)) lines.push(line);
  return /(?:^|\/)\.\.(?:\/|$)/.test(name) ? undefined : name.slice(prefix.length);
}
