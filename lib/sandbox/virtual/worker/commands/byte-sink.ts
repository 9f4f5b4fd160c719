import type { ExecResult } from "just-bash/browser";
import { latin1FromBytes } from "../byte-text";

/** What one command may print; what a person or a model reads of it is cut far below. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Says that a command printed more than may be held. */
export class OutputTooLarge extends Error {
  constructor(limit: number) {
    super(`output is larger than ${Math.floor(limit / 1024 / 1024)} MB; write less, or in parts`);
  }
}

/** Bytes that a command prints, gathered. */
export class ByteSink {
  private bytes = new Uint8Array(1024);
  length = 0;

  constructor(private readonly limit = MOST_BYTES) {}

  push(byte: number): void {
    this.makeRoom(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  write(data: Uint8Array | string): void {
    const added = typeof data === "string" ? new TextEncoder().encode(data) : data;
    this.makeRoom(added.byteLength);
    this.bytes.set(added, this.length);
    this.length += added.byteLength;
  }

  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  toText(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.bytes.subarray(0, this.length));
  }

  private makeRoom(more: number): void {
    const needed = this.length + more;
    if (needed > this.limit) throw new OutputTooLarge(this.limit);
    if (needed <= this.bytes.byteLength) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(this.limit, this.bytes.byteLength * 2)));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** A result whose standard output is bytes, not text. */
export function printed(bytes: Uint8Array, stderr = "", exitCode = 0): ExecResult {
  return { stdout: latin1FromBytes(bytes), stdoutKind: "bytes", stderr, exitCode };
}
