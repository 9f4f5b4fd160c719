import type { DirectoryEntry } from "./sandbox";

type Awaitable<T> = T | Promise<T>;

/** What the glob and grep engines need of a file system. Paths are absolute and normalised. */
export interface FileSource {
  /** In any order; rejects with a `SandboxError`. */
  list(path: string): Awaitable<DirectoryEntry[]>;
  read(path: string): Awaitable<Uint8Array>;
}
