import { joinPath } from "@/lib/core/sandbox/resolve-path";
import type { ProgramFiles } from "./program-files";

const CODE = /\.[cm]?[jt]s$/;
const TEST_NAME = /^(test|test-.+|.+[.\-_]test)\.[cm]?[jt]s$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

export type FoundTests = { ok: true; files: string[] } | { ok: false; missing: string };

/** The files that `node --test` runs: those that are named, or everything below that has the name of a test. */
export function findTestFiles(files: ProgramFiles, names: readonly string[]): FoundTests {
  const found = new Set<string>();
  for (const name of names.length === 0 ? ["."] : names) {
    const path = files.absolute(name);
    if (!files.exists(path)) return { ok: false, missing: path };
    if (files.stat(path, true).type === "directory") collect(files, path, isTestFolder(path), found);
    else found.add(path);
  }
  return { ok: true, files: [...found].sort() };
}

function isTestFolder(path: string): boolean {
  return path.endsWith("/test");
}

function collect(files: ProgramFiles, folder: string, takesAll: boolean, found: Set<string>): void {
  for (const { name, type } of files.readdir(folder)) {
    const path = joinPath(folder, name);
    if (type === "directory") {
      if (name !== "node_modules") collect(files, path, takesAll || name === "test", found);
    } else if (type === "file" && !DECLARATIONS.test(name) && (TEST_NAME.test(name) || (takesAll && CODE.test(name)))) {
      found.add(path);
    }
  }
}
