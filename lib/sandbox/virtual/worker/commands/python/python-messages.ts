import type { TreeChange } from "@/lib/core/sandbox/file-tree";
import type { MountMode, SnapshotEntry } from "@/lib/core/sandbox/sandbox";

/** One run of Python: everything that it may know. */
export interface PythonStart {
  type: "start";
  /** The compiled interpreter and its standard library. */
  module: WebAssembly.Module;
  library: Uint8Array<ArrayBuffer>;
  /** After the program's own name. */
  given: string[];
  env: Record<string, string>;
  cwd: string;
  stdin: Uint8Array;
  files: [path: string, entry: SnapshotEntry][];
  mounts: [path: string, mode: MountMode][];
  /** The most that the files may be. */
  limits: { bytes: number; entries: number; kept: readonly string[] };
}

export interface OutputPiece {
  stream: "stdout" | "stderr";
  bytes: Uint8Array;
}

/** What a run sends, in order; the last is its end. */
export type PythonMessage =
  | { type: "output"; pieces: OutputPiece[] }
  | { type: "changes"; changes: TreeChange[] }
  | { type: "end"; exitCode: number }
  /** It could not be started. */
  | { type: "failure"; message: string };
