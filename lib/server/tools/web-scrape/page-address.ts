const FOLLOWED: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);

/** An absolute address that leads somewhere; undefined for scripts, data and what is no address. */
export function pageAddress(reference: string | undefined, base: string): string | undefined {
  const trimmed = reference?.trim();
  if (trimmed === undefined || trimmed === "" || !URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  return FOLLOWED.has(url.protocol) ? url.href : undefined;
}
