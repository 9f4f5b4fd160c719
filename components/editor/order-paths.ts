/** The agent first, then its tools by name, then the rest: the order in which a definition is read. */
export function orderPaths(paths: readonly string[]): string[] {
  const rank = (path: string) => (path === "agent.ts" ? 0 : path.startsWith("tools/") ? 1 : 2);
  return [...paths].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
}
