import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import { overImportLimit } from "@/lib/core/sandbox/over-import-limit";
import { importPath } from "./import-path";

export interface CheckedImport {
  /** Relative path → bytes. */
  files: Map<string, Uint8Array>;
  /** What was left out, one reason each; nothing else is missing. */
  skipped: Problem[];
}

/** What of a chosen folder may enter the workspace. Paths come out relative and normalised. */
export function checkImport(given: ReadonlyMap<string, Uint8Array>): Result<CheckedImport> {
  const files = new Map<string, Uint8Array>();
  const skipped: Problem[] = [];
  let total = 0;
  for (const [name, data] of given) {
    const path = importPath(name);
    if (!path.ok) {
      skipped.push(path.problem);
      continue;
    }
    const problem = files.has(path.value)
      ? twice(name)
      : overImportLimit(name, data.byteLength, { files: files.size, bytes: total });
    if (problem !== undefined) skipped.push(problem);
    else {
      files.set(path.value, data);
      total += data.byteLength;
    }
  }
  return ok({ files, skipped });
}

export function twice(name: string): Problem {
  return { code: "exists", message: `${name} appears twice; the first one was kept.`, field: name };
}
