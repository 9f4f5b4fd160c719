import type { Problem } from "@/lib/core/errors/result";
import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import type { HistoryStore } from "./history-store";
import { HISTORY_LIMITS, type HistoryPoint, type PointAbout, WorkspaceHistory } from "./workspace-history";

/** The kept copy is written anew when this much of it is of points that went away. */
const REWRITE_POINTS = 50;
const REWRITE_BYTES = HISTORY_LIMITS.bytes;

export interface SnapshotsStatus {
  points: HistoryPoint[];
  /** Older points that made room. */
  dropped: number;
  /** Why the points would not be there after a reload. */
  problem: Problem | undefined;
}

export interface WorkspaceSnapshots {
  /** Reads what was kept; once, before the first `take`. */
  open(): Promise<void>;
  take(snapshot: SandboxSnapshot, about: PointAbout, options?: { onlyChanged?: boolean }): void;
  isEmpty(): boolean;
  snapshotAt(id: number): SandboxSnapshot | undefined;
  /** Resolves when what was taken so far is kept, or was refused. */
  settled(): Promise<void>;
}

/** The history in memory over its store. A point counts at once; it is written behind, and a refusal is told, not thrown. */
export function createWorkspaceSnapshots(options: {
  store: HistoryStore;
  now(): number;
  onStatus(status: SnapshotsStatus): void;
}): WorkspaceSnapshots {
  const { store } = options;
  let history = new WorkspaceHistory();
  let problem: Problem | undefined;
  let stale = { points: 0, bytes: 0 };
  /** Nothing usable is kept yet, or a write was refused: the next one writes everything. */
  let behind = true;
  let writing: Promise<void> = Promise.resolve();

  const tell = () => options.onStatus({ points: history.points(), dropped: history.dropped, problem });

  async function attempt(work: () => Promise<void>, whole: boolean): Promise<void> {
    try {
      await work();
      if (whole) stale = { points: 0, bytes: 0 };
      if (problem !== undefined) {
        problem = undefined;
        tell();
      }
    } catch (cause) {
      behind = true;
      problem = notKept(cause);
      tell();
    }
  }

  return {
    async open() {
      try {
        const stored = await store.read();
        if (stored !== undefined) {
          history = new WorkspaceHistory(stored);
          behind = false;
        }
      } catch (cause) {
        problem = notKept(cause);
      }
      tell();
    },
    take(snapshot, about, { onlyChanged } = {}) {
      const taken = history.take(snapshot, about, options.now(), { onlyChanged });
      if (taken === undefined) return;
      stale = { points: stale.points + taken.wentAway.points, bytes: stale.bytes + taken.wentAway.bytes };
      tell();
      writing = writing.then(() => {
        const whole = behind || stale.points >= REWRITE_POINTS || stale.bytes >= REWRITE_BYTES;
        behind = false;
        return attempt(() => (whole ? store.replace(history.stored()) : store.append(taken.record)), whole);
      });
    },
    isEmpty: () => history.points().length === 0,
    snapshotAt: (id) => history.snapshotAt(id),
    settled: () => writing,
  };
}

function notKept(cause: unknown): Problem {
  const full = cause instanceof DOMException && cause.name === "QuotaExceededError";
  return {
    code: full ? "quota" : "storage-failed",
    message: full
      ? "The browser's store is full: earlier states of the files are there until the page is reloaded, and no longer."
      : "This browser does not keep earlier states of the files: they are there until the page is reloaded.",
    fix: full ? "Free space for this site, or remove large files; the next change tries again." : undefined,
  };
}
