import "server-only";

/** One use of a service by one call. */
export interface ServiceUse {
  runId: string;
  callId: string;
  ordinal: number;
}

export interface OpenUse {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Gives the place back. */
  close(): void;
}

interface Entry {
  key: string;
  ownerId: string;
  controller: AbortController;
  closed: Promise<void>;
}

/** How an abort says why. */
export const STOPPED = "stopped";

/** Names a use, or all of one call, in a signal between processes: no part can look like another's. */
export function keyOfUse({ runId, callId, ordinal }: Omit<ServiceUse, "ordinal"> & { ordinal?: number }): string {
  return `${runId}/${encodeURIComponent(callId)}/${ordinal ?? ""}`;
}

/** The services that this process carries out: how many an owner has at once, and how Stop reaches their sockets. */
export class ServiceRegistry {
  readonly #entries = new Set<Entry>();

  /** Opened before the use is claimed, so that a stop that comes right after the claim finds it. Undefined when the owner has too many. */
  open(use: ServiceUse, ownerId: string, mostPerOwner: number): OpenUse | undefined {
    let mine = 0;
    for (const entry of this.#entries) if (entry.ownerId === ownerId) mine += 1;
    if (mine >= mostPerOwner) return undefined;
    const controller = new AbortController();
    let settle = () => {};
    const closed = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const entry: Entry = { key: keyOfUse(use), ownerId, controller, closed };
    this.#entries.add(entry);
    return {
      signal: controller.signal,
      abort: (reason) => controller.abort(reason),
      close: () => {
        this.#entries.delete(entry);
        settle();
      },
    };
  }

  /** Stops one use, all of a call (`keyOfUse` without an ordinal), or all of a run (its id). */
  abort(id: string): void {
    const prefix = id.endsWith("/") ? id : `${id}/`;
    for (const { key, controller } of this.#entries) {
      if (key === id || key.startsWith(prefix)) controller.abort(STOPPED);
    }
  }

  /** Stops everything and resolves when each has said its end. */
  async abortAll(): Promise<void> {
    const entries = [...this.#entries];
    for (const { controller } of entries) controller.abort(STOPPED);
    await Promise.all(entries.map(({ closed }) => closed));
  }
}
