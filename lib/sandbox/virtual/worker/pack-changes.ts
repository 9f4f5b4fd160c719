import * as z from "zod/mini";
import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import type { Mounts } from "./workspace-store";

/** One batch of a journal: what stands at each path now; `undefined` when it is gone. */
export interface ChangeBatch {
  changes: Map<string, SnapshotEntry | undefined>;
  mounts: Mounts;
}

const headerSchema = z.object({
  mounts: z.array(z.tuple([z.string(), z.enum(["read-only", "writable"])])),
  entries: z.array(
    z.union([
      z.tuple([z.string(), z.literal("file"), z.number(), z.number(), z.number()]),
      z.tuple([z.string(), z.literal("directory"), z.number(), z.number()]),
      z.tuple([z.string(), z.literal("symlink"), z.string()]),
      z.tuple([z.string(), z.literal("removed")]),
    ]),
  ),
});

/** `[header length][JSON header][the files' bytes, one after another]`. */
export function packChanges(batch: ChangeBatch): Uint8Array {
  const files: Uint8Array[] = [];
  const entries: z.infer<typeof headerSchema>["entries"] = [];
  let length = 0;
  for (const [path, entry] of batch.changes) {
    if (entry === undefined) entries.push([path, "removed"]);
    else if (entry.type === "symlink") entries.push([path, "symlink", entry.target]);
    else if (entry.type === "directory") entries.push([path, "directory", entry.mode, entry.modifiedAt]);
    else {
      entries.push([path, "file", entry.mode, entry.modifiedAt, entry.data.byteLength]);
      files.push(entry.data);
      length += entry.data.byteLength;
    }
  }
  const header = new TextEncoder().encode(JSON.stringify({ mounts: batch.mounts, entries }));
  const packed = new Uint8Array(4 + header.byteLength + length);
  new DataView(packed.buffer).setUint32(0, header.byteLength);
  packed.set(header, 4);
  let offset = 4 + header.byteLength;
  for (const file of files) {
    packed.set(file, offset);
    offset += file.byteLength;
  }
  return packed;
}

/** Throws when the bytes are not what {@link packChanges} makes. */
export function unpackChanges(packed: Uint8Array): ChangeBatch {
  const headerLength = new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(0);
  const text = new TextDecoder().decode(packed.subarray(4, 4 + headerLength));
  const { mounts, entries } = headerSchema.parse(JSON.parse(text));
  const changes = new Map<string, SnapshotEntry | undefined>();
  let offset = 4 + headerLength;
  for (const entry of entries) {
    if (entry[1] === "removed") changes.set(entry[0], undefined);
    else if (entry[1] === "symlink") changes.set(entry[0], { type: "symlink", target: entry[2] });
    else if (entry[1] === "directory") {
      changes.set(entry[0], { type: "directory", mode: entry[2], modifiedAt: entry[3] });
    } else {
      const data = packed.slice(offset, offset + entry[4]);
      if (data.byteLength !== entry[4]) throw new Error("The pack ends before its last file.");
      changes.set(entry[0], { type: "file", mode: entry[2], modifiedAt: entry[3], data });
      offset += entry[4];
    }
  }
  return { changes, mounts };
}
