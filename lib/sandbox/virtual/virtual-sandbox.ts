import { ChangeListeners } from "@/lib/core/sandbox/change-listeners";
import { globFiles } from "@/lib/core/sandbox/glob-files";
import { resolvePath } from "@/lib/core/sandbox/resolve-path";
import type {
  DirectoryEntry,
  EditResult,
  ExecOptions,
  ExecResult,
  FileChange,
  FileStat,
  GlobOptions,
  GlobResult,
  GrepOptions,
  GrepResult,
  LoadingProgress,
  MountMode,
  Sandbox,
  SandboxCapabilities,
  SandboxSnapshot,
} from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { Mirror } from "./mirror";
import { ShellClient } from "./shell-client";
import {
  type ConnectShell,
  editReplySchema,
  execReplySchema,
  grepReplySchema,
  initReplySchema,
  type ShellRequestBody,
  type StorageStatus,
} from "./shell-protocol";
import { WorkingClock } from "./working-clock";

export interface VirtualSandboxOptions {
  connect: ConnectShell;
  cwd?: string;
  /** Names the stored copy; without it nothing is kept. */
  sessionId?: string;
  store?: "auto" | "indexeddb" | "none";
  storeByteLimit?: number;
  byteLimit?: number;
  /** Whether memory can be shared with the worker. */
  isolated?: boolean;
  /** How long a command may take to end after it was told to, before its worker is ended. */
  graceMs?: number;
  onStorage?: (status: StorageStatus) => void;
}

const DEFAULT_EXEC_TIMEOUT_MS = 60_000;
const GREP_TIMEOUT_MS = 15_000;
const DEFAULT_GRACE_MS = 1000;
/** Commands that may run at once. */
const STOP_SLOTS = 256;

/**
 * The embedded bash in a worker. Changes go through the worker; reads are answered from the page's copy. A command that has
 * to end is asked by shared memory or message, then its deadline ends it, and at last its worker is ended and started again
 * from the page's copy: nothing that was acknowledged is lost.
 */
export class VirtualSandbox implements Sandbox {
  readonly kind = "virtual";
  readonly cwd: string;
  readonly capabilities: SandboxCapabilities;

  private readonly mirror: Mirror;
  private readonly listeners = new ChangeListeners();
  private readonly client: ShellClient;
  private readonly stopFlags: Int32Array | undefined;
  private readonly freeSlots = Array.from({ length: STOP_SLOTS }, (_, index) => STOP_SLOTS - 1 - index);
  private readonly clock = new WorkingClock();
  private isLoading = false;
  private readonly loadingListeners = new Set<NonNullable<ExecOptions["onLoading"]>>();
  private mounts: [string, MountMode][] = [];
  private disposed = false;

  constructor(private readonly options: VirtualSandboxOptions) {
    this.cwd = resolvePath("/", options.cwd ?? "/workspace");
    this.mirror = new Mirror(this.cwd);
    const isolated = options.isolated ?? globalThis.crossOriginIsolated === true;
    this.stopFlags = isolated ? new Int32Array(new SharedArrayBuffer(STOP_SLOTS * 4)) : undefined;
    this.capabilities = {
      shell: true,
      persistent: options.sessionId !== undefined && options.store !== "none",
      promptStop: isolated,
      node: false,
    };
    this.client = new ShellClient({
      connect: options.connect,
      init: (restart) => this.init(restart),
      onChanges: (changes) => this.listeners.notify(this.mirror.apply(changes)),
      onStorage: (status) => options.onStorage?.(status),
      onLoading: (progress) => this.takeLoading(progress),
    });
  }

  /** Resolves when the shell answers; `restored` tells whether a stored workspace was found. */
  async ready(): Promise<{ restored: boolean }> {
    const { restored, mounts } = initReplySchema.parse(await this.client.started);
    if (this.mounts.length === 0) this.mounts = mounts;
    return { restored };
  }

  async read(path: string): Promise<Uint8Array> {
    await this.usable();
    return this.mirror.files.read(path);
  }

  async write(path: string, data: Uint8Array | string): Promise<void> {
    await this.request({ op: "write", path, data });
  }

  async edit(path: string, oldText: string, newText: string): Promise<EditResult> {
    return editReplySchema.parse(await this.request({ op: "edit", path, oldText, newText }));
  }

  async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
    await this.usable();
    const { signal, timeoutMs = DEFAULT_EXEC_TIMEOUT_MS } = options;
    if (signal?.aborted) throw stopped();
    const slot = this.takeSlot();
    const printed: string[] = [];
    const { id, value } = this.client.send(
      {
        op: "exec",
        command,
        cwd: options.cwd,
        env: options.env,
        stdin: options.stdin,
        discardChanges: options.discardChanges,
        timeoutMs,
        slot,
      },
      (piece) => {
        printed.push(piece.text);
        options.onOutput?.(piece);
      },
      options.discardChanges ? undefined : options.outside,
    );
    const grace = this.options.graceMs ?? DEFAULT_GRACE_MS;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const endWorkerAfter = (ms: number, reason: SandboxError): void => {
      timers.push(setTimeout(() => this.client.isOpen(id) && this.client.restart(id, reason), ms));
    };
    const onAbort = (): void => {
      if (this.stopFlags !== undefined) Atomics.store(this.stopFlags, slot, 1);
      this.client.stop(id);
      endWorkerAfter(grace, stopped());
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const endWorkerAtDeadline = (ms: number): void => {
      const lost = this.clock.lostSoFar();
      timers.push(
        setTimeout(() => {
          const lostSince = this.clock.lostSoFar() - lost;
          if (lostSince > 0) endWorkerAtDeadline(lostSince);
          else if (this.client.isOpen(id)) this.client.restart(id, timedOut(timeoutMs));
        }, ms),
      );
    };
    endWorkerAtDeadline(timeoutMs + grace);
    if (options.onLoading !== undefined) this.loadingListeners.add(options.onLoading);
    try {
      return execReplySchema.parse(await value);
    } catch (error) {
      throw withOutput(error, printed, timeoutMs);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.freeSlots.push(slot);
      if (options.onLoading !== undefined) this.loadingListeners.delete(options.onLoading);
    }
  }

