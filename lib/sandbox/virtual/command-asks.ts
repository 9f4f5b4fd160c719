import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import { SHELL_FETCH } from "@/lib/core/tool/shell-fetch";
import { shellFetchAnswerSchema } from "./shell-fetch";
import type { ShellAnswer, ShellMessage } from "./shell-protocol";

/** Questions that one command line may have open at once, and ask in all. */
const MOST_OPEN = 16;
const MOST_ASKS = 1000;

interface Refusal {
  code: string;
  message: string;
}

const NO_WAY_OUT: Refusal = { code: "outside-missing", message: "this command has no way out" };

/**
 * The page's end of what one command asks of the outside. Every question is carried out with the authority that came with
 * that command, and is refused where none came; the command's end ends what is still open.
 */
export class CommandAsks {
  private readonly open = new Map<number, AbortController>();
  private asked = 0;
  private closed = false;

  constructor(
    private readonly outside: Outside | undefined,
    private readonly post: (answer: ShellAnswer) => void,
  ) {}

  ask({ ask, input }: Extract<ShellMessage, { type: "ask" }>): void {
    if (this.open.has(ask)) return;
    this.asked += 1;
    const refusal = this.refusal();
    if (refusal !== undefined || this.outside === undefined) {
      this.answer({ ask, answer: { ok: false, ...(refusal ?? NO_WAY_OUT) } });
      return;
    }
    const controller = new AbortController();
    this.open.set(ask, controller);
    this.outside
      .ask(SHELL_FETCH, { ...input }, { signal: controller.signal })
      .then((value) => this.answer({ ask, answer: { ok: true, value: shellFetchAnswerSchema.parse(value) } }))
      .catch((error: unknown) => {
        const code = OutsideError.isInstance(error) ? error.code : "outside-failed";
        const message = error instanceof Error ? error.message : String(error);
        this.answer({ ask, answer: { ok: false, code, message } });
      })
      .finally(() => this.open.delete(ask));
  }

  cancel(ask: number): void {
    this.open.get(ask)?.abort();
  }

  /** The command is over: what is open is stopped, and nothing is answered any more. */
  close(): void {
    this.closed = true;
    for (const controller of this.open.values()) controller.abort();
  }

  private refusal(): Refusal | undefined {
    if (this.open.size >= MOST_OPEN) {
      return { code: "outside-busy", message: `a command line may have ${MOST_OPEN} requests open at once` };
    }
    return this.asked > MOST_ASKS
      ? { code: "outside-busy", message: `a command line may make ${MOST_ASKS} requests` }
      : undefined;
  }

  private answer(answer: ShellAnswer): void {
    if (!this.closed) this.post(answer);
  }
}
