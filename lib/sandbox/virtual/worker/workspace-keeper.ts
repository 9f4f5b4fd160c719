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
  private quota: number | undefined;
  private behind = false;
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
      return await this.store?.load();
    } catch (error) {
      this.problem = problemOf(error);
      return undefined;
    } finally {
      this.report();
    }
  }

  async keepAll(): Promise<void> {
    const { store } = this;
    if (store === undefined) return;
    await this.attempt(() => store.replace(this.everything()));
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
    const whole = this.behind || store.wantsCompaction;
    await this.attempt(() =>
      whole ? store.replace(this.everything()) : store.append(worth, this.options.tree.mounts.entries()),
    );
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

  private async attempt(work: () => Promise<void>): Promise<void> {
    const before = this.problem;
    try {
      await work();
      this.behind = false;
      this.problem = undefined;
    } catch (error) {
      this.behind = true;
      this.problem = problemOf(error);
    }
    if (this.store !== undefined || before !== this.problem) this.report();
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

  private report(): void {
    this.options.report({
      kind: this.store?.kind ?? "none",
      bytes: this.store?.bytes ?? 0,
      quota: this.quota,
      problem: this.problem,
    });
  }
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
