import type { FileTree, TreeChange } from "@/lib/core/sandbox/file-tree";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { StorageStatus } from "../shell-protocol";
import { openStore } from "./open-store";
import type { StoredWorkspace, WorkspaceStore } from "./workspace-store";

const FLUSH_DELAY_MS = 250;

export interface KeeperOptions {
  tree: FileTree;
  /** Not worth keeping. */
  skip: readonly string[];
  report: (status: StorageStatus) => void;
}

/**
 * Keeps the stored copy equal to the tree: each batch is in the store before it is acknowledged. When the store refuses, the
 * files live on in memory, the status says so loudly, and every later change tries again with the whole workspace.
 */
export class WorkspaceKeeper {
  private store: WorkspaceStore | undefined;
  private problem: StorageStatus["problem"];
  /** What was found broken at the opening: said as long as this page is open. */
  private damage: StorageStatus["problem"];
  /** Changes that a store which was full has not taken. */
  private readonly owed = new Map<string, TreeChange>();
  private quota: number | undefined;
  private behind = false;
  /** Whether the store holds a workspace that a change can be added to. */
  private hasBase = false;
  private flushTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: KeeperOptions) {}

  async open(
    sessionId: string,
    kind: "auto" | "indexeddb",
    byteLimit: number | undefined,
  ): Promise<StoredWorkspace | undefined> {
    const opened = await openStore(sessionId, kind, byteLimit);
    this.store = opened.store;
    this.problem = opened.problem;
    this.quota = await originQuota();
    try {
      const stored = await this.store?.load();
      this.hasBase = stored !== undefined;
      if (stored?.damaged !== undefined) this.damage = damageOf(stored.damaged);
      return stored;
    } catch (error) {
      // What is there may still be readable another day: it is left as it is, and nothing is written over it.
      this.problem = unreadable(error);
      this.store?.close();
      this.store = undefined;
      return undefined;
    } finally {
      this.report();
    }
  }

  async keepAll(): Promise<void> {
    const { store } = this;
    if (store === undefined) return;
    if (await this.attempt(() => store.replace(this.everything()))) this.owed.clear();
  }

  /** Nothing is stored yet: the first change stores everything, so that an empty workspace never looks like a kept one. */
  keepWholeNext(): void {
    this.behind = true;
  }

  async keep(changes: readonly TreeChange[]): Promise<void> {
    const { store } = this;
    if (store === undefined) return;
    const worth = changes.filter(
      ({ path }) => !this.options.skip.some((directory) => path.startsWith(`${directory}/`)),
    );
    if (worth.length === 0) return;
    const owed = [...this.owed.values(), ...worth];
    const append = () => store.append(owed, this.options.tree.mounts.entries());
    const kept = await this.attempt(async () => {
      if (!this.behind && !store.wantsCompaction) return append();
      try {
        await store.replace(this.everything());
      } catch (error) {
        // A second whole copy may find no room where a small change does; before anything was stored there is nothing to add to.
        if (!this.hasBase) throw error;
        await append();
      }
    });
    if (kept) this.owed.clear();
    else for (const change of worth) this.owed.set(change.path, change);
    this.flushTimer ??= setTimeout(() => void this.flushQuietly(), FLUSH_DELAY_MS);
  }

  /** Rejects with the reason when what is in memory is not all in the store. */
  async flush(): Promise<void> {
    if (this.behind) await this.keepAll();
    await this.store?.flush();
    if (this.behind || (this.store === undefined && this.problem !== undefined)) {
      throw new SandboxError(this.problem?.code === "quota" ? "quota" : "failed", this.problem?.message ?? "Not kept.");
    }
  }

  async forget(): Promise<void> {
    await this.store?.forget();
    this.store?.close();
    this.store = undefined;
    this.report();
  }

  private async attempt(work: () => Promise<void>): Promise<boolean> {
    const before = this.problem;
    try {
      await work();
      this.behind = false;
      this.hasBase = true;
      this.problem = undefined;
    } catch (error) {
      this.behind = true;
      this.problem = problemOf(error);
    }
    if (this.store !== undefined || before !== this.problem) this.report();
    return !this.behind;
  }

  private async flushQuietly(): Promise<void> {
    this.flushTimer = undefined;
    try {
      await this.store?.flush();
    } catch (error) {
      this.behind = true;
      this.problem = problemOf(error);
      this.report();
    }
  }

  private everything(): StoredWorkspace {
    return {
      entries: this.options.tree.copyEntries("/", { allDirectories: true, skip: this.options.skip }),
      mounts: this.options.tree.mounts.entries(),
    };
  }

  /** Of the workspace's own room, or the browser's where that is less. */
  report(): void {
    const { used, limit } = this.options.tree.room();
    this.options.report({
      kind: this.store?.kind ?? "none",
      bytes: used,
      quota: Math.min(limit, this.quota ?? limit),
      problem: this.problem ?? this.damage,
    });
  }
}

function unreadable(error: unknown): { code: string; message: string; fix: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: "storage-failed",
    message: `The stored workspace could not be read (${reason}). It is left as it is; what you see now lives only in this tab.`,
    fix: "Reload the page to try again. Take a zip of what you need from here first.",
  };
}

function damageOf(batches: number): { code: string; message: string; fix: string } {
  const parts = batches === 1 ? "One part" : `${batches} parts`;
  return {
    code: "storage-damaged",
    message: `${parts} of the stored workspace could not be read: some files may be older than they were, or missing.`,
    fix: "Look at Changes and at the files you changed last; what could be read is here.",
  };
}

function problemOf(error: unknown): { code: string; message: string; fix: string } {
  const full = SandboxError.isInstance(error) && error.code === "quota";
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: full ? "quota" : "storage-failed",
    message: full
      ? "The browser's store is full: the newest changes live only in this tab."
      : `The workspace could not be kept: ${reason}`,
    fix: "Take a zip of the workspace now, then remove files or free space for this site.",
  };
}

async function originQuota(): Promise<number | undefined> {
  try {
    return (await navigator.storage.estimate()).quota;
  } catch {
    return undefined;
  }
}
