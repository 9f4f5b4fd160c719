import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";
import { importPath } from "./import-path";

export interface CheckedImport {
  /** Relative path → bytes. */
  files: Map<string, Uint8Array>;
  /** What was left out, one reason each; nothing else is missing. */
  skipped: Problem[];
}

/** What of a chosen folder may enter the workspace. Paths come out relative and normalised. */
export function checkImport(given: ReadonlyMap<string, Uint8Array>): Result<CheckedImport> {
  const limits = WORKSPACE_LIMITS.import;
  const files = new Map<string, Uint8Array>();
  const skipped: Problem[] = [];
  let total = 0;
  for (const [name, data] of given) {
    const path = importPath(name);
    if (!path.ok) skipped.push(path.problem);
    else if (data.byteLength > limits.fileBytes) skipped.push(tooLarge(name, data.byteLength));
    else if (files.has(path.value)) skipped.push(twice(name));
    else if (files.size >= limits.files) skipped.push(tooMany(name));
    else if (total + data.byteLength > limits.totalBytes) skipped.push(tooMuch(name));
    else {
      files.set(path.value, data);
      total += data.byteLength;
    }
  }
  return ok({ files, skipped });
}

export function tooLarge(name: string, bytes: number): Problem {
  const limit = WORKSPACE_LIMITS.import.fileBytes;
  return {
    code: "too-large",
    message: `${name} is ${megabytes(bytes)} MB; a file may be at most ${megabytes(limit)} MB, so it was left out.`,
    field: name,
  };
}

export function tooMany(name: string): Problem {
  return {
    code: "too-many",
    message: `${name} was left out: at most ${WORKSPACE_LIMITS.import.files} files can be brought in.`,
    fix: "Leave generated folders such as node_modules behind.",
    field: name,
  };
}

export function tooMuch(name: string): Problem {
  const limit = megabytes(WORKSPACE_LIMITS.import.totalBytes);
  return { code: "too-large", message: `${name} was left out: at most ${limit} MB can be brought in.`, field: name };
}

export function twice(name: string): Problem {
  return { code: "exists", message: `${name} appears twice; the first one was kept.`, field: name };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
