import type { Outside } from "../tool/outside";

/**
 * The sandbox port: one file system and one shell, behind one interface. Adapters live in `lib/sandbox/<kind>`; one contract
 * suite (`lib/testing/sandbox-contract.ts`) runs over all of them.
 *
 * Paths: `/`-separated, relative ones resolve against `cwd` everywhere; `..` cannot leave the root (`invalid-path` for a NUL
 * or an empty path). Rejections are always a `SandboxError`.
 */
export interface SandboxCapabilities {
  /** Whether `exec` runs commands; when false it rejects with `not-supported`. */
  shell: boolean;
  /** Whether what is written outlives the page. */
  persistent: boolean;
  /** Whether a running command can be stopped while it computes, without losing the worker (shared memory is available). */
  promptStop: boolean;
  /** Whether programs from npm can run. */
  node: boolean;
}

export interface FileStat {
  type: "file" | "directory" | "symlink";
  /** Bytes; 0 for a directory. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

export interface DirectoryEntry {
  name: string;
  type: "file" | "directory" | "symlink";
  size: number;
}

export interface ExecOptions {
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  timeoutMs?: number;
  signal?: AbortSignal;
  /**
   * The command runs over a copy-on-write view of every file, also those outside of the workspace: it sees what it writes,
   * nobody else ever does, and no watcher hears of it. What others write meanwhile stays, and is not seen by the command. An
   * adapter that cannot do this rejects with `not-supported`; running the command and putting the files back afterwards is
   * not enough, because it would undo the work of others. Mounts and limits hold inside of the view.
   */
  discardChanges?: boolean;
  /**
   * What the command may ask of the outside, with the authority of whoever runs it: `curl` goes this way. Without it, and with
   * `discardChanges`, the command reaches nothing. It never comes from authored code; the page lays the door of the call in.
   * An adapter whose commands have a network of their own does not look at it.
   */
  outside?: Outside;
  /** Called with pieces of output as they become known, at the latest once before `exec` resolves. */
  onOutput?: (piece: { stream: "stdout" | "stderr"; text: string }) => void;
  /**
   * Called while something large is loaded that a command here needs to run at all, and with nothing when it is there. That
   * time does not count for `timeoutMs`.
   */
  onLoading?: (progress: LoadingProgress | undefined) => void;
}

/** How far something is loaded, in bytes. */
export interface LoadingProgress {
  what: string;
  bytes: number;
  of: number;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  /** stdout and stderr as a person at a terminal sees them. */
  output: string;
  exitCode: number;
  /** True when a limit cut `stdout`, `stderr` or `output`. */
  truncated: boolean;
  /** True when the adapter cannot tell the streams apart: `stdout` holds what the command wrote to both. */
  merged?: boolean;
  /** Where the whole output lies when it was cut and could be kept: an absolute path, beside the workspace. */
  fullOutputPath?: string;
}

export interface GlobOptions {
  /** Where the search starts; results are relative to it. */
  cwd?: string;
  /** Default 1000. */
  limit?: number;
  /** Also report what ignore rules (`.git`, `node_modules`, `.gitignore`) leave out. Default false. */
  includeIgnored?: boolean;
}

export interface GlobResult {
  /** Sorted, relative to the search directory. */
  paths: string[];
  /** True when `limit` cut the list. */
  cut: boolean;
}

export interface GrepOptions {
  /** A directory or one file; default `cwd`. */
  path?: string;
  /** Only files whose relative path or basename matches. */
  glob?: string;
  /** Default true. */
  caseSensitive?: boolean;
  /** Default 1000 matches. */
  limit?: number;
  includeIgnored?: boolean;
}

export interface GrepMatch {
  /** Relative to the sandbox's `cwd`. */
  path: string;
  /** 1-based. */
  line: number;
  text: string;
}

export interface GrepResult {
  matches: GrepMatch[];
  cut: boolean;
  /** Files passed over because they are not text. */
  binaryFilesSkipped: number;
}

export interface EditResult {
  /** Non-overlapping literal occurrences of the old text before the edit. The file is written only when this is 1. */
  occurrences: number;
  /** The content after the edit when one occurrence was replaced, else the current content. */
  content: string;
}

export interface FileChange {
  path: string;
  kind: "created" | "changed" | "removed";
}

/** An immutable copy of every file below the workspace root. Cheap to hold: entries are shared, bytes are never mutated. */
export interface SandboxSnapshot {
  /** Absolute path → entry; directories that hold nothing are listed, others are implied. */
  readonly entries: ReadonlyMap<string, SnapshotEntry>;
}

export type SnapshotEntry =
  | { type: "file"; data: Uint8Array; mode: number; modifiedAt: number }
  | { type: "directory"; mode: number; modifiedAt: number }
  | { type: "symlink"; target: string };

export type MountMode = "read-only" | "writable";

export interface Sandbox {
  readonly kind: string;
  /** Absolute; the workspace root, `/workspace` unless the adapter was built otherwise. */
  readonly cwd: string;
  readonly capabilities: SandboxCapabilities;

  read(path: string): Promise<Uint8Array>;
  /** Creates parent directories; overwrites. */
  write(path: string, data: Uint8Array | string): Promise<void>;
  /** Literal replacement of the only occurrence; writes nothing unless there is exactly one. */
  edit(path: string, oldText: string, newText: string): Promise<EditResult>;
  /** Stateless: cwd, variables and functions do not survive. A non-zero exit is a result, not a rejection. */
  exec(command: string, options?: ExecOptions): Promise<ExecResult>;
  glob(pattern: string, options?: GlobOptions): Promise<GlobResult>;
  grep(pattern: string, options?: GrepOptions): Promise<GrepResult>;
  /** Sorted by name. */
  list(path: string): Promise<DirectoryEntry[]>;
  stat(path: string): Promise<FileStat>;
  /** Creates the directory and its parents; an existing directory is fine. */
  makeDirectory(path: string): Promise<void>;
  remove(path: string, options?: { recursive?: boolean }): Promise<void>;
  /** Creates the target's parents; refuses an existing target with `exists`. */
  rename(from: string, to: string): Promise<void>;
  /** Calls back after changes, batched; returns the function that ends it. */
  watch(listener: (changes: FileChange[]) => void): () => void;
  snapshot(): Promise<SandboxSnapshot>;
  /** Makes the workspace equal to the snapshot. */
  restore(snapshot: SandboxSnapshot): Promise<void>;
  /** Places files below `path`. Writing below a read-only mount rejects with `read-only`, also from the shell. */
  mount(files: ReadonlyMap<string, Uint8Array | string>, path: string, mode: MountMode): Promise<void>;
  dispose(): Promise<void>;
}
