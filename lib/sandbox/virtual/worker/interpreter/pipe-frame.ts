import { parts } from "./interpreter";
import { LiveFrame, type OutputStream } from "./live-frame";
import type { PipeDemand } from "./pipe-demand";

/** What a pipe holds beyond what its reader takes, as in Linux. */
export const PIPE_BYTES = 64 * 1024;
/** How long after the last byte that it wants a reader is still there. */
const READER_ENDS_MS = 20;
/** 128 + SIGPIPE. */
export const BROKEN_PIPE = 141;

/**
 * Collects what one stage of a pipe prints, for a reader that ends early. A reader begins here when the stage before it has
 * ended; so what would be ended by a closed pipe is ended by this frame, as if it wrote to one.
 */
export class PipeFrame extends LiveFrame {
  private readonly printed: Record<OutputStream, string[]> = { stdout: [], stderr: [] };
  private lines = 0;
  private bytes = 0;
  private satisfiedAt: number | undefined;
  private bytesTaken = 0;

  constructor(readonly demand: PipeDemand) {
    super({ write: () => {} });
  }

  override write(stream: OutputStream, text: string): void {
    if (text === "") return;
    if (stream === "stdout" && this.isBroken()) {
      this.hasEnded = true;
      throw parts().exit(BROKEN_PIPE);
    }
    super.write(stream, text);
    this.printed[stream].push(text);
    if (stream === "stdout") this.count(text);
  }

  private count(text: string): void {
    this.bytes += text.length;
    if (this.satisfiedAt !== undefined) return;
    const { lines, bytes } = this.demand;
    if (lines !== undefined) {
      for (let at = text.indexOf("\n"); at >= 0 && this.lines < lines; at = text.indexOf("\n", at + 1)) this.lines += 1;
      if (this.lines < lines) return;
    } else if (this.bytes < (bytes ?? 0)) return;
    this.bytesTaken = this.bytes;
    this.satisfiedAt = performance.now();
  }

  private isBroken(): boolean {
    if (this.satisfiedAt === undefined) return false;
    return this.bytes - this.bytesTaken > PIPE_BYTES || performance.now() - this.satisfiedAt > READER_ENDS_MS;
  }

  text(stream: OutputStream): string {
    return this.printed[stream].join("");
  }
}
