export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The nearest name that every provider accepts. */
export function suggestToolName(wanted: string): string {
  const slug = wanted
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
  return slug === "" ? "my_tool" : slug;
}
