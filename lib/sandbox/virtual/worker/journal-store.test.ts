import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TreeChange } from "@/lib/core/sandbox/file-tree";
import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { JournalStore, type SyncFile } from "./journal-store";

/** A file whose owner can die in the middle of a write: after `fuel` bytes nothing more arrives. */
class MortalFile implements SyncFile {
  bytes: Uint8Array;

  constructor(
    bytes: Uint8Array = new Uint8Array(0),
    private readonly life: { fuel: number } = { fuel: Number.POSITIVE_INFINITY },
  ) {
    this.bytes = bytes.slice();
  }

  getSize(): number {
    return this.bytes.byteLength;
  }

  read(buffer: Uint8Array, { at }: { at: number }): number {
    const part = this.bytes.subarray(at, at + buffer.byteLength);
    buffer.set(part);
    return part.byteLength;
  }

  write(buffer: Uint8Array, { at }: { at: number }): number {
    const arrives = buffer.subarray(0, Math.min(buffer.byteLength, this.life.fuel));
    this.life.fuel -= arrives.byteLength;
    if (at + arrives.byteLength > this.bytes.byteLength) this.truncate(at + arrives.byteLength, true);
    this.bytes.set(arrives, at);
    if (arrives.byteLength < buffer.byteLength) throw new Error("died");
    return buffer.byteLength;
  }

  truncate(size: number, alive = this.life.fuel > 0): void {
    if (!alive) throw new Error("died");
    const resized = new Uint8Array(size);
    resized.set(this.bytes.subarray(0, size));
    this.bytes = resized;
  }

  flush(): void {
    if (this.life.fuel <= 0) throw new Error("died");
  }

  close(): void {}
}

function file(text: string): SnapshotEntry {
  return { type: "file", data: new TextEncoder().encode(text), mode: 0o644, modifiedAt: 1 };
}

function change(path: string, text: string | undefined): TreeChange {
  return { path, kind: "changed", entry: text === undefined ? undefined : file(text) };
}

function contents(entries: ReadonlyMap<string, SnapshotEntry>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [path, entry] of entries) if (entry.type === "file") result[path] = new TextDecoder().decode(entry.data);
  return result;
}

