import type { Problem } from "../errors/result";
import { megabytes } from "./megabytes";
import { WORKSPACE_LIMITS } from "./workspace-limits";

/**
 * Why a file cannot be brought into the workspace with what was taken before it, in words that name the file, its size and
 * the limit; nothing when it can. Every way in asks here, so that no two of them draw the line differently.
 */
export function overImportLimit(
  name: string,
  bytes: number,
  taken: { files: number; bytes: number },
): Problem | undefined {
  const limits = WORKSPACE_LIMITS.import;
  const left = `${name} (${megabytes(bytes)}) was left out:`;
  if (bytes > limits.fileBytes) {
    const message = `${left} a file may be at most ${megabytes(limits.fileBytes)}.`;
    return {
      code: "too-large",
      message,
      fix: "Split a large file into smaller ones before you bring it.",
      field: name,
    };
  }
  if (taken.files >= limits.files) {
    const message = `${left} at most ${limits.files.toLocaleString("en")} files can be brought in.`;
    return { code: "too-many", message, fix: "Leave generated folders such as node_modules behind.", field: name };
  }
  if (taken.bytes + bytes > limits.totalBytes) {
    const message = `${left} at most ${megabytes(limits.totalBytes)} can be brought in together.`;
    return {
      code: "too-large",
      message,
      fix: "Leave out what the workspace does not need, such as build output.",
      field: name,
    };
  }
  return undefined;
}

/** Why a zip is not even read, in the same words; nothing when it can be. */
export function overArchiveLimit(name: string, bytes: number): Problem | undefined {
  const limit = WORKSPACE_LIMITS.import.archiveBytes;
  if (bytes <= limit) return undefined;
  return {
    code: "too-large",
    message: `${name} (${megabytes(bytes)}) was not read: a zip may be at most ${megabytes(limit)}.`,
    fix: "Leave out what the workspace does not need, such as node_modules and build output, or bring it in parts.",
    field: name,
  };
}
