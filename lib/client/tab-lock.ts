export type TabRole = "driver" | "watcher";

export interface TabLock {
  role(): TabRole;
  subscribe(listener: (role: TabRole) => void): () => void;
  /** Makes this tab the driver; the other one becomes a watcher at once. */
  takeOver(): Promise<void>;
  release(): void;
}

/**
 * One tab of a browser drives a session: edits, writes files and runs. The others watch. When the driver closes, the tab
 * that waited longest follows by itself. A browser without the lock API has no way to tell, so every tab drives there and
 * the server's runner lease is what keeps a call from running twice.
 */
export async function openTabLock(sessionId: string, locks: LockManager | undefined): Promise<TabLock> {
  const name = `toolwright:session:${sessionId}`;
  const listeners = new Set<(role: TabRole) => void>();
  let role: TabRole = "driver";
  let letGo: (() => void) | undefined;
  let waiting: AbortController | undefined;
  let released = false;

  function become(next: TabRole): void {
    if (role === next || released) return;
    role = next;
    for (const listener of [...listeners]) listener(next);
  }

  /** Holds the lock until `release` or until it is stolen; resolves once it is known whether it was got. */
  function hold(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      if (locks === undefined) return resolve(true);
      locks
        .request(name, options, (lock) => {
          if (lock === null || released) return resolve(false);
          waiting = undefined;
          become("driver");
          resolve(true);
          return new Promise<void>((done) => {
            letGo = done;
          });
        })
        .catch(() => {
          // Stolen by another tab, or this wait was given up for a steal of our own.
          resolve(false);
          if (released || options.signal?.aborted) return;
          letGo = undefined;
          become("watcher");
          waitInLine();
        });
    });
  }

  function waitInLine(): void {
    if (released || locks === undefined) return;
    waiting = new AbortController();
    void hold({ signal: waiting.signal });
  }

  if (!(await hold({ ifAvailable: true }))) {
    role = "watcher";
    waitInLine();
  }

  return {
    role: () => role,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async takeOver() {
      if (role === "driver") return;
      waiting?.abort();
      await hold({ steal: true });
    },
    release() {
      released = true;
      listeners.clear();
      waiting?.abort();
      letGo?.();
    },
  };
}