describe("the journal", () => {
  test("replays batches in order and keeps mounts, links and directories", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const store = new JournalStore(files);
    expect(await store.load()).toBeUndefined();
    const entries = new Map<string, SnapshotEntry>([
      ["/w/a", file("1")],
      ["/w/d", { type: "directory", mode: 0o755, modifiedAt: 5 }],
      ["/w/l", { type: "symlink", target: "a" }],
    ]);
    await store.replace({ entries, mounts: [] });
    await store.append([change("/w/a", "2"), change("/w/b\n🎉", "3")], [["/w/ro", "read-only"]]);
    await store.append([change("/w/l", undefined)], [["/w/ro", "read-only"]]);
    const loaded = await new JournalStore(files).load();
    expect(contents(loaded?.entries ?? new Map())).toEqual({ "/w/a": "2", "/w/b\n🎉": "3" });
    expect([...(loaded?.entries.keys() ?? [])]).toEqual(["/w/a", "/w/d", "/w/b\n🎉"]);
    expect(loaded?.mounts).toEqual([["/w/ro", "read-only"]]);
  });

  test("wherever a write dies, everything acknowledged before is found", async () => {
    const step = fc.record({
      whole: fc.boolean(),
      path: fc.constantFrom("/w/a", "/w/b", "/w/c"),
      text: fc.option(fc.string({ maxLength: 40 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(2500), async (steps, fuel) => {
        const life = { fuel: Number.POSITIVE_INFINITY };
        const files: [MortalFile, MortalFile] = [new MortalFile(undefined, life), new MortalFile(undefined, life)];
        const store = new JournalStore(files);
        await store.replace({ entries: new Map(), mounts: [] });
        life.fuel = fuel;
        const current = new Map<string, SnapshotEntry>();
        let acknowledged: Record<string, string> = {};
        let attempted = acknowledged;
        try {
          for (const { whole, path, text } of steps) {
            if (text === undefined) current.delete(path);
            else current.set(path, file(text));
            attempted = contents(current);
            if (whole) await store.replace({ entries: new Map(current), mounts: [] });
            else await store.append([change(path, text)], []);
            acknowledged = attempted;
          }
        } catch {
          // It died; what follows never happened.
        }
        const revived = new JournalStore([new MortalFile(files[0].bytes), new MortalFile(files[1].bytes)]);
        const found = contents((await revived.load())?.entries ?? new Map());
        // The batch in flight may have arrived whole before the owner died.
        expect([acknowledged, attempted]).toContainEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  test("a reload in the middle of a write: cut at every byte, the journal gives every batch that is whole before the cut", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const store = new JournalStore(files);
    await store.replace({ entries: new Map([["/w/base", file("base")]]), mounts: [] });
    const states = [{ end: store.bytes, texts: { "/w/base": "base" } as Record<string, string> }];
    for (const [path, text] of [
      ["/w/a\n", "1"],
      ["/w/🎉", "22"],
      ["/w/a\n", undefined],
      ["/w/__proto__", "{}"],
    ] as const) {
      await store.append([change(path, text)], []);
      const texts = { ...states.at(-1)?.texts };
      if (text === undefined) delete texts[path];
      else Object.defineProperty(texts, path, { value: text, enumerable: true, configurable: true, writable: true });
      states.push({ end: store.bytes, texts });
    }
    const [, used] = files;
    for (let cut = 0; cut <= used.bytes.byteLength; cut += 1) {
      const found = await new JournalStore([new MortalFile(), new MortalFile(used.bytes.subarray(0, cut))]).load();
      const whole = states.findLast(({ end }) => end <= cut);
      expect(found === undefined ? undefined : contents(found.entries)).toEqual(whole?.texts);
      expect(found?.damaged).toBeUndefined();
    }
  });

  test("damage in the middle loses what it hit and nothing after it, and is counted", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const store = new JournalStore(files);
    await store.replace({ entries: new Map([["/w/base", file("base")]]), mounts: [] });
    await store.append([change("/w/a", "first")], []);
    const from = store.bytes;
    await store.append([change("/w/b", "second")], []);
    const to = store.bytes;
    await store.append([change("/w/c", "third")], []);
    const [, used] = files;
    for (let at = from; at < to; at += 1) {
      const broken = new MortalFile(used.bytes);
      broken.bytes[at] = (broken.bytes[at] as number) ^ 0x15;
      const revived = new JournalStore([new MortalFile(), broken]);
      const found = await revived.load();
      expect(contents(found?.entries ?? new Map())).toEqual({ "/w/base": "base", "/w/a": "first", "/w/c": "third" });
      expect(found?.damaged).toBe(1);
      await revived.append([change("/w/d", "fourth")], []);
      const again = await new JournalStore([new MortalFile(), broken]).load();
      expect(contents(again?.entries ?? new Map())["/w/d"]).toBe("fourth");
    }
  });

  test("20,000 files, with names that are awkward, come back as they were", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const names = ["new\nline", "🎉 party", "__proto__", "constructor", "long".repeat(250), "\u202e", "a\\b"];
    const entries = new Map(names.map((name) => [`/w/${name}`, file(name)]));
    for (let index = 0; index < 20_000; index += 1) entries.set(`/w/d${index % 100}/f${index}`, file(String(index)));
    await new JournalStore(files).replace({ entries, mounts: [] });
    const found = await new JournalStore(files).load();
    expect(found?.entries.size).toBe(entries.size);
    for (const [path, entry] of entries) expect(found?.entries.get(path)).toEqual(entry);
  });

  test("a full disk while it is rewritten: the old copy stays whole, and the next rewrite works when there is room", async () => {
    const disk = { left: Number.POSITIVE_INFINITY };
    class SmallDisk extends MortalFile {
      override write(buffer: Uint8Array, options: { at: number }): number {
        if (buffer.byteLength > disk.left) throw new DOMException("Full.", "QuotaExceededError");
        return super.write(buffer, options);
      }
    }
    const files: [MortalFile, MortalFile] = [new SmallDisk(), new SmallDisk()];
    const store = new JournalStore(files);
    await store.replace({ entries: new Map([["/w/a", file("1")]]), mounts: [] });
    disk.left = 20;
    const larger = { entries: new Map([["/w/a", file("2".repeat(100))]]), mounts: [] };
    await expect(store.replace(larger)).rejects.toMatchObject({ code: "quota" });
    expect(contents((await new JournalStore(files).load())?.entries ?? new Map())).toEqual({ "/w/a": "1" });
    disk.left = Number.POSITIVE_INFINITY;
    await store.append([change("/w/b", "2")], []);
    await store.replace(larger);
    expect(contents((await new JournalStore(files).load())?.entries ?? new Map())).toEqual({ "/w/a": "2".repeat(100) });
  });

  test("a flipped bit in the last batch ends the replay before it", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const store = new JournalStore(files);
    await store.replace({ entries: new Map(), mounts: [] });
    await store.append([change("/w/a", "first")], []);
    await store.append([change("/w/b", "second")], []);
    const [, used] = files;
    const last = used.bytes.length - 1;
    used.bytes[last] = (used.bytes[last] as number) ^ 1;
    const loaded = await new JournalStore(files).load();
    expect(contents(loaded?.entries ?? new Map())).toEqual({ "/w/a": "first" });
  });

  test("a full store rejects with quota and stays as it was", async () => {
    const files: [MortalFile, MortalFile] = [new MortalFile(), new MortalFile()];
    const store = new JournalStore(files, 400);
    await store.replace({ entries: new Map([["/w/a", file("1")]]), mounts: [] });
    await expect(store.append([change("/w/b", "x".repeat(500))], [])).rejects.toMatchObject({ code: "quota" });
    await store.append([change("/w/c", "3")], []);
    const loaded = await new JournalStore(files).load();
    expect(contents(loaded?.entries ?? new Map())).toEqual({ "/w/a": "1", "/w/c": "3" });
  });
});
