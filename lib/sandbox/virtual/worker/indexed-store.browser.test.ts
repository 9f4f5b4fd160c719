import { afterEach, describe, expect, test, vi } from "vitest";
import { FileTree } from "@/lib/core/sandbox/file-tree";
import type { StorageStatus } from "../shell-protocol";
import { IndexedStore } from "./indexed-store";
import { WorkspaceKeeper } from "./workspace-keeper";

afterEach(() => void vi.restoreAllMocks());

const newSession = () => `s_${crypto.randomUUID()}`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A keeper over IndexedDB with its tree: what a reload would open. */
async function keeperOf(sessionId: string) {
  const tree = new FileTree();
  const statuses: StorageStatus[] = [];
  const keeper = new WorkspaceKeeper({ tree, skip: [], report: (status) => statuses.push(status) });
  const stored = await keeper.open(sessionId, "indexeddb", undefined);
  if (stored === undefined) keeper.keepWholeNext();
  const write = async (path: string, text: string) => {
    tree.write(path, bytes(text), { parents: true });
    await keeper.keep(tree.takeChanges());
  };
  const texts = Object.fromEntries(
    [...(stored?.entries ?? [])].flatMap(([path, entry]) =>
      entry.type === "file" ? [[path, new TextDecoder().decode(entry.data)]] : [],
    ),
  );
  return { tree, keeper, statuses, write, texts, stored };
}

/** Puts into the database run into a full disk as long as this stands: after `room` of them. */
function fillDisk(room = 0): void {
  const { put } = IDBObjectStore.prototype;
  let left = room;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function full(this: IDBObjectStore, value, key) {
    if (left <= 0) throw new DOMException("Full.", "QuotaExceededError");
    left -= 1;
    return put.call(this, value, key);
  });
}

describe("a full disk under IndexedDB", () => {
  test("in the middle of a write is said loudly; what was kept stays, and what was not is kept when there is room", async () => {
    const sessionId = newSession();
    const { keeper, statuses, write } = await keeperOf(sessionId);
    await write("/w/kept", "1");
    fillDisk(1);
    await write("/w/owed", "2");
    await write("/w/kept", "changed while it was full");
    expect(statuses.at(-1)?.problem?.code).toBe("quota");
    await expect(keeper.flush()).rejects.toMatchObject({ code: "quota" });
    expect((await keeperOf(sessionId)).texts).toEqual({ "/w/kept": "1" });
    vi.restoreAllMocks();
    await write("/w/later", "3");
    expect(statuses.at(-1)?.problem).toBeUndefined();
    await keeper.flush();
    expect((await keeperOf(sessionId)).texts).toEqual({
      "/w/kept": "changed while it was full",
      "/w/owed": "2",
      "/w/later": "3",
    });
  });

  test("while everything is written anew leaves the old copy whole", async () => {
    const sessionId = newSession();
    await (await keeperOf(sessionId)).write("/w/a", "old");
    const store = await IndexedStore.open(sessionId);
    await store.load();
    const file = (text: string) => ({ type: "file", data: bytes(text), mode: 0o644, modifiedAt: 1 }) as const;
    const anew = {
      entries: new Map([
        ["/w/b", file("new")],
        ["/w/c", file("new")],
      ]),
      mounts: [],
    };
    fillDisk(2);
    await expect(store.replace(anew)).rejects.toMatchObject({ code: "quota" });
    vi.restoreAllMocks();
    expect((await keeperOf(sessionId)).texts).toEqual({ "/w/a": "old" });
    await store.replace(anew);
    expect((await keeperOf(sessionId)).texts).toEqual({ "/w/b": "new", "/w/c": "new" });
    store.close();
  });
});

describe("a damaged row", () => {
  async function damage(sessionId: string, path: string, row: unknown): Promise<void> {
    const request = indexedDB.open("toolwright-workspaces", 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("entries", "readwrite");
    transaction.objectStore("entries").put(row, [sessionId, path]);
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
    });
    database.close();
  }

  test.each([
    ["of other bytes", { path: "/w/b", packed: new Uint8Array([1, 2, 3]) }],
    ["cut short", { path: "/w/b", packed: new Uint8Array(0) }],
    ["of another shape", { odd: true }],
    ["that is nothing", null],
  ])("%s costs that file alone, and is said as long as the page is open", async (_what, row) => {
    const sessionId = newSession();
    const first = await keeperOf(sessionId);
    await first.write("/w/a", "1");
    await first.write("/w/b", "2");
    await damage(sessionId, "/w/b", row);
    const { texts, statuses, write } = await keeperOf(sessionId);
    expect(texts).toEqual({ "/w/a": "1" });
    expect(statuses.at(-1)?.problem?.code).toBe("storage-damaged");
    await write("/w/c", "3");
    expect(statuses.at(-1)?.problem?.code).toBe("storage-damaged");
  });
});

test("a private file system that is full at the opening gives way to IndexedDB, and everything is kept there", async () => {
  const sessionId = newSession();
  vi.spyOn(navigator.storage, "getDirectory").mockRejectedValue(new DOMException("Full.", "QuotaExceededError"));
  const tree = new FileTree();
  const statuses: StorageStatus[] = [];
  const keeper = new WorkspaceKeeper({ tree, skip: [], report: (status) => statuses.push(status) });
  expect(await keeper.open(sessionId, "auto", undefined)).toBeUndefined();
  keeper.keepWholeNext();
  tree.write("/w/a", bytes("1"), { parents: true });
  await keeper.keep(tree.takeChanges());
  await keeper.flush();
  expect(statuses.at(-1)).toMatchObject({ kind: "indexeddb", problem: undefined });
  expect((await keeperOf(sessionId)).texts).toEqual({ "/w/a": "1" });
});
