import type { TreeChange } from "@/lib/core/sandbox/file-tree";
import type { MountMode, SnapshotEntry } from "@/lib/core/sandbox/sandbox";

export type Mounts = [path: string, mode: MountMode][];

export interface StoredWorkspace {
  entries: Map<string, SnapshotEntry>;
  mounts: Mounts;
  /** Batches in the middle of what is stored that could not be read: what they held may be older than it was, or missing. */
  damaged?: number;
}

/** What outlives the page. After `append` resolves, a reload or a killed worker finds the change. Rejects `quota` when full. */
export interface WorkspaceStore {
  readonly kind: "opfs" | "indexeddb";
  load(): Promise<StoredWorkspace | undefined>;
  /** Makes `workspace` the stored one, at once or not at all. */
  replace(workspace: StoredWorkspace): Promise<void>;
  /** One batch, at once or not at all. */
  append(changes: readonly TreeChange[], mounts: Mounts): Promise<void>;
  /** Whether `replace` would make the stored copy a good deal smaller. */
  readonly wantsCompaction: boolean;
  flush(): Promise<void>;
  forget(): Promise<void>;
  close(): void;
}
