import { sha1 } from "@noble/hashes/legacy.js";
import { hexFromBytes } from "../../byte-text";
import { joinBytes } from "../join-bytes";
import { byBytes } from "./by-bytes";
import type { GitFile } from "./git-file";

/** A path that a merge could not settle: what stands on each side, as far as the path is there. */
export interface Unmerged {
  base?: GitFile;
  ours?: GitFile;
  theirs?: GitFile;
}

interface Entry {
  path: string;
  stage: number;
  bytes: Uint8Array;
}

const HEADER = 12;
const FIXED = 62;
const CHECKSUM = 20;
const SIDES = ["base", "ours", "theirs"] as const;

/** The unmerged paths of an index file. */
export function unmergedEntries(index: Uint8Array): Map<string, Unmerged> {
  const found = new Map<string, Unmerged>();
  for (const { path, stage, bytes } of entriesOf(index)) {
    const side = SIDES[stage - 1];
    if (side === undefined) continue;
    const mode = new DataView(bytes.buffer, bytes.byteOffset).getUint32(24).toString(8);
    found.set(path, { ...found.get(path), [side]: { oid: hexFromBytes(bytes.subarray(40, 60)), mode } });
  }
  return found;
}

/** The index file with these paths unmerged in it, in place of what it said of them. */
export function withUnmerged(index: Uint8Array, unmerged: ReadonlyMap<string, Unmerged>): Uint8Array {
  const entries = entriesOf(index).filter(({ path }) => !unmerged.has(path));
  for (const [path, sides] of unmerged) {
    for (const [at, side] of SIDES.entries()) {
      const file = sides[side];
      if (file !== undefined) entries.push({ path, stage: at + 1, bytes: entryBytes(path, at + 1, file) });
    }
  }
  entries.sort((left, right) => byBytes(left.path, right.path) || left.stage - right.stage);
  const header = index.slice(0, HEADER);
  new DataView(header.buffer).setUint32(8, entries.length);
  const body = joinBytes([header, ...entries.map(({ bytes }) => bytes)]);
  return joinBytes([body, sha1(body)]);
}

function entriesOf(index: Uint8Array): Entry[] {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const entries: Entry[] = [];
  let at = HEADER;
  for (let count = view.getUint32(8); count > 0; count -= 1) {
    const flags = view.getUint16(at + 60);
    const nameAt = at + FIXED + ((flags & 0x4000) === 0 ? 0 : 2);
    const nameEnd = index.indexOf(0, nameAt);
    const end = at + Math.ceil((nameEnd - at + 1) / 8) * 8;
    entries.push({
      path: new TextDecoder().decode(index.subarray(nameAt, nameEnd)),
      stage: (flags >> 12) & 3,
      bytes: index.slice(at, end),
    });
    at = end;
  }
  if (at > index.byteLength - CHECKSUM) throw new RangeError("the index file is cut off");
  return entries;
}

function entryBytes(path: string, stage: number, { oid, mode }: GitFile): Uint8Array {
  const name = new TextEncoder().encode(path);
  const bytes = new Uint8Array(Math.ceil((FIXED + name.byteLength + 1) / 8) * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(24, Number.parseInt(mode, 8));
  for (let at = 0; at < CHECKSUM; at += 1) bytes[40 + at] = Number.parseInt(oid.slice(2 * at, 2 * at + 2), 16);
  view.setUint16(60, (stage << 12) | Math.min(name.byteLength, 0xfff));
  bytes.set(name, FIXED);
  return bytes;
}
