import { Inflate } from "pako";
import { joinBytes } from "../join-bytes";

export type GzipProblem = "format" | "end" | "crc" | "data" | "trailing";

export interface Gunzipped {
  content: Uint8Array;
  /** The header and the check values of the first member, in bytes. */
  overhead: number;
  /** The name and the time that the first member keeps. */
  name: string | undefined;
  modifiedAt: number | undefined;
  crc: number;
  problem: GzipProblem | undefined;
}

/** What of pako's stream its types leave out. */
interface InflateState {
  ended: boolean;
  strm: { next_in: number };
}

const SYNC_FLUSH = 2;
const GZIP_WINDOW = 31;
const CHECKS = 8;

/** More would come out than may be held. */
export class TooMuchContent extends Error {}

/** Every member of a gzip file. What was read before a problem is kept. */
export function gunzipMembers(bytes: Uint8Array, mostBytes: number): Gunzipped {
  const header = readHeader(bytes);
  const whole: Gunzipped = {
    content: new Uint8Array(),
    overhead: header?.length ?? 0,
    name: header?.name,
    modifiedAt: header?.modifiedAt,
    crc: 0,
    problem: undefined,
  };
  if (header === undefined) return { ...whole, problem: bytes.length === 0 || isBeginning(bytes) ? "end" : "format" };
  whole.overhead += CHECKS;
  const pieces: Uint8Array[] = [];
  let length = 0;
  let at = 0;
  while (at < bytes.length) {
    if (readHeader(bytes.subarray(at)) === undefined) {
      if (bytes.subarray(at).some((byte) => byte !== 0)) whole.problem = "trailing";
      break;
    }
    const stream = new Inflate({ windowBits: GZIP_WINDOW });
    stream.onData = (piece) => {
      length += piece.length;
      if (length > mostBytes) throw new TooMuchContent();
      pieces.push(piece as Uint8Array);
    };
    stream.push(bytes.subarray(at), SYNC_FLUSH);
    const { ended, strm } = stream as unknown as InflateState;
    if (stream.err !== 0) {
      whole.problem = /check/.test(stream.msg) ? "crc" : "data";
      break;
    }
    if (!ended) {
      whole.problem = "end";
      break;
    }
    at += strm.next_in;
    whole.crc = new DataView(bytes.buffer, bytes.byteOffset + at - CHECKS).getUint32(0, true);
  }
  whole.content = joinBytes(pieces);
  return whole;
}

function isBeginning(bytes: Uint8Array): boolean {
  return bytes.length < 10 && bytes[0] === 0x1f && (bytes[1] ?? 0x8b) === 0x8b;
}

/** Undefined when a member does not begin here. */
function readHeader(
  bytes: Uint8Array,
): { length: number; name: string | undefined; modifiedAt: number | undefined } | undefined {
  if (bytes.length < 10 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = bytes[3] as number;
  const seconds = view.getUint32(4, true);
  let at = 10;
  if (flags & 4) at += 2 + (bytes.length < at + 2 ? 0 : view.getUint16(at, true));
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    const found = bytes.subarray(at, end < 0 ? bytes.length : end);
    at += found.length + 1;
    return new TextDecoder().decode(found);
  };
  const name = flags & 8 ? text() : undefined;
  if (flags & 16) text();
  if (flags & 2) at += 2;
  return { length: at, name, modifiedAt: seconds === 0 ? undefined : seconds * 1000 };
}
