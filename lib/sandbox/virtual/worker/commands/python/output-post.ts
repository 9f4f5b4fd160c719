import type { OutputPiece } from "./python-messages";

const WAIT_MS = 20;
const MOST_HELD_BYTES = 64 * 1024;

/** Gathers output, so that a program that prints line by line does not send a message for each. */
export class OutputPost {
  private pieces: OutputPiece[] = [];
  private held = 0;
  private lastPost = Number.NEGATIVE_INFINITY;

  constructor(private readonly send: (pieces: OutputPiece[]) => void) {}

  /** `bytes` belong to the message from now on. */
  write(stream: OutputPiece["stream"], bytes: Uint8Array): void {
    this.pieces.push({ stream, bytes });
    this.held += bytes.byteLength;
    if (this.held >= MOST_HELD_BYTES) this.post();
    else this.postDue();
  }

  postDue(): void {
    if (this.held > 0 && performance.now() - this.lastPost > WAIT_MS) this.post();
  }

  post(): void {
    if (this.held === 0) return;
    const { pieces } = this;
    this.pieces = [];
    this.held = 0;
    this.lastPost = performance.now();
    this.send(pieces);
  }
}
