import { checksum } from "@/lib/core/sandbox/checksum";
import type { TreeChange } from "@/lib/core/sandbox/file-tree";
import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { type ChangeBatch, packChanges, unpackChanges } from "./pack-changes";
import type { Mounts, StoredWorkspace, WorkspaceStore } from "./workspace-store";

/** The part of `FileSystemSyncAccessHandle` that the journal needs. */
export interface SyncFile {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** `TWJ1`, then the generation. */
const MAGIC = 0x54574a31;
const HEADER_BYTES = 8;
/** Length and checksum. */
const RECORD_HEADER_BYTES = 8;
/** `{` */
const BRACE = 0x7b;
const COMPACTION_SLACK_BYTES = 8 * 1024 * 1024;

/**
 * A workspace in two files, of which one counts: the valid one with the higher generation. It holds a full batch and then one
 * batch per change, each with its checksum; a torn last batch was never acknowledged and is dropped. Damage before the last
 * batch is passed over, counted and told, and what follows it is kept. Rewriting goes to the other file, whose header is
 * written last, so there is no moment without a whole copy.
 */
export class JournalStore implements WorkspaceStore {
  readonly kind = "opfs";
  private current = 0;
  private generation = 0;
  private end = 0;
  private fullBatchBytes = 0;

  constructor(
    private readonly files: readonly [SyncFile, SyncFile],
    private readonly byteLimit = Number.POSITIVE_INFINITY,
  ) {}

  /** Where the journal that is in use ends. */
  get bytes(): number {
    return this.end;
  }

  get wantsCompaction(): boolean {
    return this.end > COMPACTION_SLACK_BYTES + 2 * this.fullBatchBytes;
  }

  async load(): Promise<StoredWorkspace | undefined> {
    const candidates = this.files
      .map((file, index) => ({ index, generation: readGeneration(file) }))
      .filter((candidate) => candidate.generation > 0)
      .sort((left, right) => right.generation - left.generation);
    for (const { index, generation } of candidates) {
      const file = this.files[index] as SyncFile;
      const { batches, end, firstEnd, damaged } = readBatches(file);
      if (batches.length === 0) continue;
      this.current = index;
      this.generation = generation;
      this.end = end;
      this.fullBatchBytes = firstEnd;
      if (end < file.getSize()) file.truncate(end);
      const workspace = replay(batches);
      return damaged === 0 ? workspace : { ...workspace, damaged };
    }
    return undefined;
  }

  async replace(workspace: StoredWorkspace): Promise<void> {
    const next = 1 - this.current;
    const file = this.files[next] as SyncFile;
    const record = recordOf({ changes: workspace.entries, mounts: workspace.mounts });
    try {
      file.truncate(0);
      this.put(file, new Uint8Array(HEADER_BYTES), 0);
      this.put(file, record, HEADER_BYTES);
      file.flush();
      const header = new Uint8Array(HEADER_BYTES);
      new DataView(header.buffer).setUint32(0, MAGIC);
      new DataView(header.buffer).setUint32(4, this.generation + 1);
      this.put(file, header, 0);
      file.flush();
    } catch (cause) {
      file.truncate(0);
      throw storeFailure(cause);
    }
    const old = this.files[this.current] as SyncFile;
    this.current = next;
    this.generation += 1;
    this.end = this.fullBatchBytes = HEADER_BYTES + record.byteLength;
    old.truncate(0);
  }

  async append(changes: readonly TreeChange[], mounts: Mounts): Promise<void> {
    const record = recordOf({ changes: new Map(changes.map(({ path, entry }) => [path, entry])), mounts });
    const file = this.files[this.current] as SyncFile;
    try {
      this.put(file, record, this.end);
    } catch (cause) {
      file.truncate(this.end);
      throw storeFailure(cause);
    }
    this.end += record.byteLength;
  }

  async flush(): Promise<void> {
    (this.files[this.current] as SyncFile).flush();
  }

  async forget(): Promise<void> {
    for (const file of this.files) {
      file.truncate(0);
      file.flush();
    }
    this.end = this.fullBatchBytes = 0;
  }

  close(): void {
    for (const file of this.files) file.close();
  }

