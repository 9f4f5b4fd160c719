import type { LoadingProgress } from "@/lib/core/sandbox/sandbox";

/** Less than that is no wait. */
const SHOWN_AFTER_MS = 400;
const SAVE = "\u001b7";
const BACK = "\u001b8\u001b[K";
const BYTES_IN_MB = 1_000_000;

/** Shows at the cursor how far something is loaded, and leaves nothing of it behind. */
export class LoadingLine {
  private progress: LoadingProgress | undefined;
  private isDrawn = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly write: (text: string) => void) {}

  show(progress: LoadingProgress | undefined): void {
    this.progress = progress;
    if (progress === undefined) this.end();
    else if (this.isDrawn) this.draw();
    else this.timer ??= setTimeout(() => this.draw(), SHOWN_AFTER_MS);
  }

  /** Call when the command has ended, however it did. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isDrawn) this.write(BACK);
    this.isDrawn = false;
    this.progress = undefined;
  }

  private draw(): void {
    if (this.progress === undefined) return;
    const { what, bytes, of } = this.progress;
    const done = bytes >= of ? "starting" : `${megabytes(bytes)} of ${megabytes(of)} MB`;
    this.write(`${this.isDrawn ? BACK : ""}${SAVE}Loading ${what}: ${done} `);
    this.isDrawn = true;
  }
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_IN_MB).toFixed(1);
}
