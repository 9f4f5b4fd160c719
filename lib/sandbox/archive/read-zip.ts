import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { checksum } from "@/lib/core/sandbox/checksum";
import { overArchiveLimit, overImportLimit } from "@/lib/core/sandbox/over-import-limit";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";
import { type CheckedImport, twice } from "./check-import";
import { importPath } from "./import-path";
import { overlappingEntries } from "./overlapping-entries";
import { DEFLATED, isBomb, STORED, unpackZipEntry } from "./unpack-zip-entry";
import { readZipDirectory, type ZipEntry } from "./zip-directory";

const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
/** What is unpacked in vain counts too: entries that turn out damaged must not make work without end. */
const MOST_WORK_BYTES = 2 * WORKSPACE_LIMITS.import.totalBytes;

/**
 * The files of a zip that may enter the workspace. An entry that may not is skipped with its reason; the others are whole.
 * Unpacking stops at what the directory promised, so an archive that lies about sizes cannot fill the memory.
 */
export function readZip(archive: Uint8Array): Result<CheckedImport> {
  const over = overArchiveLimit("The zip", archive.byteLength);
  if (over !== undefined) return { ok: false, problem: over };
  const entries = readZipDirectory(archive);
  if (entries === undefined) {
    return fail("invalid-zip", "This file is not a zip archive that can be read, or it is damaged.", {
      fix: "Pack the folder again as a plain zip (no encryption, no split archive, under 4 GB).",
    });
  }
  const files = new Map<string, Uint8Array>();
  const skipped: Problem[] = [];
  let total = 0;
  let work = 0;
  const shared = overlappingEntries(entries);
  for (const entry of entries) {
    if (entry.name.endsWith("/")) continue;
    const path = importPath(entry.name);
    if (!path.ok) skipped.push(path.problem);
    else {
      const problem = shared.has(entry)
        ? left(entry.name, "zip-bomb", "it shares its data with another entry, which no archive of files does")
        : (refusal(entry, files.has(path.value), files.size, total) ??
          (work > MOST_WORK_BYTES
            ? left(entry.name, "zip-bomb", "too much of the archive was unpacked in vain before it")
            : undefined));
      if (problem === undefined) work += entry.bytes;
      const data = problem === undefined ? unpackZipEntry(archive, entry) : undefined;
      if (problem !== undefined) skipped.push(problem);
      else if (data === undefined || checksum(data) !== entry.checksum) skipped.push(damaged(entry));
      else {
        files.set(path.value, data);
        total += data.byteLength;
      }
    }
  }
  return ok({ files, skipped });
}

function refusal(entry: ZipEntry, taken: boolean, files: number, total: number): Problem | undefined {
  const { name, bytes, compressedBytes, mode } = entry;
  if (taken) return twice(name);
  if (mode !== undefined && (mode & FILE_TYPE) === SYMLINK) {
    return left(name, "symlink", "it is a symbolic link, and links in archives can point anywhere");
  }
  if (entry.encrypted) return left(name, "encrypted", "it is encrypted");
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return left(name, "unknown-compression", `its compression method ${entry.method} is not supported`);
  }
  const over = overImportLimit(name, bytes, { files, bytes: total });
  if (over !== undefined) return over;
  if (isBomb(entry)) {
    return left(name, "zip-bomb", `it claims to unpack to ${Math.round(bytes / compressedBytes)} times its size`);
  }
  return undefined;
}

function left(name: string, code: string, reason: string): Problem {
  return { code, message: `${name} was left out: ${reason}.`, field: name };
}

function damaged({ name }: ZipEntry): Problem {
  return left(name, "damaged", "its data is damaged or does not have the size the archive states");
}
