import { afterEach, describe, expect, test, vi } from "vitest";
import type { SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { createBaselineStore } from "./baseline-store";
import { createHistoryStore } from "./history-store";
import { WorkspaceHistory } from "./workspace-history";
import { createWorkspaceSnapshots, type SnapshotsStatus } from "./workspace-snapshots";

afterEach(() => void vi.restoreAllMocks());

const newSession = () => `s_${crypto.randomUUID()}`;
const file = (text: string): SnapshotEntry => ({
  type: "file",
  data: new TextEncoder().encode(text),
  mode: 0o644,
  modifiedAt: 1,
});
const snapshotOf = (files: Record<string, string>): SandboxSnapshot => ({
  entries: new Map(Object.entries(files).map(([path, text]) => [path, file(text)])),
});
const texts = (snapshot: SandboxSnapshot | undefined) =>
  Object.fromEntries(
    [...(snapshot?.entries ?? [])].map(([path, entry]) => [
      path,
      entry.type === "file" ? new TextDecoder().decode(entry.data) : entry.type,
    ]),
  );

/** Every write to a store of a database ends as on a full disk. */
function fillDisk(): void {
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function put(this: IDBObjectStore): never {
    throw new DOMException("Full.", "QuotaExceededError");
  });
}

describe("the kept history", () => {
  const states: Record<string, string>[] = [
    { "/w/a": "1", "/w/name with \n🎉": "x" },
    { "/w/a": "2", "/w/name with \n🎉": "x" },
    { "/w/a": "2", "/w/__proto__": "3" },
  ];

  async function filled(sessionId: string) {
    const statuses: SnapshotsStatus[] = [];
    const snapshots = createWorkspaceSnapshots({
      store: createHistoryStore(sessionId, indexedDB),
      now: () => 1,
      onStatus: (status) => statuses.push(status),
    });
    await snapshots.open();
    for (const [step, files] of states.entries()) {
      snapshots.take(snapshotOf(files), { kind: "step", runId: "r", step });
    }
    await snapshots.settled();
    return { snapshots, statuses };
  }

  test("gives every state back after a reload, and keeps sessions apart", async () => {
    const sessionId = newSession();
    await filled(sessionId);
    await filled(`${sessionId}0`);
    const stored = await createHistoryStore(sessionId, indexedDB).read();
    const history = new WorkspaceHistory(stored);
    expect(history.points().map(({ about }) => about)).toHaveLength(3);
    for (const [index, { id }] of history.points().entries()) {
      expect(texts(history.snapshotAt(id))).toEqual(states[index]);
    }
    expect(await createHistoryStore(newSession(), indexedDB).read()).toBeUndefined();
  });

  test("keeps of a view on a larger buffer only what is seen", async () => {
    const sessionId = newSession();
    const store = createHistoryStore(sessionId, indexedDB);
    const history = new WorkspaceHistory();
    const data = new Uint8Array(1_000_000).subarray(5, 8);
    history.take(
      { entries: new Map([["/w/a", { type: "file", data, mode: 0o644, modifiedAt: 1 }]]) },
      { kind: "start" },
      1,
    );
    await store.replace(history.stored());
    const entry = (await store.read())?.base.get("/w/a");
    expect(entry?.type === "file" && entry.data.buffer.byteLength).toBe(3);
  });

  test("says that the disk is full, loses no point in memory, and keeps all of them once there is room", async () => {
    const sessionId = newSession();
    const { snapshots, statuses } = await filled(sessionId);
    fillDisk();
    snapshots.take(snapshotOf({ "/w/a": "unkept" }), { kind: "edit" });
    await snapshots.settled();
    expect(statuses.at(-1)?.problem?.code).toBe("quota");
    expect(new WorkspaceHistory(await createHistoryStore(sessionId, indexedDB).read()).points()).toHaveLength(3);
    vi.restoreAllMocks();
    snapshots.take(snapshotOf({ "/w/a": "kept" }), { kind: "edit" });
    await snapshots.settled();
    expect(statuses.at(-1)?.problem).toBeUndefined();
    const history = new WorkspaceHistory(await createHistoryStore(sessionId, indexedDB).read());
    expect(history.points().map(({ id }) => texts(history.snapshotAt(id))["/w/a"])).toEqual([
      "1",
      "2",
      "2",
      "unkept",
      "kept",
    ]);
  });

  test("leaves the old history whole when it cannot be rewritten", async () => {
    const sessionId = newSession();
    await filled(sessionId);
    const store = createHistoryStore(sessionId, indexedDB);
    const before = await store.read();
    const { put } = IDBObjectStore.prototype;
    let left = 1;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function once(this: IDBObjectStore, value, key) {
      if (left === 0) throw new DOMException("Full.", "QuotaExceededError");
      left -= 1;
      return put.call(this, value, key);
    });
    const shorter = { base: new Map([["/w/only", file("new")]]), records: before?.records.slice(-1) ?? [], dropped: 2 };
    await expect(store.replace(shorter)).rejects.toMatchObject({ name: "QuotaExceededError" });
    vi.restoreAllMocks();
    expect(await store.read()).toEqual(before);
    await store.replace(shorter);
    expect((await store.read())?.dropped).toBe(2);
  });
});

describe("the kept baseline", () => {
  test("is there after a reload with what was accepted since, and what was accepted as removed is gone", async () => {
    const sessionId = newSession();
    const store = createBaselineStore(sessionId, indexedDB);
    expect(await store.read()).toBeUndefined();
    await store.write(snapshotOf({ "/w/a": "1", "/w/b": "2" }));
    await store.patch("/w/a", file("accepted"));
    await store.patch("/w/b", undefined);
    await store.patch("/w/new\n🎉", file("3"));
    const again = createBaselineStore(sessionId, indexedDB);
    expect(texts(await again.read())).toEqual({ "/w/a": "accepted", "/w/new\n🎉": "3" });
    await again.write(snapshotOf({ "/w/a": "whole" }));
    expect(texts(await store.read())).toEqual({ "/w/a": "whole" });
    expect(await createBaselineStore(newSession(), indexedDB).read()).toBeUndefined();
  });

  test("costs a comparison and never an error when the store refuses or is not there", async () => {
    const sessionId = newSession();
    const store = createBaselineStore(sessionId, indexedDB);
    await store.write(snapshotOf({ "/w/a": "1" }));
    fillDisk();
    await store.write(snapshotOf({ "/w/a": "2" }));
    await store.patch("/w/a", file("3"));
    vi.restoreAllMocks();
    expect(texts(await store.read())).toEqual({ "/w/a": "1" });
    const none = createBaselineStore(sessionId, undefined);
    await none.write(snapshotOf({}));
    expect(await none.read()).toBeUndefined();
  });
});
