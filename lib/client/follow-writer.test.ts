import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createTabHub } from "@/lib/testing/tab-hub";
import { createChangesDesk } from "./changes-desk";
import { followWriter } from "./follow-writer";
import { NO_OPEN_FILES } from "./open-files";
import { watchWorkspace } from "./watched-workspace";
import type { WorkspaceState } from "./workbench-types";
import { openWorkspaceDoor, workspaceAnswers } from "./workspace-door";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newStore = () =>
  createStore<WorkspaceState>(() => ({
    status: { phase: "starting", step: "" },
    kind: "virtual",
    revision: 0,
    storage: { kind: "opfs", bytes: 7, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));

function setUp() {
  const hub = createTabHub();
  const store = newStore();
  const follow = () =>
    followWriter({
      store,
      watch: (options) => watchWorkspace(hub.open(), options),
      onState: () => undefined,
    });
  const write = (sandbox: () => Promise<MemorySandbox>) => {
    const desk = createChangesDesk({
      sandbox,
      baseline: () => undefined,
      acceptAll: async () => undefined,
      accept: async () => undefined,
      mark: async () => undefined,
      snapshotAt: () => undefined,
      tell: async () => ({ ok: true, value: undefined }),
      newId: () => "v",
    });
    return openWorkspaceDoor(hub.open(), workspaceAnswers({ sandbox, workspace: newStore(), desk }), () => true);
  };
  return { store, follow, write };
}

it("says that nobody answers, asks again, and shows the files as soon as a tab does", async () => {
  const { store, follow, write } = setUp();
  const followed = follow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.getState().status).toMatchObject({ phase: "starting", step: expect.stringContaining("not answer") });
  const door = write(async () => new MemorySandbox({ files: new Map([["a.txt", "one"]]) }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.getState()).toMatchObject({ status: { phase: "ready" }, storage: { kind: "opfs", bytes: 7 } });
  expect(new TextDecoder().decode(await (await followed.sandbox).read("a.txt"))).toBe("one");
  door.close();
  followed.end();
});

it("says why the tab that writes has no files, and looks again when it has news", async () => {
  const { store, follow, write } = setUp();
  let broken = true;
  const door = write(async () => {
    if (broken) throw new SandboxError("quota", "The browser's store is full.");
    return new MemorySandbox();
  });
  const followed = follow();
  await vi.advanceTimersByTimeAsync(10);
  expect(store.getState().status).toMatchObject({ step: expect.stringContaining("store is full") });
  broken = false;
  door.tellNews();
  await vi.advanceTimersByTimeAsync(200);
  expect(store.getState().status.phase).toBe("ready");
  followed.end();
});

it("leaves nobody waiting when it ends", async () => {
  const { follow } = setUp();
  const followed = follow();
  followed.end();
  await expect(followed.sandbox).rejects.toMatchObject({ code: "disposed" });
});

it("sends the bytes of a file alone, and not those of the buffer that it is a part of", async () => {
  const hub = createTabHub();
  const sandbox = new MemorySandbox();
  await sandbox.write("part.bin", new Uint8Array(1_000_000).subarray(10, 13));
  const desk = { compare: async () => undefined, beforeAt: async () => undefined, store: newStore() };
  const door = openWorkspaceDoor(
    hub.open(),
    workspaceAnswers({ sandbox: async () => sandbox, workspace: newStore(), desk: desk as never }),
    () => true,
  );
  const watched = watchWorkspace(hub.open(), { cwd: "/workspace", onNews: () => undefined });
  const data = await watched.sandbox.read("part.bin");
  expect([data.byteLength, data.buffer.byteLength]).toEqual([3, 3]);
  door.close();
  watched.end();
});
