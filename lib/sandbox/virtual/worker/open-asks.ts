import type { ShellAnswer, ShellMessage } from "../shell-protocol";
import type { AskOutside, FetchReply } from "./command-outside";
import type { StopSignal } from "./stop-signal";

const STOPPED: FetchReply = { ok: false, code: "outside-stopped", message: "it was stopped" };

/** The worker's end of what running commands ask the page for. */
export class OpenAsks {
  private readonly open = new Map<number, (reply: FetchReply) => void>();
  private nextAsk = 1;

  constructor(private readonly post: (message: ShellMessage) => void) {}

  /** How the command line of request `id` asks; its stop ends the wait. */
  forRequest(id: number, stop: StopSignal): AskOutside {
    return (input, signal) => {
      if (stop.aborted || signal?.aborted) return Promise.resolve(STOPPED);
      const ask = this.nextAsk;
      this.nextAsk += 1;
      return new Promise<FetchReply>((resolve) => {
        const end = (reply: FetchReply): void => {
          this.open.delete(ask);
          stop.removeEventListener("abort", onAbort);
          signal?.removeEventListener("abort", onAbort);
          resolve(reply);
        };
        const onAbort = (): void => {
          this.post({ type: "cancel", id, ask });
          end(STOPPED);
        };
        this.open.set(ask, end);
        stop.addEventListener("abort", onAbort, { once: true });
        signal?.addEventListener("abort", onAbort, { once: true });
        this.post({ type: "ask", id, ask, input });
      });
    };
  }

  answer({ ask, answer }: ShellAnswer): void {
    this.open.get(ask)?.(answer);
  }
}
