import { zipSync } from "fflate";

/** Pictures, archives and the like gain nothing from being packed again. */
const PACKED_ALREADY = /\.(png|jpe?g|gif|webp|zip|gz|tgz|br|woff2?|mp[34]|pdf|wasm)$/i;
const OLDEST = Date.UTC(1980, 0, 2);

/** A zip of the workspace: relative path → bytes. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>, options: { modifiedAt?: number } = {}): Uint8Array {
  const modifiedAt = Math.max(options.modifiedAt ?? Date.now(), OLDEST);
  const entries: Record<string, [Uint8Array, { level: 0 | 6; mtime: number }]> = Object.create(null);
  for (const [path, data] of files) {
    entries[path] = [data, { level: PACKED_ALREADY.test(path) ? 0 : 6, mtime: modifiedAt }];
  }
  return zipSync(entries);
}
