import { sameContent } from "@/lib/core/sandbox/diff-snapshots";
import type { SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { toolFolderOf } from "@/lib/core/sandbox/tool-folders";

/** What was about to happen, or had just been done, when the files were as this point holds them. */
export type PointAbout =
  | { kind: "start" }
  | { kind: "run"; runId: string }
  | { kind: "step"; runId: string; step: number }
  | { kind: "call"; runId: string; tool: string }
  | { kind: "edit" }
  | { kind: "command"; typed: string }
  | { kind: "revert"; what: string }
  | { kind: "rollback"; to: string };

/** A state of the files that can be compared with and gone back to. */
export interface HistoryPoint {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  about: PointAbout;
  /** How many files differ from the point before, without those in the own folders of tools. */
  files: number;
}

export type EntryChanges = ReadonlyMap<string, SnapshotEntry | undefined>;

/** A point as it is kept: only what differs from the one before. */
export interface HistoryRecord {
  point: HistoryPoint;
  changes: EntryChanges;
}

export interface StoredHistory {
  /** The state of the first record. */
  base: ReadonlyMap<string, SnapshotEntry>;
  records: readonly HistoryRecord[];
  /** How many points before these went away. */
  dropped: number;
}

export const HISTORY_LIMITS = { points: 200, bytes: 64 * 1024 * 1024 } as const;

/**
 * The states that a workspace has had, oldest first. Holds the first one whole and of every other what differs, with entries
 * and bytes shared by identity, so that a point costs what changed. Over its limits the oldest points go, and are counted.
 */
export class WorkspaceHistory {
  private base: Map<string, SnapshotEntry>;
  private records: HistoryRecord[];
  private newest: ReadonlyMap<string, SnapshotEntry>;
  private bytes = 0;
  private nextId: number;
  dropped: number;

  constructor(
    stored: StoredHistory = { base: new Map(), records: [], dropped: 0 },
    private readonly limits: { points: number; bytes: number } = HISTORY_LIMITS,
  ) {
    this.base = new Map(stored.base);
    this.records = [...stored.records];
    this.dropped = stored.dropped;
    this.nextId = (this.records.at(-1)?.point.id ?? 0) + 1;
    for (const { changes } of this.records.slice(1)) this.bytes += bytesOf(changes);
    const last = this.records.at(-1);
    this.newest = last === undefined ? this.base : this.entriesAt(last.point.id);
  }

  points(): HistoryPoint[] {
    return this.records.map(({ point }) => point);
  }

  /**
   * Takes the state as a point. Nothing when `onlyChanged` and it equals the newest one. `wentAway` tells of older points that
   * made room for it.
   */
  take(
    snapshot: SandboxSnapshot,
    about: PointAbout,
    at: number,
    options: { onlyChanged?: boolean } = {},
  ): { record: HistoryRecord; wentAway: { points: number; bytes: number } } | undefined {
    const first = this.records.length === 0;
    const { changes, entries } = differences(this.newest, snapshot.entries, this.base);
    this.newest = entries;
    if (options.onlyChanged && changes.size === 0 && !first) return undefined;
    const files = first ? 0 : [...changes].filter(isListedFile).length;
    const record: HistoryRecord = {
      point: { id: this.nextId, at, about, files },
      changes: first ? new Map() : changes,
    };
    this.nextId += 1;
    if (first) this.base = new Map(entries);
    else this.bytes += bytesOf(changes);
    this.records.push(record);
    return { record, wentAway: this.makeRoom() };
  }

  /** Undefined when the point is unknown, or went away. */
  snapshotAt(id: number): SandboxSnapshot | undefined {
    return this.records.some(({ point }) => point.id === id) ? { entries: this.entriesAt(id) } : undefined;
  }

  stored(): StoredHistory {
    return { base: this.base, records: this.records, dropped: this.dropped };
  }

  private entriesAt(id: number): ReadonlyMap<string, SnapshotEntry> {
    const entries = new Map(this.base);
    for (const { point, changes } of this.records) {
      apply(entries, changes);
      if (point.id === id) break;
    }
    return entries;
  }

  private makeRoom(): { points: number; bytes: number } {
    const wentAway = { points: 0, bytes: 0 };
    while (this.records.length > 1 && (this.records.length > this.limits.points || this.bytes > this.limits.bytes)) {
      const [, second, ...rest] = this.records;
      if (second === undefined) break;
      apply(this.base, second.changes);
      const bytes = bytesOf(second.changes);
      this.bytes -= bytes;
      this.records = [{ point: second.point, changes: new Map() }, ...rest];
      wentAway.points += 1;
      wentAway.bytes += bytes;
    }
    this.dropped += wentAway.points;
    return wentAway;
  }
}

/** What differs, and the new state with the entries of the old one wherever they are equal, so that they stay shared. */
function differences(
  before: ReadonlyMap<string, SnapshotEntry>,
  after: ReadonlyMap<string, SnapshotEntry>,
  base: Map<string, SnapshotEntry>,
): { changes: Map<string, SnapshotEntry | undefined>; entries: Map<string, SnapshotEntry> } {
  const changes = new Map<string, SnapshotEntry | undefined>();
  const entries = new Map<string, SnapshotEntry>();
  for (const [path, entry] of after) {
    const old = before.get(path);
    if (old !== undefined && isSame(old, entry)) {
      // After a reload the kept bytes are a second copy of those that are there now: the present ones are held instead.
      const shared = old.type === "file" && entry.type === "file" && old.data === entry.data ? old : entry;
      if (base.get(path) === old) base.set(path, shared);
      entries.set(path, shared);
      continue;
    }
    changes.set(path, entry);
    entries.set(path, entry);
  }
  for (const path of before.keys()) if (!after.has(path)) changes.set(path, undefined);
  return { changes, entries };
}

function isListedFile([path, entry]: [string, SnapshotEntry | undefined]): boolean {
  return entry?.type !== "directory" && toolFolderOf(path) === undefined;
}

function isSame(left: SnapshotEntry, right: SnapshotEntry): boolean {
  const sameTime =
    left.type === "symlink" ||
    right.type === "symlink" ||
    left.type === "directory" ||
    left.modifiedAt === right.modifiedAt;
  return sameTime && sameContent(left, right);
}

function apply(entries: Map<string, SnapshotEntry>, changes: EntryChanges): void {
  for (const [path, entry] of changes) {
    if (entry === undefined) entries.delete(path);
    else entries.set(path, entry);
  }
}

function bytesOf(changes: EntryChanges): number {
  let sum = 0;
  for (const entry of changes.values()) if (entry?.type === "file") sum += entry.data.byteLength;
  return sum;
}
