import { Writable } from "node:stream";
import { utf8Length } from "@/lib/core/call/truncate-text";

/** Room for the mark between head and tail. */
const MARK_BYTES = 100;

/** Takes in output of any length and keeps the first and the last of it, in bounded memory. */
export class HeadAndTail extends Writable {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer = Buffer.alloc(0);
  private readonly half: number;
  bytes = 0;

  constructor(private readonly limit: number) {
    super();
    this.half = Math.floor((limit - MARK_BYTES) / 2);
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytes += piece.length;
    const room = Math.max(0, this.half - this.headBytes);
    if (room > 0) {
      const first = Buffer.from(piece.subarray(0, room));
      this.head.push(first);
      this.headBytes += first.length;
    }
    const rest = piece.subarray(room);
    if (rest.length > 0) {
      const keep = this.limit - this.half;
      const joined = rest.length >= keep ? rest : Buffer.concat([this.tail, rest]);
      this.tail = Buffer.from(joined.subarray(Math.max(0, joined.length - keep)));
    }
    done();
  }

  /** The whole text, or head and tail with a mark that says how much is missing. Characters are never cut in two. */
  text(): string {
    const head = Buffer.concat(this.head);
    if (this.bytes <= this.limit) return decode(Buffer.concat([head, this.tail]));
    const first = decode(head).replace(/\uFFFD$/, "");
    const last = decode(this.tail.subarray(Math.max(0, this.tail.length - this.half))).replace(/^\uFFFD+/, "");
    const cut = this.bytes - utf8Length(first) - utf8Length(last);
    return `${first}\n[… ${cut} bytes cut out of ${this.bytes} bytes …]\n${last}`;
  }
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}
