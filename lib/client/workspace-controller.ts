import type { StoreApi } from "zustand/vanilla";
import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import { isWithin } from "@/lib/core/sandbox/resolve-path";
import type { FileChange, Sandbox, SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { foldChanges } from "@/lib/core/sandbox/tool-folders";
import { type CheckedImport, checkImport } from "@/lib/sandbox/archive/check-import";
import type { SandboxStorage } from "@/lib/sandbox/load-sandbox";
import type { BaselineStore } from "./baseline-store";
import type { ChangesElsewhere } from "./changes-desk";
import { createPace } from "./create-pace";
import { type FollowedWriter, followWriter } from "./follow-writer";
import type { HistoryStore } from "./history-store";
import type { WatchedWorkspace, WatchOptions } from "./watched-workspace";
import type { WorkspaceState } from "./workbench-types";
import type { PointAbout } from "./workspace-history";
import { createWorkspaceSnapshots, type SnapshotsStatus } from "./workspace-snapshots";

const MOST_ATTEMPTS = 8;
const ATTEMPT_PAUSE_MS = 500;
/** A change outside of a run becomes a point of the history when nothing follows it for so long. */
const QUIET_MS = 700;

export type WorkspaceFiles = ReadonlyMap<string, Uint8Array>;

export interface OpenedSandbox {
  sandbox: Sandbox;
  storage: Pick<SandboxStorage, "status" | "subscribe">;
}

export interface WorkspacePorts {
  /** Opens the stored workspace of this session; an empty one is seeded. */
  openSandbox(): Promise<OpenedSandbox>;
  /** The workspace of the tab that writes, for one that watches. */
  watch(options: WatchOptions): WatchedWorkspace;
  baselines: BaselineStore;
  history: HistoryStore;
  readZip(bytes: Uint8Array): Promise<Result<{ files: Map<string, Uint8Array>; skipped: Problem[] }>>;
  writeZip(files: WorkspaceFiles): Promise<Uint8Array>;
}

export interface Imported {
  files: number;
  bytes: number;
  skipped: Problem[];
}

export interface WorkspaceController {
  sandbox(): Promise<Sandbox>;
  /** Makes the state as it is now the one that Changes compares with. */
  takeBaseline(): Promise<void>;
  baseline(): SandboxSnapshot | undefined;
  baselineFile(path: string): Uint8Array | undefined;
  /** Makes this the accepted state of one path. */
  accept(path: string, entry: SnapshotEntry | undefined): Promise<void>;
  /** Takes the present state as a point of the history; an equal one is taken for a run, a step or a call only. */
  mark(about: PointAbout): Promise<void>;
  snapshotAt(point: number): SandboxSnapshot | undefined;
  /** Carries out a command that a person typed; what it changes becomes a point of the history that names it. */
  duringCommand<T>(typed: string, work: () => Promise<T>): Promise<T>;
  /** Who says what changed while another tab writes the files. */
  elsewhere(): ChangesElsewhere | undefined;
  importFiles(files: WorkspaceFiles, options: { replace: boolean }): Promise<Result<Imported>>;
  importZip(bytes: Uint8Array, options: { replace: boolean }): Promise<Result<Imported>>;
  exportZip(): Promise<Result<Uint8Array>>;
  /** Opens the workspace; for a tab that takes over from another one. */
  open(): void;
  /** Lets go of it, so that the tab that took over can open it: one tab at a time holds the stored files. */
  leave(): void;
  dispose(): void;
}

export interface WorkspaceControllerOptions {
  isDriver: boolean;
  /** Whether a run goes on, which marks its own steps. */
  isRunning?(): boolean;
  now?(): number;
  onHistory?(status: SnapshotsStatus): void;
  /** After the files or the accepted state changed. */
  onChange?(): void;
}

export function createWorkspaceController(
  store: StoreApi<WorkspaceState>,
  ports: WorkspacePorts,
  options: WorkspaceControllerOptions = { isDriver: true },
): WorkspaceController {
  const snapshots = createWorkspaceSnapshots({
    store: ports.history,
    now: options.now ?? Date.now,
    onStatus: (status) => options.onHistory?.(status),
  });
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** The commands of the terminals that run now, the newest last. */
  const typedNow: { typed: string }[] = [];
  let baseline: SandboxSnapshot | undefined;
  /** Whether the files or the accepted state changed since they were compared. */
  let stale = false;
  let comparing = false;
  /** Grows with every opening and leaving; what an older one still brings is put away. */
  let turn = 0;
  let end: (() => void)[] = [];
  let followed: FollowedWriter | undefined;
  let opening: Promise<Sandbox> = options.isDriver ? open() : elsewhere();

  /** The files are another tab's: they are read through it. */
  function elsewhere(): Promise<Sandbox> {
    turn += 1;
    const writer = followWriter({
      store,
      watch: ports.watch,
      onState({ points, dropped }) {
        options.onHistory?.({ points, dropped, problem: undefined });
        options.onChange?.();
      },
    });
    followed = writer;
    end = [
      () => {
        followed = undefined;
        writer.end();
      },
    ];
    return writer.sandbox;
  }

  /** A tab that was just taken over from needs a moment to let go of the stored files. */
  async function openPatiently(): Promise<OpenedSandbox> {
    for (let attempt = 1; ; attempt++) {
      const opened = await ports.openSandbox();
      if (opened.storage.status().problem?.code !== "storage-in-use" || attempt === MOST_ATTEMPTS) return opened;
      await opened.sandbox.dispose();
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS));
    }
  }

  async function open(): Promise<Sandbox> {
    turn += 1;
    const mine = turn;
    store.setState({ status: { phase: "starting", step: "Opening the workspace" } });
    try {
      const { sandbox, storage } = await openPatiently();
      if (mine !== turn) {
        void sandbox.dispose();
        throw new SandboxError("disposed", "The workspace was closed while it was being opened.");
      }
      const showStorage = () => store.setState({ storage: storage.status() });
      // Thousands of files come in hundreds of batches: the screens are not asked to follow each of them.
      const pace = createPace(() => {
        store.setState((state) => ({ revision: state.revision + 1 }));
        void compare(sandbox);
        options.onChange?.();
      });
      end = [
        pace.end,
        sandbox.watch((changes) => {
          // What lies beside the workspace, as whole results and temporary files do, is no change of it.
          stale ||= changes.some(({ path }) => isWithin(absolute(sandbox, path), sandbox.cwd));
          pace.ask();
          if (quiet !== undefined) clearTimeout(quiet);
          quiet = setTimeout(() => void markQuietly(), QUIET_MS);
        }),
        storage.subscribe(showStorage),
        () => void sandbox.dispose(),
      ];
      baseline = await ports.baselines.read();
      if (baseline === undefined) baseline = await sandbox.snapshot();
      else store.setState({ changes: listedChanges(baseline, await sandbox.snapshot()) });
      await snapshots.open();
      const isFirst = snapshots.isEmpty();
      snapshots.take(await sandbox.snapshot(), { kind: isFirst ? "start" : "edit" }, { onlyChanged: true });
      showStorage();
      store.setState((state) => ({ status: { phase: "ready" }, kind: sandbox.kind, revision: state.revision + 1 }));
      return sandbox;
    } catch (cause) {
      if (mine === turn) store.setState({ status: { phase: "failed", problem: workspaceProblem(cause) } });
      throw cause;
    }
  }
  opening.catch(toldInStore);

  function letGo(): void {
    for (const stop of end) stop();
    end = [];
  }

  function begin(how: () => Promise<Sandbox>): void {
    letGo();
    opening = how();
    opening.catch(toldInStore);
  }

  async function compare(sandbox: Sandbox): Promise<void> {
    if (comparing) return;
    comparing = true;
    try {
      while (stale && baseline !== undefined) {
        stale = false;
        const before = baseline;
        const changes = listedChanges(before, await sandbox.snapshot());
        if (before === baseline) store.setState({ changes });
      }
    } catch {
      // The sandbox went away in the middle; the next one compares from its own start.
    } finally {
      comparing = false;
    }
  }

  async function mark(about: PointAbout): Promise<void> {
    if (quiet !== undefined) clearTimeout(quiet);
    quiet = undefined;
    const sandbox = await opening;
    const always = about.kind === "run" || about.kind === "step" || about.kind === "call";
    snapshots.take(await sandbox.snapshot(), about, { onlyChanged: !always });
  }

  async function markQuietly(): Promise<void> {
    if (options.isRunning?.() === true) return;
    try {
      const command = typedNow.at(-1)?.typed;
      await mark(command === undefined ? { kind: "edit" } : { kind: "command", typed: command });
    } catch {
      // The workspace was closed; what changed is found when it is opened again.
    }
  }

  async function duringCommand<T>(typed: string, work: () => Promise<T>): Promise<T> {
    // What was changed just before is not the command's.
    if (quiet !== undefined) await markQuietly();
    const running = { typed };
    typedNow.push(running);
    try {
      return await work();
    } finally {
      if (quiet !== undefined) await markQuietly();
      typedNow.splice(typedNow.indexOf(running), 1);
    }
  }

  async function accept(path: string, entry: SnapshotEntry | undefined): Promise<void> {
    const sandbox = await opening;
    if (baseline === undefined) return;
    const entries = new Map(baseline.entries);
    if (entry === undefined) entries.delete(path);
    else entries.set(path, entry);
    baseline = { entries };
    stale = true;
    options.onChange?.();
    await Promise.all([compare(sandbox), ports.baselines.patch(path, entry)]);
  }

  async function takeBaseline(): Promise<void> {
    const sandbox = await opening;
    const snapshot = await sandbox.snapshot();
    baseline = snapshot;
    stale = false;
    store.setState({ changes: [] });
    options.onChange?.();
    await ports.baselines.write(snapshot);
  }

  function baselineFile(path: string): Uint8Array | undefined {
    const entry = baseline?.entries.get(path) ?? baseline?.entries.get(`/workspace/${path}`);
    return entry?.type === "file" ? entry.data : undefined;
  }

  async function inSandbox<T>(work: (sandbox: Sandbox) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work(await opening);
    } catch (cause) {
      return { ok: false, problem: workspaceProblem(cause) };
    }
  }

  function place(checked: CheckedImport, options: { replace: boolean }): Promise<Result<Imported>> {
    // Nothing that comes in replaces nothing: a zip whose every file was refused must not empty the workspace.
    if (checked.files.size === 0) return Promise.resolve(ok({ files: 0, bytes: 0, skipped: checked.skipped }));
    return inSandbox(async (sandbox) => {
      if (options.replace) await sandbox.restore({ entries: new Map() });
      await sandbox.mount(checked.files, sandbox.cwd, "writable");
      await takeBaseline();
      let bytes = 0;
      for (const data of checked.files.values()) bytes += data.byteLength;
      return ok({ files: checked.files.size, bytes, skipped: checked.skipped });
    });
  }

  return {
    sandbox: () => opening,
    takeBaseline,
    baseline: () => baseline,
    baselineFile,
    accept,
    mark,
    duringCommand,
    snapshotAt: snapshots.snapshotAt,
    elsewhere: () => followed?.changes,
    async importFiles(given, options) {
      const checked = checkImport(given);
      return checked.ok ? place(checked.value, options) : checked;
    },
    async importZip(bytes, options) {
      const read = await ports.readZip(bytes);
      return read.ok ? place(read.value, options) : read;
    },
    exportZip: () =>
      inSandbox(async (sandbox) => {
        const { entries } = await sandbox.snapshot();
        const files = new Map<string, Uint8Array>();
        for (const [path, entry] of entries) {
          if (entry.type === "file") files.set(path.slice(sandbox.cwd.length + 1), entry.data);
        }
        return ok(await ports.writeZip(files));
      }),
    open() {
      begin(open);
    },
    leave() {
      begin(elsewhere);
    },
    dispose() {
      turn += 1;
      if (quiet !== undefined) clearTimeout(quiet);
      letGo();
    },
  };
}

/** What differs, without what is in the own folders of tools. */
function listedChanges(before: SandboxSnapshot, after: SandboxSnapshot): FileChange[] {
  return foldChanges(diffSnapshots(before, after)).listed;
}

/** Whoever asks for the sandbox gets the rejection; the screens read the status. */
function toldInStore(): void {}

function absolute(sandbox: Sandbox, path: string): string {
  return path.startsWith("/") ? path : `${sandbox.cwd}/${path}`;
}

function workspaceProblem(cause: unknown): Problem {
  if (cause instanceof SandboxError) return { code: cause.code, message: cause.message };
  return {
    code: "workspace-failed",
    message: cause instanceof Error ? cause.message : "The workspace could not be opened.",
    fix: "Reload the page. The files are kept in this browser.",
  };
}
