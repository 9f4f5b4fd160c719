import { describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { fail, ok } from "@/lib/core/errors/result";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createTabHub } from "@/lib/testing/tab-hub";
import { NO_OPEN_FILES } from "./open-files";
import { pointInWords } from "./point-in-words";
import { watchWorkspace } from "./watched-workspace";
import type { WorkspaceState } from "./workbench-types";
import { createWorkspaceController, type WorkspacePorts } from "./workspace-controller";
import type { SnapshotsStatus } from "./workspace-snapshots";

function setUp(ports: Partial<WorkspacePorts> = {}, onHistory?: (status: SnapshotsStatus) => void) {
  const sandbox = new MemorySandbox({
    files: new Map([
      ["a.txt", "one"],
      ["dir/b.txt", "two"],
    ]),
  });
  const store = createStore<WorkspaceState>(() => ({
    status: { phase: "starting", step: "" },
    kind: "virtual",
    revision: 0,
    storage: { kind: "none", bytes: 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  let kept: SandboxSnapshot | undefined;
  const own: WorkspacePorts = {
    openSandbox: async () => ({
      sandbox,
      storage: { status: () => store.getState().storage, subscribe: () => () => undefined },
    }),
    watch: (options) => watchWorkspace(createTabHub().open(), options),
    baselines: {
      read: async () => kept,
      write: async (snapshot) => {
        kept = snapshot;
      },
      patch: async (path, entry) => {
        const entries = new Map(kept?.entries);
        if (entry === undefined) entries.delete(path);
        else entries.set(path, entry);
        kept = { entries };
      },
    },
    history: { read: async () => undefined, append: async () => undefined, replace: async () => undefined },
    readZip: async () => ok({ files: new Map(), skipped: [] }),
    writeZip: async (files) => new TextEncoder().encode([...files.keys()].sort().join()),
    ...ports,
  };
  const controller = createWorkspaceController(store, own, { isDriver: true, onHistory });
  const paths = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return store.getState().changes.map((change) => `${change.kind} ${change.path}`);
  };
  return { sandbox, store, controller, paths };
}

const text = (value: string) => new TextEncoder().encode(value);

describe("workspace controller", () => {
  it("counts nothing beside the workspace as a change of it", async () => {
    const { sandbox, controller, paths } = setUp();
    await controller.sandbox();
    await keepWholeText(sandbox, "r_1-c_1", "all of it");
    await sandbox.write("/tmp/scratch", "x");
    expect(await paths()).toEqual([]);
    expect(await controller.exportZip()).toEqual(ok(new TextEncoder().encode("a.txt,dir/b.txt")));
  });

  it("tells what was created, changed and removed since the baseline, and forgets what was put back", async () => {
    const { sandbox, controller, paths } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "changed");
    await sandbox.write("new.txt", "new");
    await sandbox.remove("dir", { recursive: true });
    expect(await paths()).toEqual([
      "changed /workspace/a.txt",
      "removed /workspace/dir/b.txt",
      "created /workspace/new.txt",
    ]);
    await sandbox.write("a.txt", "one");
    await sandbox.remove("new.txt");
    await sandbox.write("dir/b.txt", "two");
    expect(await paths()).toEqual([]);
  });

  it("counts a file whose permissions alone are others, as the Changes view does", async () => {
    const { sandbox, controller, paths } = setUp();
    await controller.sandbox();
    const { entries } = await sandbox.snapshot();
    const file = entries.get("/workspace/a.txt");
    if (file?.type !== "file") throw new Error("There is no file.");
    await sandbox.restore({ entries: new Map(entries).set("/workspace/a.txt", { ...file, mode: 0o755 }) });
    expect(await paths()).toEqual(["changed /workspace/a.txt"]);
  });

  it("lets the screens follow a burst of batches in a few rounds, and shows the last of them", async () => {
    const { sandbox, store, controller, paths } = setUp();
    await controller.sandbox();
    const { revision } = store.getState();
    const snapshots = vi.spyOn(sandbox, "snapshot");
    await Promise.all(Array.from({ length: 500 }, (_, at) => sandbox.write(`f${at}.txt`, "x")));
    expect(await paths()).toHaveLength(500);
    expect(store.getState().revision - revision).toBeLessThan(10);
    expect(snapshots.mock.calls.length).toBeLessThan(10);
  });

  it("starts a new comparison at a new baseline", async () => {
    const { sandbox, controller, paths } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "changed");
    await controller.takeBaseline();
    expect(await paths()).toEqual([]);
    expect(new TextDecoder().decode(controller.baselineFile("a.txt"))).toBe("changed");
  });

  it("takes files in, leaves out what points outside or is too large, and says so", async () => {
    const { sandbox, controller } = setUp();
    const imported = await controller.importFiles(
      new Map([
        ["src/x.ts", text("x")],
        ["../outside.txt", text("no")],
        ["big.bin", new Uint8Array(WORKSPACE_LIMITS.import.fileBytes + 1)],
        ["latin1.txt", new Uint8Array([0xe9, 0x00, 0xff])],
      ]),
      { replace: true },
    );
    expect(imported).toMatchObject({ ok: true, value: { files: 2 } });
    expect(imported.ok && imported.value.skipped.map(({ code }) => code)).toEqual(["invalid-path", "too-large"]);
    expect((await sandbox.glob("**/*.*")).paths).toEqual(["latin1.txt", "src/x.ts"]);
    expect(await sandbox.read("latin1.txt")).toEqual(new Uint8Array([0xe9, 0x00, 0xff]));
  });

  it("replaces nothing by a zip of which nothing may come in", async () => {
    const refused = { code: "outside", message: "../x would lie outside of the workspace.", field: "../x" };
    const { sandbox, controller } = setUp({ readZip: async () => ok({ files: new Map(), skipped: [refused] }) });
    const answer = await controller.importZip(text("zip"), { replace: true });
    expect(answer).toEqual(ok({ files: 0, bytes: 0, skipped: [refused] }));
    expect(await sandbox.read("a.txt")).toEqual(text("one"));
  });

  it("names the command that was typed at the point with what it changed, and not what was changed before it", async () => {
    const onHistory = vi.fn<(status: SnapshotsStatus) => void>();
    const { sandbox, controller } = setUp({}, onHistory);
    await controller.sandbox();
    await sandbox.write("by-hand.txt", "x");
    await controller.duringCommand("make all", async () => {
      await sandbox.write("made.txt", "x");
    });
    await controller.duringCommand("ls", async () => undefined);
    const points = onHistory.mock.lastCall?.[0].points ?? [];
    expect(points.map(({ about }) => about)).toEqual([
      { kind: "start" },
      { kind: "edit" },
      { kind: "command", typed: "make all" },
    ]);
    expect(points.map(pointInWords).at(-1)).toBe("after make all at the terminal");
    const made = points.at(-1)?.id ?? 0;
    expect(controller.snapshotAt(made)?.entries.has("/workspace/made.txt")).toBe(true);
    expect(controller.snapshotAt(made - 1)?.entries.has("/workspace/made.txt")).toBe(false);
  });

  it("keeps every file when a zip cannot be read", async () => {
    const { sandbox, controller } = setUp({ readZip: async () => fail("not-a-zip", "This is not a zip.") });
    expect(await controller.importZip(text("x"), { replace: true })).toMatchObject({ ok: false });
    expect((await sandbox.glob("**/*.*")).paths).toHaveLength(2);
  });

  it("exports the files by their path in the workspace", async () => {
    const { controller } = setUp();
    const zip = await controller.exportZip();
    expect(zip.ok && new TextDecoder().decode(zip.value)).toBe("a.txt,dir/b.txt");
  });

  it("waits for the tab it took over from to let go of the stored files", async () => {
    let attempts = 0;
    const inUse = { code: "storage-in-use", message: "Another tab holds this workspace." };
    const { controller, store } = setUp({
      openSandbox: async () => {
        attempts += 1;
        const problem = attempts === 1 ? inUse : undefined;
        const status = () => ({ kind: "opfs" as const, bytes: 0, quota: undefined, problem });
        return {
          sandbox: new MemorySandbox({ files: new Map([["kept.txt", "kept"]]) }),
          storage: { status, subscribe: () => () => undefined },
        };
      },
    });
    const sandbox = await controller.sandbox();
    expect(attempts).toBe(2);
    expect((await sandbox.glob("*")).paths).toEqual(["kept.txt"]);
    expect(store.getState().storage.problem).toBeUndefined();
  });

  it("holds no files in a tab that only watches, and opens them when it takes over", async () => {
    const { controller, store } = setUp({
      openSandbox: async () => ({
        sandbox: new MemorySandbox({ files: new Map([["a.txt", "one"]]) }),
        storage: { status: () => store.getState().storage, subscribe: () => () => undefined },
      }),
    });
    await controller.sandbox();
    controller.leave();
    const watching = controller.sandbox();
    expect(store.getState().status).toMatchObject({
      phase: "starting",
      step: expect.stringContaining("tab that writes"),
    });
    controller.open();
    await expect(watching).rejects.toMatchObject({ code: "disposed" });
    expect((await (await controller.sandbox()).glob("*.txt")).paths).toEqual(["a.txt"]);
  });

  it("says what is wrong when the workspace cannot be opened", async () => {
    const { controller, store } = setUp({
      openSandbox: async () => {
        throw new SandboxError("quota", "The browser's store is full.");
      },
    });
    await expect(controller.sandbox()).rejects.toThrow("full");
    expect(store.getState().status).toMatchObject({ phase: "failed", problem: { code: "quota" } });
    expect(await controller.exportZip()).toMatchObject({ ok: false, problem: { code: "quota" } });
  });
});
