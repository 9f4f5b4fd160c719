import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** Pictures, archives and the like gain nothing from being packed again. */
const PACKED_ALREADY = /\.(png|jpe?g|gif|webp|zip|gz|tgz|br|woff2?|mp[34]|pdf|wasm)$/i;
const OLDEST = Date.UTC(1980, 0, 2);

/** A zip of the workspace: relative path → bytes. Any name is one, `__proto__` too, so nothing of it passes through an object. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>, options: { modifiedAt?: number } = {}): Uint8Array {
  const modifiedAt = Math.max(options.modifiedAt ?? Date.now(), OLDEST);
  const pieces: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
  });
  for (const [path, data] of files) {
    const file = PACKED_ALREADY.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    file.mtime = modifiedAt;
    archive.add(file);
    file.push(data, true);
  }
  archive.end();
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
