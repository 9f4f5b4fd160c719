import { bytesFromLatin1, latin1FromBytes } from "../../byte-text";

export type TarType = "file" | "directory" | "symlink" | "link";

export interface TarEntry {
  name: string;
  type: TarType;
  /** Where a symbolic link points, or the member that a hard link is another name of. */
  target: string;
  mode: number;
  owner: string;
  group: string;
  ownerId: number;
  groupId: number;
  /** Whole seconds. */
  modifiedAt: number;
  data: Uint8Array;
}

const BLOCK = 512;
/** GNU tar writes records of twenty blocks. */
const RECORD = 20 * BLOCK;
const LONGEST_FIELD = 100;
const LONG_NAME = "L";
const LONG_TARGET = "K";
const FLAG: Readonly<Record<TarType, string>> = { file: "0", link: "1", symlink: "2", directory: "5" };
const TYPE: Readonly<Record<string, TarType>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "link",
  "2": "symlink",
  "5": "directory",
};

/** An archive as GNU tar writes it. */
export function writeTar(entries: readonly TarEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array) => {
    const padded = Math.ceil(bytes.byteLength / BLOCK) * BLOCK;
    parts.push(bytes);
    if (padded > bytes.byteLength) parts.push(new Uint8Array(padded - bytes.byteLength));
    length += padded;
  };
  const addLong = (flag: string, text: string) => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    if (bytes.byteLength <= LONGEST_FIELD) return;
    const owner = { owner: "root", group: "root", ownerId: 0, groupId: 0 };
    add(header({ name: "././@LongLink", target: "", mode: 0o644, modifiedAt: 0, ...owner }, flag, bytes.byteLength));
    add(bytes);
  };
  for (const entry of entries) {
    addLong(LONG_TARGET, entry.target);
    addLong(LONG_NAME, entry.name);
    add(header(entry, FLAG[entry.type], entry.data.byteLength));
    add(entry.data);
  }
  const total = Math.ceil((length + 2 * BLOCK) / RECORD) * RECORD;
  const archive = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    archive.set(part, at);
    at += part.byteLength;
  }
  return archive;
}

function header(entry: Omit<TarEntry, "type" | "data">, flag: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const text = (at: number, width: number, value: string) => {
    block.set(new TextEncoder().encode(value).subarray(0, width), at);
  };
  const octal = (at: number, width: number, value: number) =>
    text(
      at,
      width,
      Math.max(0, value)
        .toString(8)
        .padStart(width - 1, "0"),
    );
  text(0, LONGEST_FIELD, entry.name);
  octal(100, 8, entry.mode & 0o7777);
  octal(108, 8, entry.ownerId);
  octal(116, 8, entry.groupId);
  octal(124, 12, size);
  octal(136, 12, entry.modifiedAt);
  text(148, 8, "        ");
  text(156, 1, flag);
  text(157, LONGEST_FIELD, entry.target);
  text(257, 8, "ustar  ");
  text(265, 32, entry.owner);
  text(297, 32, entry.group);
  const sum = block.reduce((total, byte) => total + byte, 0);
  text(148, 8, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

export interface TarContents {
  entries: TarEntry[];
  /** What is wrong with the rest, in the words of GNU tar. */
  problem: "not-an-archive" | "cut-off" | undefined;
}

/** The members of an archive in any of the usual formats (v7, ustar, GNU, pax); data are views of the archive. */
export function readTar(archive: Uint8Array): TarContents {
  const entries: TarEntry[] = [];
  let at = 0;
  let shared: Record<string, string> = {};
  let next: Record<string, string> = {};
  while (at + BLOCK <= archive.byteLength) {
    const block = archive.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) return { entries, problem: undefined };
    if (!hasRightSum(block)) return { entries, problem: entries.length === 0 ? "not-an-archive" : "cut-off" };
    const flag = String.fromCharCode(block[156] as number);
    const known = { ...shared, ...next };
    const size = flag === "x" || flag === "g" ? number(block, 124, 12) : Number(known.size ?? number(block, 124, 12));
    at += BLOCK;
    const cutOff = at + size > archive.byteLength;
    const data = archive.subarray(at, at + size);
    at += Math.ceil(size / BLOCK) * BLOCK;
    if (flag === "g") shared = { ...shared, ...paxRecords(data) };
    else if (flag === "x") next = { ...next, ...paxRecords(data) };
    else if (flag === LONG_NAME) next.path = decode(data);
    else if (flag === LONG_TARGET) next.linkpath = decode(data);
    else {
      next = {};
      const type = TYPE[flag];
      if (type === undefined) continue;
      const prefix = decode(block.subarray(257, 263)) === "ustar" ? decode(block.subarray(345, 500)) : "";
      const short = decode(block.subarray(0, 100));
      const name = known.path ?? (prefix === "" ? short : `${prefix}/${short}`);
      entries.push({
        name,
        type: type === "file" && name.endsWith("/") ? "directory" : type,
        target: known.linkpath ?? decode(block.subarray(157, 257)),
        mode: number(block, 100, 8) & 0o7777,
        owner: known.uname ?? decode(block.subarray(265, 297)),
        group: known.gname ?? decode(block.subarray(297, 329)),
        ownerId: Number(known.uid ?? number(block, 108, 8)),
        groupId: Number(known.gid ?? number(block, 116, 8)),
        modifiedAt: Math.floor(Number(known.mtime ?? number(block, 136, 12))),
        data: type === "file" ? data : new Uint8Array(),
      });
    }
    if (cutOff) return { entries, problem: "cut-off" };
  }
  return { entries, problem: entries.length === 0 ? "not-an-archive" : undefined };
}

function hasRightSum(block: Uint8Array): boolean {
  let sum = 0;
  for (let index = 0; index < BLOCK; index += 1) sum += index >= 148 && index < 156 ? 32 : (block[index] as number);
  return sum === number(block, 148, 8);
}

function number(block: Uint8Array, at: number, width: number): number {
  if (((block[at] as number) & 0x80) !== 0) {
    return block.subarray(at + 1, at + width).reduce((value, byte) => value * 256 + byte, (block[at] as number) & 0x3f);
  }
  return Number.parseInt(decode(block.subarray(at, at + width)).trim() || "0", 8);
}

function decode(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** `<length> <key>=<value>\n`, the length counted in bytes. */
function paxRecords(data: Uint8Array): Record<string, string> {
  const text = latin1FromBytes(data);
  const records: Record<string, string> = {};
  let at = 0;
  while (at < text.length) {
    const length = Number.parseInt(text.slice(at), 10);
    if (!(length > 0)) break;
    const record = text.slice(text.indexOf(" ", at) + 1, at + length - 1);
    const equals = record.indexOf("=");
    records[record.slice(0, equals)] = decode(bytesFromLatin1(record.slice(equals + 1)));
    at += length;
  }
  return records;
}
