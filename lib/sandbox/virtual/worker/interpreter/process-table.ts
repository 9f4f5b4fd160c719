import type { BackgroundProcess } from "./background-process";
import type { Capture } from "./capture";
import { type InterpreterContext, parts, type StopLike } from "./interpreter";

/** More at once is a fork bomb, or as good as one. */
const MOST_AT_ONCE = 500;
const FIRST_PROCESS = 1001;

/** The background commands of one command line, also of its subshells and of the scripts it runs. */
export class ProcessTable {
  /** The shell whose number is `$$`. */
  main: InterpreterContext | undefined;
  private readonly all = new Map<number, BackgroundProcess>();
  private nextId = FIRST_PROCESS;
  /** Whether there were too many at once. */
  overrun = false;

  takeId(): number {
    const id = this.nextId;
    this.nextId += 1;
    return id;
  }

  add(process: BackgroundProcess): void {
    this.all.set(process.id, process);
  }

  /** Too many at once end the whole command line: all of them are killed, whoever started the last one. */
  refuseMore(): void {
    const running = this.running();
    if (running.length < MOST_AT_ONCE) return;
    this.overrun = true;
    for (const process of running) process.kill("KILL");
    this.refuseOverrun();
  }

  refuseOverrun(): void {
    if (this.overrun) throw parts().limit(`more than ${MOST_AT_ONCE} background commands run at once`, "processes");
  }

  get(id: number): BackgroundProcess | undefined {
    return this.all.get(id);
  }

  anyFor(reader: Capture): boolean {
    for (const { capture, exitCode } of this.all.values())
      if (capture === reader && exitCode === undefined) return true;
    return false;
  }

  async waitForReader(reader: Capture, signal: StopLike | undefined): Promise<void> {
    for (;;) {
      const running = this.running().filter(({ capture }) => capture === reader);
      if (running.length === 0) return;
      await orStopped(signal, Promise.all(running.map(({ ended }) => ended)));
    }
  }

  async waitForAll(signal: StopLike | undefined): Promise<void> {
    for (;;) {
      const running = this.running();
      if (running.length === 0) return;
      await orStopped(signal, Promise.all(running.map(({ ended }) => ended)));
    }
  }

  private running(): BackgroundProcess[] {
    return [...this.all.values()].filter(({ exitCode }) => exitCode === undefined);
  }
}

export function processesOf(context: Pick<InterpreterContext, "executionScope">): ProcessTable {
  context.executionScope.processes ??= new ProcessTable();
  return context.executionScope.processes;
}

/** Waits for `work`, but not longer than the command line may run. */
export async function orStopped<T>(signal: StopLike | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  let onAbort = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(parts().aborted());
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
