import type { FileSource } from "./file-source";
import {
  advanceGlob,
  compilePathGlob,
  type GlobPattern,
  type GlobState,
  namesLiterally,
  startGlob,
} from "./glob-pattern";
import { type IgnoreRules, isIgnored, rulesAbove, withRulesOf } from "./ignore-rules";
import { isWithin, joinPath, relativePath, resolvePath } from "./resolve-path";
import type { GlobOptions, GlobResult } from "./sandbox";
import { SandboxError } from "./sandbox-error";

const DEFAULT_GLOB_LIMIT = 1000;
const MAX_DEPTH = 200;

/**
 * Files and directories below `options.cwd` whose relative path matches. Symbolic links are reported, never followed, so a
 * loop cannot trap the walk. A pattern that is the path of a file finds it, also with brackets in its name. Ignore rules do not apply to directories that the pattern names letter by letter:
 * `node_modules/zod/*.md` finds what it says.
 */
export async function globFiles(
  source: FileSource,
  root: string,
  pattern: string,
  options: GlobOptions = {},
): Promise<GlobResult> {
  const directory = resolvePath(root, options.cwd ?? root);
  const compiled = compilePathGlob(relativeToDirectory(pattern, directory));
  const paths: string[] = [];
  const rules = options.includeIgnored ? undefined : await rulesAbove(source, root, directory);
  await walk(source, directory, compiled, startGlob(compiled), rules, 0, (path) => {
    paths.push(relativePath(directory, path));
  });
  paths.sort(byCodeUnits);
  const limit = options.limit ?? DEFAULT_GLOB_LIMIT;
  return { paths: paths.slice(0, limit), cut: paths.length > limit };
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function relativeToDirectory(pattern: string, directory: string): string {
  if (!pattern.startsWith("/")) return pattern;
  const below = directory === "/" ? "/" : `${directory}/`;
  if (pattern.startsWith(below)) return pattern.slice(below.length) || "*";
  throw new SandboxError(
    "invalid-pattern",
    `The glob pattern ${JSON.stringify(pattern.slice(0, 80))} is absolute and not below ${directory}; give a relative one.`,
  );
}

async function walk(
  source: FileSource,
  directory: string,
  pattern: GlobPattern,
  state: GlobState,
  rulesAboveDirectory: readonly IgnoreRules[] | undefined,
  depth: number,
  found: (path: string) => void,
): Promise<void> {
  if (depth > MAX_DEPTH) return;
  const rules = rulesAboveDirectory && (await withRulesOf(source, rulesAboveDirectory, directory));
  for (const entry of await source.list(directory)) {
    const { next, complete } = advanceGlob(state, entry.name);
    if (!complete && next.length === 0) continue;
    const path = joinPath(directory, entry.name);
    const isDirectory = entry.type === "directory";
    const ignored = rules !== undefined && isIgnored(rules, path, entry.name, isDirectory);
    if (ignored && !namesLiterally(state, entry.name)) continue;
    if (complete && (isDirectory || !pattern.directoriesOnly)) found(path);
    if (isDirectory && next.length > 0) await walk(source, path, pattern, next, rules, depth + 1, found);
  }
}

/** Every regular file below `directory`, sorted by path, for {@link grepFiles}. */
export async function listFiles(
  source: FileSource,
  root: string,
  directory: string,
  includeIgnored: boolean,
): Promise<string[]> {
  const files: string[] = [];
  const visit = async (current: string, above: readonly IgnoreRules[] | undefined, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) return;
    const rules = above && (await withRulesOf(source, above, current));
    for (const entry of await source.list(current)) {
      const path = joinPath(current, entry.name);
      if (rules !== undefined && isIgnored(rules, path, entry.name, entry.type === "directory")) continue;
      if (entry.type === "file") files.push(path);
      else if (entry.type === "directory") await visit(path, rules, depth + 1);
    }
  };
  const inRoot = isWithin(directory, root);
  await visit(directory, includeIgnored ? undefined : inRoot ? await rulesAbove(source, root, directory) : [], 0);
  return files.sort(byCodeUnits);
}
