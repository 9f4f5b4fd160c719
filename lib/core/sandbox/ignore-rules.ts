import type { FileSource } from "./file-source";
import { compileGlob, type GlobPattern, matchesGlob } from "./glob-pattern";
import { isWithin, joinPath, pathSegments } from "./resolve-path";
import { isToolFolder } from "./tool-folders";

interface IgnoreRule {
  pattern: GlobPattern;
  /** Matches the whole path below the rule file, not any name. */
  anchored: boolean;
  directoriesOnly: boolean;
  negated: boolean;
}

/** The rules of one `.gitignore`, or the built-in ones. */
export interface IgnoreRules {
  /** The directory that holds the file. */
  directory: string;
  rules: readonly IgnoreRule[];
}

const MAX_RULE_FILE_BYTES = 1_000_000;

/** The text of a `.gitignore`; a line that makes no valid pattern is left out, as git does. */
function parseIgnoreRules(directory: string, text: string): IgnoreRules {
  const rules: IgnoreRule[] = [];
  for (const raw of text.split("\n")) {
    let line = raw.replace(/\r$/, "").replace(/(?<!\\) +$/, "");
    if (line === "" || line.startsWith("#")) continue;
    const negated = line.startsWith("!");
    if (negated) line = line.slice(1);
    const directoriesOnly = line.endsWith("/");
    if (directoriesOnly) line = line.slice(0, -1);
    const anchored = line.includes("/");
    try {
      rules.push({ pattern: compileGlob(line.replace(/[{}]/g, "\\$&")), anchored, directoriesOnly, negated });
    } catch {
      // A rule nobody can match ignores nothing.
    }
  }
  return { directory, rules };
}

/** Whether an entry is left out; the rules nearest to it decide, and in one file the last that matches. */
export function isIgnored(stack: readonly IgnoreRules[], path: string, name: string, isDirectory: boolean): boolean {
  if (isToolFolder(name)) return true;
  for (let level = stack.length - 1; level >= 0; level -= 1) {
    const { directory, rules } = stack[level] as IgnoreRules;
    const below = path.slice(directory === "/" ? 1 : directory.length + 1);
    for (let index = rules.length - 1; index >= 0; index -= 1) {
      const rule = rules[index] as IgnoreRule;
      if (rule.directoriesOnly && !isDirectory) continue;
      if (matchesGlob(rule.pattern, rule.anchored ? below : name)) return !rule.negated;
    }
  }
  return false;
}

/** Adds the rules of `directory` to the stack when it holds a rule file. */
export async function withRulesOf(
  source: FileSource,
  stack: readonly IgnoreRules[],
  directory: string,
): Promise<readonly IgnoreRules[]> {
  const text = await ruleFileText(source, directory);
  return text === undefined ? stack : [...stack, parseIgnoreRules(directory, text)];
}

/** The rules that hold in `directory` because of files above it, down from `root`. */
export async function rulesAbove(source: FileSource, root: string, directory: string): Promise<readonly IgnoreRules[]> {
  if (!isWithin(directory, root) || directory === root) return [];
  let stack: readonly IgnoreRules[] = [];
  let current = root;
  for (const name of pathSegments(directory).slice(pathSegments(root).length)) {
    stack = await withRulesOf(source, stack, current);
    current = joinPath(current, name);
  }
  return stack;
}

async function ruleFileText(source: FileSource, directory: string): Promise<string | undefined> {
  try {
    const data = await source.read(joinPath(directory, ".gitignore"));
    return data.byteLength > MAX_RULE_FILE_BYTES ? undefined : new TextDecoder().decode(data);
  } catch {
    return undefined;
  }
}
