import { createStore, type StoreApi } from "zustand/vanilla";
import { type RevertedFile, type RevertToTell, revertToTell } from "@/lib/core/agent/files-revert";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import type { FileChange, Sandbox, SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { pointInWords } from "./point-in-words";
import type { HistoryPoint, PointAbout } from "./workspace-history";
import { type Hunk, hunkLines, hunksOf, lineCounts, withHunks, withoutHunks } from "./workspace-hunks";

export interface ChangesState {
  /** The point that the list compares with; undefined is what was last accepted. */
  since: number | undefined;
  /** What differs from it. */
  shown: FileChange[];
  /** Oldest first. */
  points: HistoryPoint[];
  /** Older points that made room for newer ones. */
  dropped: number;
  /** Why earlier states would not outlive a reload. */
  problem: Problem | undefined;
}

/** The two texts that a person was looking at when they decided about a part of their difference. */
export interface Sides {
  before: string;
  after: string;
}

/** What a person decides about the files that runs and commands changed. What is taken back is told to the model. */
export interface ChangesDesk {
  readonly store: StoreApi<ChangesState>;
  /** The bytes of one file at the point that is compared with; undefined when there was none. */
  before(path: string): Uint8Array | undefined;
  compareWith(point: number | undefined): void;
  /** Makes the present state of everything the accepted one. */
  acceptAll(): Promise<Result<void>>;
  acceptFile(path: string): Promise<Result<void>>;
  acceptHunk(path: string, sides: Sides, hunk: Hunk): Promise<Result<void>>;
  /** Refused with `changed-meanwhile` when the file no longer holds `seen`. */
  revertFile(path: string, seen?: Uint8Array): Promise<Result<void>>;
  revertHunk(path: string, sides: Sides, hunk: Hunk): Promise<Result<void>>;
  revertAll(): Promise<Result<void>>;
  /** What going back to the point would change. */
  rollbackChanges(point: number): Promise<Result<FileChange[]>>;
  /** Makes the files as they were then. What stood before it becomes a point itself, so it can be undone. */
  rollBack(point: number): Promise<Result<void>>;
}

export interface ChangesDeskPorts {
  sandbox(): Promise<Sandbox>;
  baseline(): SandboxSnapshot | undefined;
  acceptAll(): Promise<void>;
  /** Makes this the accepted state of one path. */
  accept(path: string, entry: SnapshotEntry | undefined): Promise<void>;
  /** Takes the present state as a point, if it is not one. */
  mark(about: PointAbout): Promise<void>;
  snapshotAt(point: number): SandboxSnapshot | undefined;
  /** Records what was taken back. */
  tell(revert: RevertToTell): Promise<Result<void>>;
  newId(): string;
}

export interface OwnChangesDesk extends ChangesDesk {
  /** Compares anew after the files or what they are compared with changed. */
  refresh(): void;
}

export function createChangesDesk(ports: ChangesDeskPorts): OwnChangesDesk {
  const store = createStore<ChangesState>(() => ({
    since: undefined,
    shown: [],
    points: [],
    dropped: 0,
    problem: undefined,
  }));
  let comparing: Promise<void> | undefined;
  let again = false;

  /** Materialized once: walking the history for every file that is drawn would be slow. */
  let chosen: { id: number; snapshot: SandboxSnapshot } | undefined;

  function base(): SandboxSnapshot | undefined {
    const { since } = store.getState();
    if (since === undefined) return ports.baseline();
    if (chosen?.id !== since) {
      const snapshot = ports.snapshotAt(since);
      chosen = snapshot && { id: since, snapshot };
    }
    return chosen?.snapshot;
  }

  async function compare(): Promise<void> {
    do {
      again = false;
      const against = base();
      try {
        const now = await (await ports.sandbox()).snapshot();
        if (against !== undefined && against === base()) store.setState({ shown: diffSnapshots(against, now) });
      } catch {
        // The workspace was closed; it is compared again when it is open.
      }
    } while (again);
  }

  function refresh(): void {
    if (comparing !== undefined) {
      again = true;
      return;
    }
    comparing = compare().finally(() => {
      comparing = undefined;
    });
  }

  async function work<T>(steps: (sandbox: Sandbox) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await steps(await ports.sandbox());
    } catch (cause) {
      return { ok: false, problem: problemOf(cause) };
    } finally {
      refresh();
    }
  }

  function decline(files: RevertedFile[]): Promise<Result<void>> {
    return ports.tell(revertToTell({ revertId: ports.newId(), kind: "declined", files }));
  }

  /** Puts one path back to what it was at the base, and says what that took away; nothing when there was nothing to do. */
  async function putBack(sandbox: Sandbox, path: string, seen?: Uint8Array): Promise<Result<RevertedFile | undefined>> {
    const entry = base()?.entries.get(path);
    const current = (await sandbox.snapshot()).entries.get(path);
    if (seen !== undefined && !(current?.type === "file" && sameBytes(current.data, seen)))
      return changedMeanwhile(path);
    const [change] = diffSnapshots(onePath(path, entry), onePath(path, current));
    if (change === undefined) return ok(undefined);
    if (entry === undefined || entry.type === "directory") await sandbox.remove(path, { recursive: true });
    else if (entry.type === "file" && (current === undefined || isPlain(entry, current))) {
      await sandbox.write(path, entry.data);
    } else {
      // A link, another mode, or another kind of thing in its place: only a whole state can say that.
      const { entries } = await sandbox.snapshot();
      await sandbox.restore({ entries: new Map(entries).set(path, entry) });
    }
    const before = textOf(entry);
    const after = textOf(current);
    const name = relative(sandbox, path);
    if (before === undefined || after === undefined) return ok({ path: name, change: change.kind, part: "whole" });
    const { hunks, added, removed } = hunksOf(before, after);
    return ok({
      path: name,
      change: change.kind,
      part: "whole",
      lines: hunks.map(hunkLines).join("\n"),
      added,
      removed,
    });
  }

  return {
    store,
    refresh,
    before(path) {
      const entry = base()?.entries.get(path);
      return entry?.type === "file" ? entry.data : undefined;
    },
    compareWith(point) {
      store.setState({ since: point });
      refresh();
    },
    acceptAll: () =>
      work(async () => {
        await ports.acceptAll();
        return ok(undefined);
      }),
    acceptFile: (path) =>
      work(async (sandbox) => {
        await ports.accept(path, (await sandbox.snapshot()).entries.get(path));
        return ok(undefined);
      }),
    acceptHunk: (path, sides, hunk) =>
      work(async (sandbox) => {
        const accepted = ports.baseline()?.entries.get(path);
        const current = (await sandbox.snapshot()).entries.get(path);
        if (textOf(accepted) !== sides.before || textOf(current) !== sides.after) return changedMeanwhile(path);
        const text = withHunks(sides.before, [hunk]);
        const isWhole = text === sides.after;
        const template = current?.type === "file" ? current : accepted;
        if (isWhole || template?.type !== "file") await ports.accept(path, current);
        else await ports.accept(path, { ...template, data: new TextEncoder().encode(text) });
        return ok(undefined);
      }),
    revertFile: (path, seen) =>
      work(async (sandbox) => {
        await ports.mark({ kind: "revert", what: relative(sandbox, path) });
        const reverted = await putBack(sandbox, path, seen);
        if (!reverted.ok || reverted.value === undefined) return reverted.ok ? ok(undefined) : reverted;
        return decline([reverted.value]);
      }),
    revertHunk: (path, sides, hunk) =>
      work(async (sandbox) => {
        await ports.mark({ kind: "revert", what: relative(sandbox, path) });
        const entry = base()?.entries.get(path);
        const current = (await sandbox.snapshot()).entries.get(path);
        if (textOf(entry) !== sides.before || textOf(current) !== sides.after) return changedMeanwhile(path);
        const text = withoutHunks(sides.after, [hunk]);
        const all = hunksOf(sides.before, sides.after).hunks.length;
        if (text === sides.before) {
          const reverted = await putBack(sandbox, path);
          if (!reverted.ok || reverted.value === undefined) return reverted.ok ? ok(undefined) : reverted;
        } else if (sides.after === "") await sandbox.write(path, text);
        else {
          // Literal and at once: what somebody added meanwhile stays, and any other change is found.
          const { occurrences } = await sandbox.edit(path, sides.after, text);
          if (occurrences !== 1) return changedMeanwhile(path);
        }
        const change = entry === undefined ? "created" : current === undefined ? "removed" : "changed";
        const part = all > 1 ? "some" : "whole";
        return decline([{ path: relative(sandbox, path), change, part, lines: hunkLines(hunk), ...lineCounts(hunk) }]);
      }),
    revertAll: () =>
      work(async (sandbox) => {
        const against = base();
        if (against === undefined) return ok(undefined);
        await ports.mark({ kind: "revert", what: "all changes" });
        const changes = diffSnapshots(against, await sandbox.snapshot());
        const reverted: RevertedFile[] = [];
        const failed: Problem[] = [];
        for (const { path } of changes) {
          try {
            const one = await putBack(sandbox, path);
            if (!one.ok) failed.push(one.problem);
            else if (one.value !== undefined) reverted.push(one.value);
          } catch (cause) {
            failed.push(problemOf(cause));
          }
        }
        const told = reverted.length === 0 ? ok(undefined) : await decline(reverted);
        const [first] = failed;
        return first === undefined
          ? told
          : fail(first.code, `${failed.length} files were not put back: ${first.message}`);
      }),
    rollbackChanges: (point) =>
      work(async (sandbox) => {
        const target = ports.snapshotAt(point);
        if (target === undefined) return pointGone();
        return ok(diffSnapshots(await sandbox.snapshot(), target));
      }),
    rollBack: (point) =>
      work(async (sandbox) => {
        const target = ports.snapshotAt(point);
        const about = store.getState().points.find(({ id }) => id === point);
        if (target === undefined || about === undefined) return pointGone();
        const to = pointInWords(about);
        await ports.mark({ kind: "rollback", to });
        const current = await sandbox.snapshot();
        await sandbox.restore(target);
        const files = diffSnapshots(target, current).map(
          ({ path, kind }): RevertedFile => ({ path: relative(sandbox, path), change: kind, part: "whole" }),
        );
        if (files.length === 0) return ok(undefined);
        return ports.tell(revertToTell({ revertId: ports.newId(), kind: "rolled-back", to, files }));
      }),
  };
}

