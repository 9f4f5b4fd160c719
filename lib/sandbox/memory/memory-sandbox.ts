import { ChangeListeners } from "@/lib/core/sandbox/change-listeners";
import type { FileSource } from "@/lib/core/sandbox/file-source";
import { FileTree, type FileTreeOptions } from "@/lib/core/sandbox/file-tree";
import { globFiles } from "@/lib/core/sandbox/glob-files";
import { grepFiles } from "@/lib/core/sandbox/grep-files";
import { resolvePath } from "@/lib/core/sandbox/resolve-path";
import type {
  DirectoryEntry,
  EditResult,
  ExecResult,
  FileChange,
  FileStat,
  GlobOptions,
  GlobResult,
  GrepOptions,
  GrepResult,
  MountMode,
  Sandbox,
  SandboxCapabilities,
  SandboxSnapshot,
} from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { TreeOperations } from "@/lib/core/sandbox/tree-operations";

export interface MemorySandboxOptions {
  cwd?: string;
  files?: ReadonlyMap<string, Uint8Array | string>;
  limits?: Pick<FileTreeOptions, "bytes" | "entries">;
  now?: () => number;
}

const GREP_TIME_MS = 10_000;

/** A sandbox without a shell: files in this realm's memory. Everything else behaves as in every other adapter. */
export class MemorySandbox implements Sandbox {
  readonly kind = "memory";
  readonly cwd: string;
  readonly capabilities: SandboxCapabilities = { shell: false, persistent: false, promptStop: false, node: false };

  private readonly files: TreeOperations;
  private readonly listeners = new ChangeListeners();
  private disposed = false;

  constructor(options: MemorySandboxOptions = {}) {
    this.cwd = resolvePath("/", options.cwd ?? "/workspace");
    this.files = new TreeOperations(new FileTree({ ...options.limits, now: options.now, kept: [this.cwd] }), this.cwd);
    this.files.mount(options.files ?? new Map(), this.cwd, "writable");
    this.files.tree.takeChanges();
  }

  async read(path: string): Promise<Uint8Array> {
    return this.run(() => this.files.read(path));
  }

  async write(path: string, data: Uint8Array | string): Promise<void> {
    this.run(() => this.files.write(path, data));
  }

  async edit(path: string, oldText: string, newText: string): Promise<EditResult> {
    return this.run(() => this.files.edit(path, oldText, newText));
  }

  async exec(): Promise<ExecResult> {
    return this.run(() => {
      throw new SandboxError("not-supported", "This sandbox has no shell.");
    });
  }

  async glob(pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
    return this.run(() => globFiles(this.source, this.cwd, pattern, options));
  }

  async grep(pattern: string, options: GrepOptions = {}): Promise<GrepResult> {
    return this.run(() =>
      grepFiles(this.source, this.cwd, pattern, options, {
        timeMs: GREP_TIME_MS,
        now: this.files.tree.now,
        refuseExponential: true,
      }),
    );
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    return this.run(() => this.files.list(path));
  }

  async stat(path: string): Promise<FileStat> {
    return this.run(() => this.files.stat(path));
  }

  async makeDirectory(path: string): Promise<void> {
    this.run(() => this.files.makeDirectory(path));
  }

  async remove(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    this.run(() => this.files.remove(path, options.recursive ?? false));
  }

  async rename(from: string, to: string): Promise<void> {
    this.run(() => this.files.rename(from, to));
  }

  watch(listener: (changes: FileChange[]) => void): () => void {
    return this.run(() => this.listeners.add(listener));
  }

  async snapshot(): Promise<SandboxSnapshot> {
    return this.run(() => this.files.snapshot());
  }

  async restore(snapshot: SandboxSnapshot): Promise<void> {
    this.run(() => this.files.restore(snapshot));
  }

  async mount(files: ReadonlyMap<string, Uint8Array | string>, path: string, mode: MountMode): Promise<void> {
    this.run(() => this.files.mount(files, path, mode));
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    this.listeners.clear();
  }

  private get source(): FileSource {
    return this.files.tree;
  }

  private run<T>(work: () => T): T {
    if (this.disposed) throw new SandboxError("disposed", "This sandbox has been closed.");
    try {
      return work();
    } finally {
      this.listeners.notify(this.files.tree.takeChanges());
    }
  }
}
