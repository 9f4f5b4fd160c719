import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { type RevertToTell, revertInWords } from "@/lib/core/agent/files-revert";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createTabHub } from "@/lib/testing/tab-hub";
import { createChangesDesk, type OwnChangesDesk } from "./changes-desk";
import type { HistoryStore } from "./history-store";
import { NO_OPEN_FILES } from "./open-files";
import { watchWorkspace } from "./watched-workspace";
import type { WorkspaceState } from "./workbench-types";
import { createWorkspaceController } from "./workspace-controller";
import type { StoredHistory } from "./workspace-history";
import { hunksOf } from "./workspace-hunks";

const A = "/workspace/a.txt";
const ten = Array.from({ length: 10 }, (_, index) => `line ${index}\n`).join("");
const edited = ten.replace("line 1\n", "first edit\n").replace("line 8\n", "second edit\n");

function setUp(tellResult: Result<void> = ok(undefined), kept: { history?: StoredHistory } = {}) {
  const sandbox = new MemorySandbox({
    files: new Map([
      ["a.txt", ten],
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
  const told: RevertToTell[] = [];
  let baseline: SandboxSnapshot | undefined;
  const history: HistoryStore = {
    read: async () => kept.history,
    append: async (record) => {
      if (kept.history !== undefined) kept.history = { ...kept.history, records: [...kept.history.records, record] };
    },
    replace: async (all) => {
      kept.history = structuredClone(all);
    },
  };
  let ids = 0;
  const desk: OwnChangesDesk = createChangesDesk({
    sandbox: () => controller.sandbox(),
    baseline: () => controller.baseline(),
    acceptAll: () => controller.takeBaseline(),
    accept: (path, entry) => controller.accept(path, entry),
    mark: (about) => controller.mark(about),
    snapshotAt: (point) => controller.snapshotAt(point),
    tell: async (revert) => {
      told.push(revert);
      return tellResult;
    },
    newId: () => `v_${++ids}`,
  });
  const controller = createWorkspaceController(
    store,
    {
      openSandbox: async () => ({
        sandbox,
        storage: { status: () => store.getState().storage, subscribe: () => () => undefined },
      }),
      watch: (options) => watchWorkspace(createTabHub().open(), options),
      baselines: {
        read: async () => baseline,
        write: async (snapshot) => {
          baseline = snapshot;
        },
        patch: async () => undefined,
      },
      history,
      readZip: async () => fail("not-a-zip", "No zip here."),
      writeZip: async () => new Uint8Array(),
    },
    { isDriver: true, onHistory: (status) => desk.store.setState(status), onChange: () => desk.refresh() },
  );
  const text = async (path: string) => new TextDecoder().decode(await sandbox.read(path));
  const shown = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return desk.store.getState().shown.map(({ kind, path }) => `${kind} ${path.slice("/workspace/".length)}`);
  };
  return { sandbox, desk, controller, told, text, shown, kept };
}

describe("deciding about changes", () => {
  it("takes one part of a file back, tells which lines, and leaves the other part to be decided", async () => {
    const { sandbox, desk, told, text } = setUp();
    await sandbox.write("a.txt", edited);
    const [first] = hunksOf(ten, edited).hunks;
    if (first === undefined) throw new Error("no hunk");
    await desk.acceptAll();
    await sandbox.write("a.txt", ten);
    await desk.acceptAll();
    await sandbox.write("a.txt", edited);
    expect(await desk.revertHunk(A, { before: ten, after: edited }, first)).toEqual(ok(undefined));
    expect(await text("a.txt")).toBe(ten.replace("line 8\n", "second edit\n"));
    expect(told).toMatchObject([
      { kind: "declined", files: [{ path: "a.txt", change: "changed", part: "some", lines: "-line 1\n+first edit" }] },
    ]);
  });

  it("accepts one part: it is no difference any more, and the other one still is", async () => {
    const { sandbox, desk, controller, told, shown } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", edited);
    const [first, second] = hunksOf(ten, edited).hunks;
    if (first === undefined || second === undefined) throw new Error("no hunks");
    expect(await desk.acceptHunk(A, { before: ten, after: edited }, first)).toEqual(ok(undefined));
    const before = new TextDecoder().decode(await desk.before(A));
    expect(before).toBe(ten.replace("line 1\n", "first edit\n"));
    expect(await shown()).toEqual(["changed a.txt"]);
    const [rest] = hunksOf(before, edited).hunks;
    if (rest === undefined) throw new Error("no hunk");
    expect(await desk.acceptHunk(A, { before, after: edited }, rest)).toEqual(ok(undefined));
    expect(await shown()).toEqual([]);
    expect(told).toEqual([]);
  });

  it("does nothing to a file that changed meanwhile, and says so", async () => {
    const { sandbox, desk, controller, told, text } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", edited);
    const [first] = hunksOf(ten, edited).hunks;
    if (first === undefined) throw new Error("no hunk");
    const newer = `${edited}and more\n`;
    await sandbox.write("a.txt", newer);
    const refused = { ok: false, problem: { code: "changed-meanwhile" } };
    expect(await desk.revertHunk(A, { before: ten, after: edited }, first)).toMatchObject(refused);
    expect(await desk.acceptHunk(A, { before: ten, after: edited }, first)).toMatchObject(refused);
    expect(await desk.revertFile(A, new TextEncoder().encode(edited))).toMatchObject(refused);
    expect(await text("a.txt")).toBe(newer);
    expect(told).toEqual([]);
  });

  it("puts one file back to the accepted state, whatever happened to it", async () => {
    const { sandbox, desk, controller, told, text, shown } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "changed");
    await sandbox.write("new.txt", "new");
    await sandbox.remove("dir/b.txt");
    expect(await shown()).toEqual(["changed a.txt", "removed dir/b.txt", "created new.txt"]);
    for (const path of [A, "/workspace/new.txt", "/workspace/dir/b.txt"]) {
      expect(await desk.revertFile(path)).toEqual(ok(undefined));
    }
    expect(await shown()).toEqual([]);
    expect(await text("dir/b.txt")).toBe("two");
    expect(told.flatMap(({ files }) => files.map(({ path, change }) => `${change} ${path}`))).toEqual([
      "changed a.txt",
      "created new.txt",
      "removed dir/b.txt",
    ]);
  });

  it("takes everything back at once, and tells it once", async () => {
    const { sandbox, desk, controller, told, shown } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "changed");
    await sandbox.write("deep/er/new.txt", "new");
    expect(await desk.revertAll()).toEqual(ok(undefined));
    expect(await shown()).toEqual([]);
    expect(told).toMatchObject([
      { kind: "declined", files: [{ path: "a.txt" }, { path: "deep/er/new.txt" }], more: 0 },
    ]);
  });

  it("rolls back to a point and back again, and tells the model what no longer stands", async () => {
    const { sandbox, desk, controller, told, text } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "step one");
    await controller.mark({ kind: "step", runId: "r", step: 2 });
    await sandbox.write("a.txt", "step two");
    await sandbox.write("extra.txt", "x");
    const [, step] = desk.store.getState().points;
    if (step === undefined) throw new Error("no point");
    expect(await desk.rollbackChanges(step.id)).toMatchObject({
      ok: true,
      value: {
        listed: [
          { path: A, kind: "changed" },
          { path: "/workspace/extra.txt", kind: "removed" },
        ],
        folded: [],
      },
    });
    expect(await desk.rollBack(step.id)).toEqual(ok(undefined));
    expect(await text("a.txt")).toBe("step one");
    expect(told).toMatchObject([
      {
        kind: "rolled-back",
        to: "before step 2 of the run",
        files: [
          { path: "a.txt", change: "changed" },
          { path: "extra.txt", change: "created" },
        ],
      },
    ]);
    expect(await desk.undoRollBack()).toEqual(ok(undefined));
    expect(await text("a.txt")).toBe("step two");
    expect(await text("extra.txt")).toBe("x");
  });

  it("undoes a roll back to what stood before it, also when a point had already been taken of that", async () => {
    const { sandbox, desk, controller, text } = setUp();
    await controller.sandbox();
    await sandbox.write("a.txt", "one");
    await controller.mark({ kind: "step", runId: "r", step: 2 });
    await sandbox.write("a.txt", "two");
    await controller.mark({ kind: "edit" });
    const [start] = desk.store.getState().points;
    expect(await desk.rollBack(start?.id ?? 0)).toEqual(ok(undefined));
    expect(await text("a.txt")).toBe(ten);
    expect(await desk.undoRollBack()).toEqual(ok(undefined));
    expect(await text("a.txt")).toBe("two");
    expect(desk.store.getState().undo).toBeUndefined();
    expect(await desk.undoRollBack()).toMatchObject({ ok: false });
    await desk.rollBack(start?.id ?? 0);
    await desk.revertFile(A);
    expect(desk.store.getState().undo).toBeUndefined();
  });

  describe("with a repository in the workspace", () => {
    const commit = async (sandbox: MemorySandbox, message: string) => {
      await sandbox.write(".git/index", `index ${message}`);
      await sandbox.write(".git/HEAD", "ref: refs/heads/main");
      await sandbox.write("node_modules/pkg/index.js", message);
    };
    const git = async (sandbox: MemorySandbox) =>
      [...(await sandbox.snapshot()).entries]
        .filter(([path]) => path.includes("/.git/") || path.includes("/node_modules/"))
        .map(([path, entry]) => `${path} ${entry.type === "file" ? new TextDecoder().decode(entry.data) : ""}`);

    it("counts git's own files and installed packages instead of listing them", async () => {
      const { sandbox, desk, controller, shown } = setUp();
      await controller.sandbox();
      await commit(sandbox, "first");
      await sandbox.write("a.txt", "changed");
      await sandbox.write(".gitignore", "*.txt");
      expect(await shown()).toEqual(["created .gitignore", "changed a.txt"]);
      expect(desk.store.getState().folded.map(({ folder, changes }) => `${folder} ${changes.length}`)).toEqual([
        ".git 2",
        "node_modules 1",
      ]);
      await controller.mark({ kind: "step", runId: "r", step: 2 });
      expect(desk.store.getState().points.at(-1)?.files).toBe(2);
    });

    it("puts them back with everything else, at once and told in a sentence, and leaves them when one file goes back", async () => {
      const { sandbox, desk, controller, told } = setUp();
      await controller.sandbox();
      await commit(sandbox, "first");
      await desk.acceptAll();
      const before = await git(sandbox);
      await commit(sandbox, "second");
      await sandbox.write(".git/objects/aa/bb", "object");
      await sandbox.write("a.txt", "changed");
      const after = await git(sandbox);
      expect(await desk.revertFile(A)).toEqual(ok(undefined));
      expect(await git(sandbox)).toEqual(after);
      await sandbox.write("a.txt", "changed again");
      expect(await desk.revertAll()).toEqual(ok(undefined));
      expect(await git(sandbox)).toEqual(before);
      expect(told.at(-1)).toMatchObject({
        files: [{ path: "a.txt" }],
        folded: [
          { folder: ".git", files: 2 },
          { folder: "node_modules", files: 1 },
        ],
      });
      const words = revertInWords({ type: "files-revert", by: "the owner", ...(told.at(-1) as RevertToTell) });
      expect(words).toContain("commits, branches and the index are as they were then");
      expect(words).not.toContain("objects/aa");
    });

    it("rolls them back to a point, and tells so when nothing else differs", async () => {
      const { sandbox, desk, controller, told } = setUp();
      await controller.sandbox();
      await commit(sandbox, "first");
      await controller.mark({ kind: "run", runId: "r" });
      const before = await git(sandbox);
      await commit(sandbox, "second");
      const point = desk.store.getState().points.findLast(({ about }) => about.kind === "run")?.id ?? 0;
      expect(await desk.rollbackChanges(point)).toMatchObject({ ok: true, value: { listed: [] } });
      expect(await desk.rollBack(point)).toEqual(ok(undefined));
      expect(await git(sandbox)).toEqual(before);
      expect(told.at(-1)).toMatchObject({ kind: "rolled-back", files: [], folded: [{ folder: ".git", files: 1 }, {}] });
      await desk.undoRollBack();
      expect(await git(sandbox)).toContain("/workspace/.git/index index second");
    });
  });

  it("compares with any point, and keeps the points over a reload", async () => {
    const kept: { history?: StoredHistory } = {};
    const first = setUp(ok(undefined), kept);
    await first.controller.sandbox();
    await first.controller.mark({ kind: "run", runId: "r" });
    await first.sandbox.write("a.txt", "by the run");
    await first.controller.mark({ kind: "step", runId: "r", step: 2 });
    await first.desk.acceptAll();
    expect(await first.shown()).toEqual([]);
    const [, run] = first.desk.store.getState().points;
    first.desk.compareWith(run?.id);
    expect(await first.shown()).toEqual(["changed a.txt"]);
    first.controller.dispose();
    const second = setUp(ok(undefined), kept);
    await second.controller.sandbox();
    expect(second.desk.store.getState().points.map(({ about }) => about.kind)).toEqual([
      "start",
      "run",
      "step",
      "edit",
    ]);
    expect(await second.desk.rollBack(3)).toEqual(ok(undefined));
    expect(await second.text("a.txt")).toBe("by the run");
  });

  it("keeps the person's decision when the model cannot be told, and says that", async () => {
    const { sandbox, desk, controller, text } = setUp(fail("connection-lost", "The model was not told yet."));
    await controller.sandbox();
    await sandbox.write("a.txt", "changed");
    expect(await desk.revertFile(A)).toMatchObject({ ok: false, problem: { message: "The model was not told yet." } });
    expect(await text("a.txt")).toBe(ten);
  });
});