function relative(sandbox: Pick<Sandbox, "cwd">, path: string): string {
  return path.startsWith(`${sandbox.cwd}/`) ? path.slice(sandbox.cwd.length + 1) : path;
}

function onePath(path: string, entry: SnapshotEntry | undefined): SandboxSnapshot {
  return { entries: entry === undefined ? new Map() : new Map([[path, entry]]) };
}

function isPlain(entry: SnapshotEntry, current: SnapshotEntry): boolean {
  return entry.type === "file" && current.type === "file" && entry.mode === current.mode;
}

/** The text of a file, the empty text where there is none; undefined for what is not UTF-8. */
function textOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry === undefined) return "";
  if (entry.type !== "file") return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry.data);
  } catch {
    return undefined;
  }
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.byteLength !== right.byteLength) return false;
  for (let index = 0; index < left.byteLength; index += 1) if (left[index] !== right[index]) return false;
  return true;
}

function changedMeanwhile(path: string): { ok: false; problem: Problem } {
  return fail("changed-meanwhile", `${path} changed while you were looking at it, so nothing was done.`, {
    fix: "Look at the new difference and decide again.",
  });
}

function pointGone(): { ok: false; problem: Problem } {
  return fail("not-found", "This state of the files is no longer kept.", { fix: "Choose a newer one." });
}

function problemOf(cause: unknown): Problem {
  if (SandboxError.isInstance(cause)) return { code: cause.code, message: cause.message };
  return { code: "workspace-failed", message: cause instanceof Error ? cause.message : String(cause) };
}
