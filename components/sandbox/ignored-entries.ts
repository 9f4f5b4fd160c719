import { type IgnoreRules, isIgnored, withRulesOf } from "@/lib/core/sandbox/ignore-rules";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { type Listings, parentOf } from "./tree-rows";

/** The relative paths, of those that are listed, which searches leave out: by `.gitignore`, `.git` or `node_modules`. */
export async function ignoredEntries(
  sandbox: Pick<Sandbox, "read" | "list" | "cwd">,
  listings: Listings,
): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  const rules = new Map<string, readonly IgnoreRules[]>();
  const source = { read: (path: string) => sandbox.read(path), list: (path: string) => sandbox.list(path) };
  // A folder comes after the one it is in, whose rules hold in it too.
  for (const directory of [...listings.keys()].sort((a, b) => a.length - b.length)) {
    const entries = listings.get(directory) ?? [];
    const above = directory === "" ? [] : (rules.get(parentOf(directory)) ?? []);
    const holdsRules = entries.some(({ name }) => name === ".gitignore");
    const absolute = directory === "" ? sandbox.cwd : `${sandbox.cwd}/${directory}`;
    const here = holdsRules ? await withRulesOf(source, above, absolute) : above;
    rules.set(directory, here);
    for (const { name, type } of entries) {
      const path = directory === "" ? name : `${directory}/${name}`;
      if (ignored.has(directory) || isIgnored(here, `${sandbox.cwd}/${path}`, name, type === "directory")) {
        ignored.add(path);
      }
    }
  }
  return ignored;
}
