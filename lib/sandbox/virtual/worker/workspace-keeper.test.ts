import { afterEach, describe, expect, test, vi } from "vitest";
import { FileTree } from "@/lib/core/sandbox/file-tree";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";
import type { StorageStatus } from "../shell-protocol";
import type { SyncFile } from "./journal-store";
import { WorkspaceKeeper } from "./workspace-keeper";

afterEach(() => void vi.unstubAllGlobals());

/** A private file system on a disk with so much room; a write that finds no room arrives up to where it ended. */
function privateFiles(disk: { left: number; refuseOpen?: boolean }) {
  const files = new Map<string, Uint8Array>();
  const sizeOf = (name: string) => files.get(name)?.byteLength ?? 0;
  const resize = (name: string, size: number) => {
    const next = new Uint8Array(size);
    next.set((files.get(name) ?? new Uint8Array()).subarray(0, size));
    disk.left -= size - sizeOf(name);
    files.set(name, next);
  };
  const open = (name: string): SyncFile => ({
    getSize: () => sizeOf(name),
    read(buffer, { at }) {
      const part = (files.get(name) ?? new Uint8Array()).subarray(at, at + buffer.byteLength);
      buffer.set(part);
      return part.byteLength;
    },
    write(buffer, { at }) {
      const grows = Math.max(0, at + buffer.byteLength - sizeOf(name));
      const fits = grows <= disk.left ? buffer.byteLength : Math.max(0, buffer.byteLength - grows + disk.left);
      if (at + fits > sizeOf(name)) resize(name, at + fits);
      files.get(name)?.set(buffer.subarray(0, fits), at);
      if (fits < buffer.byteLength) throw new DOMException("Full.", "QuotaExceededError");
      return fits;
    },
    truncate: (size) => resize(name, size),
    flush: () => undefined,
    close: () => undefined,
  });
  const directory = {
    getDirectoryHandle: async () => directory,
    getFileHandle: async (name: string) => ({
      async createSyncAccessHandle() {
        if (disk.refuseOpen === true) throw new DOMException("Full.", "QuotaExceededError");
        return open(name);
      },
    }),
  };
  vi.stubGlobal("navigator", {
    storage: { getDirectory: async () => directory, estimate: async () => ({ quota: 1_000_000 }) },
  });
}

async function openKeeper() {
  const tree = new FileTree();
  const statuses: StorageStatus[] = [];
  const keeper = new WorkspaceKeeper({ tree, skip: [], report: (status) => statuses.push(status) });
  const stored = await keeper.open("s", "auto", undefined);
  if (stored === undefined) keeper.keepWholeNext();
  const write = async (path: string, text: string) => {
    tree.write(path, new TextEncoder().encode(text), { parents: true });
    await keeper.keep(tree.takeChanges());
  };
  const texts = Object.fromEntries(
    [...(stored?.entries ?? [])].flatMap(([path, entry]) =>
      entry.type === "file" ? [[path, new TextDecoder().decode(entry.data)]] : [],
    ),
  );
  return { keeper, statuses, write, texts, tree };
}

describe("the room that is told", () => {
  test("is what the files take, of the workspace's own or of the browser's where that is less", async () => {
    privateFiles({ left: Number.POSITIVE_INFINITY });
    const { statuses, write, tree } = await openKeeper();
    await write("/w/a", "12345");
    expect(statuses.at(-1)).toMatchObject({ bytes: 5, quota: 1_000_000 });
    vi.stubGlobal("navigator", { storage: { ...navigator.storage, estimate: async () => ({ quota: 11e9 }) } });
    const roomy = await openKeeper();
    roomy.tree.addRoom(1000);
    await roomy.write("/w/b", "1");
    expect(roomy.statuses.at(-1)?.quota).toBe(WORKSPACE_LIMITS.bytes);
    expect(() => tree.write("/w/large", new Uint8Array(WORKSPACE_LIMITS.bytes))).toThrow("it may hold 256 MB");
  });
});

describe("a workspace on a full disk", () => {
  test("in the middle of a write says so loudly; what was acknowledged stays, what was not is kept when there is room", async () => {
    const disk = { left: Number.POSITIVE_INFINITY };
    privateFiles(disk);
    const { keeper, statuses, write, tree } = await openKeeper();
    await write("/w/kept", "1");
    await keeper.flush();
    expect(statuses.at(-1)).toMatchObject({ kind: "opfs", problem: undefined, quota: 1_000_000 });
    disk.left = 10;
    await write("/w/owed", "2".repeat(500));
    expect(statuses.at(-1)?.problem).toMatchObject({ code: "quota", fix: expect.stringContaining("zip") });
    await expect(keeper.flush()).rejects.toMatchObject({ code: "quota" });
    expect(new TextDecoder().decode(tree.read("/w/owed"))).toBe("2".repeat(500));
    expect((await openKeeper()).texts).toEqual({ "/w/kept": "1" });
    disk.left = Number.POSITIVE_INFINITY;
    await write("/w/later", "3");
    await keeper.flush();
    expect(statuses.at(-1)?.problem).toBeUndefined();
    expect((await openKeeper()).texts).toEqual({ "/w/kept": "1", "/w/owed": "2".repeat(500), "/w/later": "3" });
  });

  test("at the opening, with no other store, says that files live in this tab alone and refuses to call them kept", async () => {
    privateFiles({ left: 0, refuseOpen: true });
    const { keeper, statuses, write, tree } = await openKeeper();
    expect(statuses.at(-1)).toMatchObject({ kind: "none", problem: { code: "storage-unavailable" } });
    await write("/w/a", "1");
    await expect(keeper.flush()).rejects.toMatchObject({ code: "failed" });
    expect(new TextDecoder().decode(tree.read("/w/a"))).toBe("1");
  });

  test("with room for nothing from the start keeps asking: the first change that fits stores everything", async () => {
    const disk = { left: 0 };
    privateFiles(disk);
    const { keeper, statuses, write } = await openKeeper();
    await write("/w/a", "1");
    expect(statuses.at(-1)?.problem?.code).toBe("quota");
    disk.left = 100_000;
    await write("/w/b", "2");
    await keeper.flush();
    expect((await openKeeper()).texts).toEqual({ "/w/a": "1", "/w/b": "2" });
  });
});
