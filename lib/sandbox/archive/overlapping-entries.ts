import type { ZipEntry } from "./zip-directory";

/** Entries whose packed bytes are also those of another one: how a small archive unpacks to petabytes. */
export function overlappingEntries(entries: readonly ZipEntry[]): ReadonlySet<ZipEntry> {
  const found = new Set<ZipEntry>();
  const ordered = entries
    .filter(({ compressedBytes }) => compressedBytes > 0)
    .sort((one, other) => one.dataStart - other.dataStart);
  let furthest: ZipEntry | undefined;
  for (const entry of ordered) {
    if (furthest !== undefined && entry.dataStart < furthest.dataStart + furthest.compressedBytes) {
      found.add(entry);
      found.add(furthest);
    }
    const end = entry.dataStart + entry.compressedBytes;
    if (furthest === undefined || end > furthest.dataStart + furthest.compressedBytes) furthest = entry;
  }
  return found;
}
