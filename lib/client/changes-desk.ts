import { createStore, type StoreApi } from "zustand/vanilla";
import { type RevertedFile, type RevertToTell, revertToTell } from "@/lib/core/agent/files-revert";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import type { Sandbox, SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { type FoldedChanges, foldChanges, type ToolFolder } from "@/lib/core/sandbox/tool-folders";
import { pointInWords } from "./point-in-words";
import { changedMeanwhile, putBack, putToolFoldersBack, relative, textOf } from "./put-back";
import type { HistoryPoint, PointAbout } from "./workspace-history";
import { type Hunk, hunkLines, hunksOf, lineCounts, withHunks, withoutHunks } from "./workspace-hunks";

export interface ChangesState {
  /** The point that the list compares with; undefined is what was last accepted. */
  since: number | undefined;
  /** What differs from it. */
  shown: FoldedChanges["listed"];
  /** What differs in the own folders of tools: counted, and put back with everything else. */
  folded: FoldedChanges["folded"];
  /** The state before the last roll back, until something else is decided. */
  undo: number | undefined;
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
  before(path: string): Promise<Uint8Array | undefined>;
  compareWith(point: number | undefined): void;
  /** Makes the present state of everything the accepted one. */
  acceptAll(): Promise<Result<void>>;
  acceptFile(path: string): Promise<Result<void>>;
  acceptHunk(path: string, sides: Sides, hunk: Hunk): Promise<Result<void>>;
  /** Refused with `changed-meanwhile` when the file no longer holds `seen`. */
  revertFile(path: string, seen?: Uint8Array): Promise<Result<void>>;
  revertHunk(path: string, sides: Sides, hunk: Hunk): Promise<Result<void>>;
  /** Also what is in the own folders of tools, so that git's index and history agree with the files again. */
  revertAll(): Promise<Result<void>>;
  /** What going back to the point would change. */
  rollbackChanges(point: number): Promise<Result<FoldedChanges>>;
  /** Makes the files as they were then. What stood before it becomes a point itself, so it can be undone. */
  rollBack(point: number): Promise<Result<void>>;
  /** Back to the state before the last roll back. */
  undoRollBack(): Promise<Result<void>>;
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
  /** Who answers while the files are in another tab. */
  elsewhere?(): ChangesElsewhere | undefined;
  /** Records what was taken back. */
  tell(revert: RevertToTell): Promise<Result<void>>;
  newId(): string;
}

/** The same questions to the tab that writes, in one that only watches. */
export interface ChangesElsewhere {
  compare(since: number | undefined): Promise<FoldedChanges | undefined>;
  before(since: number | undefined, path: string): Promise<Uint8Array | undefined>;
}

export interface OwnChangesDesk extends ChangesDesk {
  /** Compares anew after the files or what they are compared with changed. */
  refresh(): void;
  /** What differs from a point now; undefined when the point is not kept. */
  compare(since: number | undefined): Promise<FoldedChanges | undefined>;
  /** The bytes of one file at any kept point. */
  beforeAt(since: number | undefined, path: string): Promise<Uint8Array | undefined>;
}

export function createChangesDesk(ports: ChangesDeskPorts): OwnChangesDesk {
  const store = createStore<ChangesState>(() => ({
    since: undefined,
    shown: [],
    folded: [],
    undo: undefined,
    points: [],
    dropped: 0,
    problem: undefined,
  }));
  let comparing: Promise<void> | undefined;
  let again = false;

  /** Materialized once: walking the history for every file that is drawn would be slow. */
  let chosen: { id: number; snapshot: SandboxSnapshot } | undefined;

  function base(since: number | undefined): SandboxSnapshot | undefined {
    if (since === undefined) return ports.baseline();
    if (chosen?.id !== since) {
      const snapshot = ports.snapshotAt(since);
      chosen = snapshot && { id: since, snapshot };
    }
    return chosen?.snapshot;
  }

  const chosenBase = () => base(store.getState().since);

  async function compare(since: number | undefined): Promise<FoldedChanges | undefined> {
    const elsewhere = ports.elsewhere?.();
    if (elsewhere !== undefined) return elsewhere.compare(since);
    const against = base(since);
    const now = await (await ports.sandbox()).snapshot();
    return against === undefined ? undefined : foldChanges(diffSnapshots(against, now));
  }

  async function beforeAt(since: number | undefined, path: string): Promise<Uint8Array | undefined> {
    const elsewhere = ports.elsewhere?.();
    if (elsewhere !== undefined) return elsewhere.before(since, path);
    const entry = base(since)?.entries.get(path);
    return entry?.type === "file" ? entry.data : undefined;
  }

  async function compareAgain(): Promise<void> {
    do {
      again = false;
      const { since } = store.getState();
      try {
        const found = await compare(since);
        if (found !== undefined && since === store.getState().since) {
          store.setState({ shown: found.listed, folded: found.folded });
        }
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
    comparing = compareAgain().finally(() => {
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

  /** What is decided after a roll back stands on it. */
  function decideFiles(steps: (sandbox: Sandbox) => Promise<Result<void>>): Promise<Result<void>> {
    store.setState({ undo: undefined });
    return work(steps);
  }

  function decline(files: RevertedFile[], folded: FoldedChanges["folded"] = []): Promise<Result<void>> {
    return ports.tell(revertToTell({ revertId: ports.newId(), kind: "declined", files, folded: counted(folded) }));
  }

  function rollBack(point: number): Promise<Result<void>> {
    return work(async (sandbox) => {
      const target = ports.snapshotAt(point);
      const about = store.getState().points.find(({ id }) => id === point);
      if (target === undefined || about === undefined) return pointGone();
      const to = pointInWords(about);
      await ports.mark({ kind: "rollback", to });
      // The newest point is what stands now, whether it was taken for this or held the same before.
      const undo = store.getState().points.at(-1)?.id;
      const current = await sandbox.snapshot();
      await sandbox.restore(target);
      store.setState({ undo });
      const { listed, folded } = foldChanges(diffSnapshots(target, current));
      const files = listed.map(
        ({ path, kind }): RevertedFile => ({ path: relative(sandbox, path), change: kind, part: "whole" }),
      );
      if (files.length === 0 && folded.length === 0) return ok(undefined);
      return ports.tell(
        revertToTell({ revertId: ports.newId(), kind: "rolled-back", to, files, folded: counted(folded) }),
      );
    });
  }

  return {
    store,
    refresh,
    compare,
    before: (path) => beforeAt(store.getState().since, path),
    beforeAt,
    compareWith(point) {
      store.setState({ since: point });
      refresh();
    },
    acceptAll: () =>
      decideFiles(async () => {
        await ports.acceptAll();
        return ok(undefined);
      }),
    acceptFile: (path) =>
      decideFiles(async (sandbox) => {
        await ports.accept(path, (await sandbox.snapshot()).entries.get(path));
        return ok(undefined);
      }),
    acceptHunk: (path, sides, hunk) =>
      decideFiles(async (sandbox) => {
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
      decideFiles(async (sandbox) => {
        await ports.mark({ kind: "revert", what: relative(sandbox, path) });
        const reverted = await putBack(sandbox, path, chosenBase()?.entries.get(path), seen);
        if (!reverted.ok || reverted.value === undefined) return reverted.ok ? ok(undefined) : reverted;
        return decline([reverted.value]);
      }),
    revertHunk: (path, sides, hunk) =>
      decideFiles(async (sandbox) => {
        await ports.mark({ kind: "revert", what: relative(sandbox, path) });
        const entry = chosenBase()?.entries.get(path);
        const current = (await sandbox.snapshot()).entries.get(path);
        if (textOf(entry) !== sides.before || textOf(current) !== sides.after) return changedMeanwhile(path);
        const text = withoutHunks(sides.after, [hunk]);
        const all = hunksOf(sides.before, sides.after).hunks.length;
        if (text === sides.before) {
          const reverted = await putBack(sandbox, path, entry);
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
      decideFiles(async (sandbox) => {
        const against = chosenBase();
        if (against === undefined) return ok(undefined);
        await ports.mark({ kind: "revert", what: "all changes" });
        const { listed, folded } = foldChanges(diffSnapshots(against, await sandbox.snapshot()));
        const reverted: RevertedFile[] = [];
        const failed: Problem[] = [];
        for (const { path } of listed) {
          try {
            const one = await putBack(sandbox, path, against.entries.get(path));
            if (!one.ok) failed.push(one.problem);
            else if (one.value !== undefined) reverted.push(one.value);
          } catch (cause) {
            failed.push(problemOf(cause));
          }
        }
        const foldedBack: FoldedChanges["folded"] = [];
        try {
          if (folded.length > 0) await putToolFoldersBack(sandbox, against);
          foldedBack.push(...folded);
        } catch (cause) {
          failed.push(problemOf(cause));
        }
        const told = reverted.length + foldedBack.length === 0 ? ok(undefined) : await decline(reverted, foldedBack);
        const [first] = failed;
        return first === undefined
          ? told
          : fail(first.code, `${failed.length} files were not put back: ${first.message}`);
      }),
    rollbackChanges: (point) =>
      work(async (sandbox) => {
        const target = ports.snapshotAt(point);
        if (target === undefined) return pointGone();
        return ok(foldChanges(diffSnapshots(await sandbox.snapshot(), target)));
      }),
    rollBack,
    async undoRollBack() {
      const { undo } = store.getState();
      if (undo === undefined) return pointGone();
      const done = await rollBack(undo);
      store.setState({ undo: undefined });
      return done;
    },
  };
}

function counted(folded: FoldedChanges["folded"]): { folder: ToolFolder; files: number }[] {
  return folded.map(({ folder, changes }) => ({ folder, files: changes.length }));
}

function pointGone(): { ok: false; problem: Problem } {
  return fail("not-found", "This state of the files is no longer kept.", { fix: "Choose a newer one." });
}

function problemOf(cause: unknown): Problem {
  if (SandboxError.isInstance(cause)) return { code: cause.code, message: cause.message };
  return { code: "workspace-failed", message: cause instanceof Error ? cause.message : String(cause) };
}
