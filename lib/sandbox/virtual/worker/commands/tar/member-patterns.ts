import { compileWildcard } from "../wildcard";

/** Whether a pattern names this member or a directory above it. Unanchored it may begin after any slash. */
export function matchesMember(
  pattern: string,
  name: string,
  { wildcards, anchored }: { wildcards: boolean; anchored: boolean },
): boolean {
  const wanted = pattern.replace(/\/+$/, "");
  const matches = wildcards ? compileWildcard(wanted) : (text: string) => text === wanted;
  const parts = name.split("/");
  for (let start = 0; start < (anchored ? 1 : parts.length); start += 1) {
    for (let end = parts.length; end > start; end -= 1) if (matches(parts.slice(start, end).join("/"))) return true;
  }
  return false;
}
