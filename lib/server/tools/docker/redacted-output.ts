import { Writable } from "node:stream";
import type { TextScanner } from "@/lib/core/redact/text-scanner";
import type { HeadAndTail } from "./head-and-tail";

/** Takes in one stream of output as UTF-8, and hands it on without secrets, before anything is cut out of it. */
export class RedactedOutput extends Writable {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Bytes taken in. */
  bytes = 0;

  constructor(
    private readonly kept: HeadAndTail,
    private readonly scanner: TextScanner,
  ) {
    super();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytes += piece.length;
    this.keep(this.scanner.push(this.decoder.decode(piece, { stream: true })));
    done();
  }

  /** Hands on the rest. After a cut, without what could be the beginning of a secret. */
  settle({ isCut }: { isCut: boolean }): void {
    this.keep(this.scanner.push(this.decoder.decode()));
    if (!isCut) this.keep(this.scanner.flush());
  }

  private keep(text: string): void {
    if (text !== "") this.kept.write(Buffer.from(text));
  }
}
