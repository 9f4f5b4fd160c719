/** One entry as the archive's central directory lists it; nothing of its data has been read. */
export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated, anything else unknown. */
  method: number;
  encrypted: boolean;
  compressedBytes: number;
  bytes: number;
  checksum: number;
  /** Unix mode, when a Unix wrote the archive. */
  mode: number | undefined;
  dataStart: number;
  /** The date and time as the archive writes them, without a time zone, read as UTC. */
  modifiedAt: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const UTF8_FLAG = 0x800;
const ENCRYPTED_FLAG = 1;
const ZIP64_MARK = 0xffffffff;

/**
 * The central directory, which decides before anything is unpacked what is taken and how much of it. Undefined when the
 * bytes are no zip, or one whose parts do not fit together.
 */
export function readZipDirectory(archive: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (at === ZIP64_MARK) return undefined;
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined;
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const localStart = view.getUint32(at + 42, true);
    const dataStart = dataStartOf(view, localStart);
    if (dataStart === undefined || at + 46 + nameLength > view.byteLength) return undefined;
    const madeByUnix = view.getUint8(at + 5) === 3;
    entries.push({
      name: decodeName(archive.subarray(at + 46, at + 46 + nameLength), (flags & UTF8_FLAG) !== 0),
      method: view.getUint16(at + 10, true),
      encrypted: (flags & ENCRYPTED_FLAG) !== 0,
      checksum: view.getUint32(at + 16, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      mode: madeByUnix ? view.getUint16(at + 40, true) : undefined,
      dataStart,
      modifiedAt: timeOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** MS-DOS: years since 1980, pairs of seconds. */
function timeOf(date: number, time: number): number {
  const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const;
  return Date.UTC(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

function findEnd(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return undefined;
}

function dataStartOf(view: DataView, local: number): number | undefined {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL_SIGNATURE) return undefined;
  return local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
}

function decodeName(bytes: Uint8Array, utf8: boolean): string {
  if (!utf8) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("latin1").decode(bytes);
    }
  }
  return new TextDecoder().decode(bytes);
}