  private takeLoading(progress: LoadingProgress | undefined): void {
    const isLoading = progress !== undefined;
    if (isLoading !== this.isLoading) {
      if (isLoading) this.clock.stand();
      else this.clock.go();
    }
    this.isLoading = isLoading;
    for (const listener of this.loadingListeners) listener(progress);
  }

  async glob(pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
    await this.usable();
    return globFiles(this.mirror.files.tree, this.cwd, pattern, options);
  }

  /** In the worker, where a hostile pattern can be ended. */
  async grep(pattern: string, options: GrepOptions = {}): Promise<GrepResult> {
    await this.usable();
    const { id, value } = this.client.send({ op: "grep", pattern, options, timeoutMs: GREP_TIMEOUT_MS });
    const reason = new SandboxError("timeout", "The search took too long and was stopped; use a simpler pattern.");
    const timer = setTimeout(() => this.client.isOpen(id) && this.client.restart(id, reason), GREP_TIMEOUT_MS + 500);
    try {
      return grepReplySchema.parse(await value);
    } finally {
      clearTimeout(timer);
    }
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    await this.usable();
    return this.mirror.files.list(path);
  }

  async stat(path: string): Promise<FileStat> {
    await this.usable();
    return this.mirror.files.stat(path);
  }

  async makeDirectory(path: string): Promise<void> {
    await this.request({ op: "makeDirectory", path });
  }

  async remove(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    await this.request({ op: "remove", path, recursive: options.recursive ?? false });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.request({ op: "rename", from, to });
  }

  watch(listener: (changes: FileChange[]) => void): () => void {
    this.refuseDisposed();
    return this.listeners.add(listener);
  }

  async snapshot(): Promise<SandboxSnapshot> {
    await this.usable();
    return this.mirror.files.snapshot();
  }

  async restore(snapshot: SandboxSnapshot): Promise<void> {
    await this.request({ op: "restore", entries: new Map(snapshot.entries) });
  }

  async mount(files: ReadonlyMap<string, Uint8Array | string>, path: string, mode: MountMode): Promise<void> {
    await this.request({ op: "mount", files: new Map(files), path, mode });
    const root = this.mirror.files.resolve(path);
    this.mounts = [...this.mounts.filter(([mount]) => mount !== root), [root, mode]];
  }

  /** Rejects (`quota`, `failed`) when something acknowledged is not in the browser's store. */
  async flush(): Promise<void> {
    await this.request({ op: "flush" });
  }

  /** Removes the stored copy; the files stay until the sandbox is closed. */
  async forget(): Promise<void> {
    await this.request({ op: "forget" });
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.listeners.clear();
    this.client.close(new SandboxError("disposed", "This sandbox has been closed."));
  }

  private init(restart: boolean): ShellRequestBody {
    const { sessionId, storeByteLimit, byteLimit } = this.options;
    const store = sessionId === undefined ? "none" : (this.options.store ?? "auto");
    const copy = restart ? { entries: this.mirror.entries(), mounts: this.mounts } : undefined;
    return { op: "init", cwd: this.cwd, sessionId, store, storeByteLimit, byteLimit, copy, stopFlags: this.stopFlags };
  }

  private async request(body: ShellRequestBody): Promise<unknown> {
    this.refuseDisposed();
    return this.client.send(body).value;
  }

  private async usable(): Promise<void> {
    this.refuseDisposed();
    await this.client.started;
    this.refuseDisposed();
  }

  private refuseDisposed(): void {
    if (this.disposed) throw new SandboxError("disposed", "This sandbox has been closed.");
  }

  private takeSlot(): number {
    const slot = this.freeSlots.pop();
    if (slot === undefined) throw new SandboxError("failed", `More than ${STOP_SLOTS} commands run at once.`);
    if (this.stopFlags !== undefined) Atomics.store(this.stopFlags, slot, 0);
    return slot;
  }
}

/** A stopped command tells what it had printed; of one whose worker was ended, that is what had come. */
function withOutput(error: unknown, printed: readonly string[], timeoutMs: number): unknown {
  if (!SandboxError.isInstance(error) || (error.code !== "timeout" && error.code !== "aborted")) return error;
  const message = error.code === "timeout" ? timedOut(timeoutMs).message : error.message;
  return new SandboxError(error.code, message, { output: error.output ?? printed.join(""), cause: error });
}

function stopped(): SandboxError {
  return new SandboxError("aborted", "The command was stopped.");
}

function timedOut(ms: number): SandboxError {
  return new SandboxError("timeout", `The command took longer than ${ms} ms and was stopped.`);
}
