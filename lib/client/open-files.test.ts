import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { createOpenFiles, NO_OPEN_FILES } from "./open-files";
import type { WorkspaceState } from "./workbench-types";

function opened(...paths: string[]) {
  const store = createStore<WorkspaceState>(() => ({
    status: { phase: "ready" },
    kind: "virtual",
    revision: 0,
    storage: { kind: "opfs", bytes: 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  const files = createOpenFiles(store);
  for (const path of paths) files.open(path);
  return { files, now: () => ({ tabs: store.getState().openPaths, shown: store.getState().openPath }), store };
}

describe("the open files", () => {
  it("hold each file once and look at the newest", () => {
    const { now } = opened("/w/a", "/w/b", "/w/a");
    expect(now()).toEqual({ tabs: ["/w/a", "/w/b"], shown: "/w/a" });
  });

  it("go to the neighbour of what closes, and to the definition after the last", () => {
    const { files, now } = opened("/w/a", "/w/b", "/w/c");
    files.open("/w/b");
    files.close("/w/b");
    expect(now()).toEqual({ tabs: ["/w/a", "/w/c"], shown: "/w/c" });
    files.close("/w/c");
    files.close("/w/a");
    expect(now()).toEqual({ tabs: [], shown: undefined });
  });

  it("keep what is looked at when another one closes", () => {
    const { files, now } = opened("/w/a", "/w/b");
    files.close("/w/a");
    expect(now()).toEqual({ tabs: ["/w/b"], shown: "/w/b" });
  });

  it("keep their tabs while the definition is looked at", () => {
    const { files, now } = opened("/w/a");
    files.open(undefined);
    expect(now()).toEqual({ tabs: ["/w/a"], shown: undefined });
  });

  it("follow a folder that is renamed", () => {
    const { files, now } = opened("/w/src/a", "/w/src2/b", "/w/src");
    files.moved("/w/src", "/w/lib");
    expect(now()).toEqual({ tabs: ["/w/lib/a", "/w/src2/b", "/w/lib"], shown: "/w/lib" });
  });

  it("tell a line anew each time it is asked for", () => {
    const { files, store } = opened();
    files.open("/w/a", 3);
    const first = store.getState().reveal;
    files.open("/w/a", 3);
    expect(store.getState().reveal).toEqual({ path: "/w/a", line: 3 });
    expect(store.getState().reveal).not.toBe(first);
  });
});
