import * as git from "isomorphic-git";
import { byBytes } from "./by-bytes";
import { GitFailure } from "./git-failure";
import type { GitFile, GitFiles } from "./git-file";
import type { Unmerged } from "./index-stages";
import { textLines } from "./line-hunks";
import { mergeLines } from "./merge-lines";
import { isBinary } from "./render-diff";
import type { Repository } from "./repository";

export interface MergedFiles {
  /** What the work tree shall hold; where there is a conflict, with markers or with the side that is left. */
  files: GitFiles;
  unmerged: Map<string, Unmerged>;
  /** What git says of each path. */
  messages: string;
}

interface Sides {
  base: GitFiles;
  ours: GitFiles;
  theirs: GitFiles;
}

/** Brings two sets of files together that came from a third. It writes blobs and changes nothing else. */
export async function mergeFiles(
  repository: Repository,
  given: Sides,
  names: { ours: string; theirs: string },
): Promise<MergedFiles> {
  const sides = alongRenames(given);
  const files: GitFiles = new Map();
  const unmerged = new Map<string, Unmerged>();
  let messages = "";
  const paths = new Set([...sides.base.keys(), ...sides.ours.keys(), ...sides.theirs.keys()]);
  for (const path of [...paths].sort(byBytes)) {
    repository.context.signal?.throwIfAborted();
    const [base, ours, theirs] = [sides.base.get(path), sides.ours.get(path), sides.theirs.get(path)];
    if (isSame(ours, theirs) || isSame(base, theirs)) {
      if (ours !== undefined) files.set(path, ours);
    } else if (isSame(base, ours)) {
      if (theirs !== undefined) files.set(path, theirs);
    } else if (ours === undefined || theirs === undefined) {
      const [lost, kept] = ours === undefined ? [names.ours, names.theirs] : [names.theirs, names.ours];
      files.set(path, (ours ?? theirs) as GitFile);
      unmerged.set(path, present({ base, ours, theirs }));
      messages += `CONFLICT (modify/delete): ${path} deleted in ${lost} and modified in ${kept}.  Version ${kept} of ${path} left in tree.\n`;
    } else {
      const merged = await mergeContents(repository, path, { base, ours, theirs }, names);
      files.set(path, merged.file);
      messages += merged.messages;
      if (merged.conflict) unmerged.set(path, present({ base, ours, theirs }));
    }
  }
  for (const path of files.keys()) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      if (files.has(path.slice(0, at)))
        throw notMerged(`${path.slice(0, at)} is a file on one side and a directory on the other`);
    }
  }
  return { files, unmerged, messages };
}

function notMerged(reason: string): GitFailure {
  return new GitFailure(
    `error: ${reason}; the embedded shell does not merge that, and nothing was changed.\nAborting`,
    1,
  );
}

function isSame(left: GitFile | undefined, right: GitFile | undefined): boolean {
  return left?.oid === right?.oid && left?.mode === right?.mode;
}

function present(sides: { [side in keyof Unmerged]: GitFile | undefined }): Unmerged {
  return Object.fromEntries(Object.entries(sides).filter(([, file]) => file !== undefined));
}

async function mergeContents(
  repository: Repository,
  path: string,
  { base, ours, theirs }: { base: GitFile | undefined; ours: GitFile; theirs: GitFile },
  names: { ours: string; theirs: string },
): Promise<{ file: GitFile; conflict: boolean; messages: string }> {
  const mode = ours.mode === base?.mode ? theirs.mode : ours.mode;
  if (ours.oid === theirs.oid || theirs.oid === base?.oid)
    return { file: { oid: ours.oid, mode }, conflict: false, messages: "" };
  if (ours.oid === base?.oid) return { file: { oid: theirs.oid, mode }, conflict: false, messages: "" };
  if (![ours, theirs].every((file) => file.mode.startsWith("100")))
    throw notMerged(`both sides changed ${path}, which is not a plain file`);
  const word = base === undefined ? "add/add" : "content";
  const conflictText = `CONFLICT (${word}): Merge conflict in ${path}\n`;
  const plain = base?.mode.startsWith("100") ? base : undefined;
  const read = async (file: GitFile | undefined) => (file === undefined ? new Uint8Array() : repository.blob(file.oid));
  const contents = await Promise.all([read(plain), read(ours), read(theirs)]);
  if (contents.some(isBinary)) {
    const warning = `warning: Cannot merge binary files: ${path} (${names.ours} vs. ${names.theirs})\n`;
    return {
      file: { oid: ours.oid, mode },
      conflict: true,
      messages: `${warning}Auto-merging ${path}\n${conflictText}`,
    };
  }
  let texts: string[];
  try {
    texts = contents.map((bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw notMerged(`both sides changed ${path}, which is not UTF-8 text`);
  }
  const [from = [], mine = [], other = []] = texts.map(textLines);
  const { lines, conflicts } = mergeLines(from, mine, other, names);
  const oid = await git.writeBlob({ ...repository.common, blob: new TextEncoder().encode(lines.join("")) });
  return {
    file: { oid, mode },
    conflict: conflicts > 0,
    messages: `Auto-merging ${path}\n${conflicts > 0 ? conflictText : ""}`,
  };
}

/** When one side renamed a file with its bytes kept, the other side's change of it goes along. */
function alongRenames({ base, ours, theirs }: Sides): Sides {
  const sides = { base: new Map(base), ours: new Map(ours), theirs: new Map(theirs) };
  for (const [renaming, other] of [
    [sides.ours, sides.theirs],
    [sides.theirs, sides.ours],
  ] as const) {
    for (const [path, file] of base) {
      if (renaming.has(path) || !other.has(path) || isSame(other.get(path), file)) continue;
      const targets = [...renaming].filter(
        ([name, now]) => now.oid === file.oid && !base.has(name) && !other.has(name),
      );
      const target = targets.length === 1 ? targets[0]?.[0] : undefined;
      if (target === undefined) continue;
      sides.base.set(target, file);
      other.set(target, other.get(path) as GitFile);
      sides.base.delete(path);
      other.delete(path);
    }
  }
  return sides;
}
