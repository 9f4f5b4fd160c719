import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { type StoredHistory, WorkspaceHistory } from "./workspace-history";

const file = (text: string, modifiedAt = 1): SnapshotEntry => ({
  type: "file",
  data: new TextEncoder().encode(text),
  mode: 0o644,
  modifiedAt,
});
const snapshotOf = (files: Record<string, string>): SandboxSnapshot => ({
  entries: new Map(Object.entries(files).map(([path, text]) => [path, file(text)])),
});
const textsOf = (snapshot: SandboxSnapshot | undefined) => {
  const texts = new Map<string, string>();
  for (const [path, entry] of snapshot?.entries ?? []) {
    texts.set(path, entry.type === "file" ? new TextDecoder().decode(entry.data) : entry.type);
  }
  return snapshot && texts;
};
/** As a store that clones what it is given brings it back. */
const reloaded = (history: WorkspaceHistory): StoredHistory => structuredClone(history.stored());

const states = fc.array(
  fc.dictionary(fc.constantFrom("/w/a", "/w/b\n", "/w/🎉", "/w/__proto__"), fc.constantFrom("", "1", "two")),
  { minLength: 1, maxLength: 12 },
);

describe("the history of a workspace", () => {
  it("gives every state back as it was, also after a reload in the middle", () => {
    fc.assert(
      fc.property(states, fc.nat(12), (all, reloadAfter) => {
        let history = new WorkspaceHistory();
        const taken = new Map<number, SandboxSnapshot>();
        for (const [index, files] of all.entries()) {
          const snapshot = snapshotOf(files);
          const record = history.take(snapshot, { kind: "edit" }, index)?.record;
          if (record !== undefined) taken.set(record.point.id, snapshot);
          if (index === reloadAfter) history = new WorkspaceHistory(reloaded(history));
        }
        expect(history.points()).toHaveLength(all.length);
        for (const [id, snapshot] of taken) expect(textsOf(history.snapshotAt(id))).toEqual(textsOf(snapshot));
      }),
    );
  });

  it("drops the oldest points over its limits, counts them, and keeps the others exact", () => {
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 5 }), fc.nat(6), (all, points, bytes) => {
        let history = new WorkspaceHistory(undefined, { points, bytes });
        const snapshots = all.map(snapshotOf);
        for (const [index, snapshot] of snapshots.entries()) {
          history.take(snapshot, { kind: "edit" }, index);
          history = new WorkspaceHistory(reloaded(history), { points, bytes });
        }
        const left = history.points();
        expect(left.length).toBeLessThanOrEqual(points);
        expect(left.length + history.dropped).toBe(all.length);
        for (const point of left) expect(textsOf(history.snapshotAt(point.id))).toEqual(textsOf(snapshots[point.at]));
      }),
    );
  });

  it("holds only what differs, and shares the bytes of what does not", () => {
    const history = new WorkspaceHistory();
    const first = snapshotOf({ "/w/a": "one", "/w/b": "two" });
    history.take(first, { kind: "start" }, 0);
    const second = { entries: new Map(first.entries).set("/w/b", file("three")) };
    const record = history.take(second, { kind: "run", runId: "r" }, 1)?.record;
    expect([...(record?.changes.keys() ?? [])]).toEqual(["/w/b"]);
    expect(record?.point.files).toBe(1);
    expect(history.snapshotAt(2)?.entries.get("/w/a")).toBe(first.entries.get("/w/a"));
  });

  it("takes no point of an edit that left everything as it was, and does of a step", () => {
    const history = new WorkspaceHistory();
    history.take(snapshotOf({ "/w/a": "one" }), { kind: "start" }, 0);
    expect(history.take(snapshotOf({ "/w/a": "one" }), { kind: "edit" }, 1, { onlyChanged: true })).toBeUndefined();
    expect(history.take(snapshotOf({ "/w/a": "one" }), { kind: "step", runId: "r", step: 2 }, 2)).toMatchObject({
      record: { point: { files: 0 } },
    });
  });
});
