import type { ResolvedCommandContext } from "just-bash/browser";
import { readFailure } from "../command-input";
import { matchesMember } from "./member-patterns";
import type { TarEntry } from "./tar-format";

interface CreateOptions {
  excluded: readonly string[];
  /** The archive itself is never put into itself. */
  archivePath: string | undefined;
  absoluteNames: boolean;
  dereference: boolean;
  recursive: boolean;
  owner: string | undefined;
  group: string | undefined;
  mode: string | undefined;
  modifiedAt: string | undefined;
}

export interface CreatedEntries {
  entries: TarEntry[];
  /** Lines for stderr, without `tar: `. */
  problems: string[];
  failed: boolean;
}

const USER_ID = 1000;

/** The members that these names make, directories with all that is below them. */
export async function createEntries(
  { fs, signal }: ResolvedCommandContext,
  sources: readonly { directory: string; name: string }[],
  options: CreateOptions,
): Promise<CreatedEntries> {
  const made: CreatedEntries = { entries: [], problems: [], failed: false };
  const byInode = new Map<number | bigint, string>();
  const owner = ownership(options.owner, "user");
  const group = ownership(options.group, "user");
  const fixedTime =
    options.modifiedAt === undefined
      ? undefined
      : Math.floor(
          Date.parse(
            options.modifiedAt.replace(/^@(\d+)$/, (_, seconds) => new Date(Number(seconds) * 1000).toISOString()),
          ) / 1000,
        );
  const fail = (line: string) => {
    made.problems.push(line);
    made.failed = true;
  };
  if (Number.isNaN(fixedTime)) {
    fail(`Invalid date: ${options.modifiedAt}`);
    return made;
  }
  const visit = async (path: string, given: string): Promise<void> => {
    signal?.throwIfAborted();
    const name = memberName(given, options.absoluteNames, made.problems);
    if (
      options.excluded.some((pattern) =>
        matchesMember(pattern, given.replace(/\/+$/, ""), { wildcards: true, anchored: false }),
      )
    )
      return;
    const found = await (options.dereference ? fs.stat(path) : fs.lstat(path)).catch((error: unknown) => {
      fail(`${given}: Cannot stat: ${readFailure(error)}`);
    });
    if (found === undefined) return;
    if (path === options.archivePath) {
      made.problems.push(`${given}: file is the archive; not dumped`);
      return;
    }
    const mode =
      options.mode !== undefined && /^[0-7]+$/.test(options.mode) ? Number.parseInt(options.mode, 8) : found.mode;
    const common = {
      target: "",
      mode: mode & 0o7777,
      owner: owner.name,
      group: group.name,
      ownerId: owner.id,
      groupId: group.id,
      modifiedAt: fixedTime ?? Math.floor(found.mtime.getTime() / 1000),
      data: new Uint8Array(),
    };
    if (found.isSymbolicLink) {
      made.entries.push({ ...common, name, type: "symlink", mode: 0o777, target: await fs.readlink(path) });
    } else if (found.isDirectory) {
      const directoryName = name.endsWith("/") ? name : `${name}/`;
      made.entries.push({ ...common, name: directoryName, type: "directory" });
      if (!options.recursive) return;
      for (const child of await fs.readdir(path)) {
        await visit(fs.resolvePath(path, child), given.endsWith("/") ? given + child : `${given}/${child}`);
      }
    } else {
      const first = found.ino === undefined ? undefined : byInode.get(found.ino);
      if (first !== undefined && first !== name) {
        made.entries.push({ ...common, name, type: "link", target: first });
        return;
      }
      if (found.ino !== undefined) byInode.set(found.ino, name);
      try {
        made.entries.push({ ...common, name, type: "file", data: await fs.readFileBuffer(path) });
      } catch (error) {
        fail(`${given}: Cannot open: ${readFailure(error)}`);
      }
    }
  };
  for (const { directory, name } of sources) await visit(fs.resolvePath(directory, name), name);
  return made;
}

function ownership(given: string | undefined, usual: string): { name: string; id: number } {
  if (given === undefined) return { name: usual, id: USER_ID };
  const [name = "", id] = given.split(":");
  if (/^\d+$/.test(name)) return { name: name === "0" ? "root" : "", id: Number(name) };
  return { name, id: id === undefined ? (name === "root" ? 0 : USER_ID) : Number(id) };
}

function memberName(given: string, absoluteNames: boolean, problems: string[]): string {
  if (absoluteNames) return given;
  const prefix = /^(?:.*(?:^|\/)\.\.(?=\/|$))?\/*/.exec(given)?.[0] ?? "";
  if (prefix === "") return given;
  const line = `Removing leading \`${prefix}' from member names`;
  if (!problems.includes(line)) problems.push(line);
  return given.slice(prefix.length) || "./";
}