  private put(file: SyncFile, bytes: Uint8Array, at: number): void {
    if (at + bytes.byteLength > this.byteLimit)
      throw new DOMException("The store's limit is reached.", "QuotaExceededError");
    const written = file.write(bytes, { at });
    if (written !== bytes.byteLength) throw new DOMException("The browser's store is full.", "QuotaExceededError");
  }
}

export function storeFailure(cause: unknown): SandboxError {
  if (SandboxError.isInstance(cause)) return cause;
  const full = cause instanceof DOMException && cause.name === "QuotaExceededError";
  return full
    ? new SandboxError("quota", "The browser's store is full.", { cause })
    : new SandboxError("failed", `The browser's store failed: ${String(cause)}`, { cause });
}

function recordOf(batch: ChangeBatch): Uint8Array {
  const packed = packChanges(batch);
  const record = new Uint8Array(RECORD_HEADER_BYTES + packed.byteLength);
  record.set(packed, RECORD_HEADER_BYTES);
  const view = new DataView(record.buffer);
  view.setUint32(0, packed.byteLength);
  view.setUint32(4, checksum(packed));
  return record;
}

function readGeneration(file: SyncFile): number {
  const header = readAt(file, 0, HEADER_BYTES);
  if (header === undefined) return 0;
  const view = new DataView(header.buffer);
  return view.getUint32(0) === MAGIC ? view.getUint32(4) : 0;
}

function readBatches(file: SyncFile): { batches: ChangeBatch[]; end: number; firstEnd: number; damaged: number } {
  const batches: ChangeBatch[] = [];
  let end = HEADER_BYTES;
  let firstEnd = HEADER_BYTES;
  let damaged = 0;
  for (;;) {
    const found = readRecord(file, end) ?? afterDamage(file, end + 1);
    if (found === undefined) break;
    if (found.start !== end) damaged += 1;
    batches.push(found.batch);
    end = found.end;
    if (batches.length === 1) firstEnd = end;
  }
  return { batches, end, firstEnd, damaged };
}

interface FoundRecord {
  batch: ChangeBatch;
  start: number;
  end: number;
}

function readRecord(file: SyncFile, start: number): FoundRecord | undefined {
  const header = readAt(file, start, RECORD_HEADER_BYTES);
  if (header === undefined) return undefined;
  const view = new DataView(header.buffer);
  const packed = readAt(file, start + RECORD_HEADER_BYTES, view.getUint32(0));
  if (packed === undefined || checksum(packed) !== view.getUint32(4)) return undefined;
  try {
    return { batch: unpackChanges(packed), start, end: start + RECORD_HEADER_BYTES + packed.byteLength };
  } catch {
    return undefined;
  }
}

/** The next whole record after bytes that are none: nothing for a torn end, the rest of the journal for damage in its middle. */
function afterDamage(file: SyncFile, from: number): FoundRecord | undefined {
  const rest = readAt(file, from, Math.max(0, file.getSize() - from));
  if (rest === undefined) return undefined;
  const view = new DataView(rest.buffer);
  for (let at = 0; at + RECORD_HEADER_BYTES + 5 <= rest.byteLength; at += 1) {
    const length = view.getUint32(at);
    const headerLength = view.getUint32(at + RECORD_HEADER_BYTES);
    const fits = at + RECORD_HEADER_BYTES + length <= rest.byteLength && headerLength + 4 <= length;
    // Every batch begins with its JSON header: only there a checksum is worth its time.
    if (!fits || rest[at + RECORD_HEADER_BYTES + 4] !== BRACE) continue;
    const found = readRecord(file, from + at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readAt(file: SyncFile, at: number, length: number): Uint8Array | undefined {
  if (at + length > file.getSize()) return undefined;
  const buffer = new Uint8Array(length);
  return file.read(buffer, { at }) === length ? buffer : undefined;
}

function replay(batches: readonly ChangeBatch[]): StoredWorkspace {
  const entries = new Map<string, SnapshotEntry>();
  let mounts: Mounts = [];
  for (const batch of batches) {
    mounts = batch.mounts;
    for (const [path, entry] of batch.changes) {
      if (entry === undefined) entries.delete(path);
      else entries.set(path, entry);
    }
  }
  return { entries, mounts };
}
