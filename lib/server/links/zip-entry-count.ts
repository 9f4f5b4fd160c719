import "server-only";

/** The record that ends a zip without a comment. */
export const ZIP_END_BYTES = 22;
const SIGNATURE = 0x06054b50;
/** The record says so where the true count does not fit into it. */
const TOO_MANY = 0xffff;

/** How many files a zip holds by its last record alone, so that nothing has to be unpacked for a number. */
export function zipEntryCount(end: Uint8Array | null): number | undefined {
  if (end === null || end.byteLength < ZIP_END_BYTES) return undefined;
  const view = new DataView(end.buffer, end.byteOffset + end.byteLength - ZIP_END_BYTES, ZIP_END_BYTES);
  if (view.getUint32(0, true) !== SIGNATURE) return undefined;
  const count = view.getUint16(10, true);
  return count === TOO_MANY ? undefined : count;
}
