import type { OutputStream } from "./interpreter/live-frame";

const LARGEST_MESSAGE = 16 * 1024;
const SHORTEST_PAUSE_MS = 50;

export interface OutputPiece {
  stream: OutputStream;
  text: string;
}

/**
 * Puts pieces of output together: a message goes out at once when nothing was sent for a while, else when the pause is over or
 * enough has come together. Nothing is lost, doubled or put in another order.
 */
export class OutputGatherer {
  private pieces: OutputPiece[] = [];
  private length = 0;
  private sentAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly post: (pieces: OutputPiece[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(stream: OutputStream, text: string): void {
    const last = this.pieces.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.pieces.push({ stream, text });
    this.length += text.length;
    const pause = this.sentAt + SHORTEST_PAUSE_MS - this.now();
    if (this.length >= LARGEST_MESSAGE || pause <= 0) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), pause);
  }

  /** Call at the end; more may be added after it. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pieces.length === 0) return;
    const { pieces } = this;
    this.pieces = [];
    this.length = 0;
    this.sentAt = this.now();
    this.post(pieces);
  }
}
