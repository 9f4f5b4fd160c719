import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { NO_OPEN_FILES } from "@/lib/client/open-files";
import type { WorkspaceState } from "@/lib/client/workbench-types";
import { createWorkspaceController } from "@/lib/client/workspace-controller";
import { fail } from "@/lib/core/errors/result";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { readDataTransfer, readFileList } from "./read-dropped";

type Dropped = { [name: string]: Dropped | string };

/** What a browser hands out for a drop, with names that no honest browser would give. */
function entryOf(name: string, content: Dropped | string): object {
  if (typeof content === "string") {
    return {
      isFile: true,
      isDirectory: false,
      name,
      file: (done: (file: File) => void) => done(new File([content], name)),
    };
  }
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader() {
      const batches = [Object.entries(content).map(([child, inner]) => entryOf(child, inner))];
      return { readEntries: (done: (entries: object[]) => void) => done(batches.shift() ?? []) };
    },
  };
}

function drop(all: Dropped) {
  const items = Object.entries(all).map(([name, content]) => ({ webkitGetAsEntry: () => entryOf(name, content) }));
  return readDataTransfer(items as unknown as DataTransferItemList, () => undefined);
}

/** What of brought files reaches the workspace, and what else is in the sandbox afterwards. */
async function bring(files: ReadonlyMap<string, Uint8Array>) {
  const sandbox = new MemorySandbox({ files: new Map([["own.txt", "own"]]) });
  const store = createStore<WorkspaceState>(() => ({
    status: { phase: "starting", step: "" },
    kind: "memory",
    revision: 0,
    storage: { kind: "none", bytes: 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  const controller = createWorkspaceController(store, {
    openSandbox: async () => ({
      sandbox,
      storage: { status: () => store.getState().storage, subscribe: () => () => undefined },
    }),
    watch: () => {
      throw new Error("this tab writes");
    },
    baselines: { read: async () => undefined, write: async () => undefined, patch: async () => undefined },
    history: { read: async () => undefined, append: async () => undefined, replace: async () => undefined },
    readZip: async () => fail("not-a-zip", "No zip here."),
    writeZip: async () => new Uint8Array(),
  });
  const answer = await controller.importFiles(files, { replace: false });
  const { paths } = await sandbox.glob("**/*", { cwd: "/", includeIgnored: true });
  controller.dispose();
  return { answer, paths };
}

describe("what is dropped", () => {
  it("never lands outside of the workspace, whatever its names climb over, and is named where it is left out", async () => {
    const { files } = await drop({
      "..": { "escaped.txt": "out", "..": { "far.txt": "out" } },
      "good.txt": "in",
      "a/../../b.txt": "out",
      "/etc": { passwd: "out" },
    });
    const { answer, paths } = await bring(files);
    expect(answer.ok && answer.value.files).toBe(1);
    expect(answer.ok && answer.value.skipped.map(({ code }) => code)).toEqual(
      Array.from({ length: files.size - 1 }, () => "invalid-path"),
    );
    expect(files.size).toBeGreaterThan(3);
    expect(paths.filter((path) => path.endsWith(".txt") || path.includes("passwd"))).toEqual([
      "workspace/good.txt",
      "workspace/own.txt",
    ]);
  });

  it("is walked to its end, without a repository and installed packages in it", async () => {
    const { files, skipped } = await drop({
      project: {
        src: { "a.ts": "1" },
        ".git": { HEAD: "ref" },
        node_modules: { p: { "i.js": "x" } },
        ".gitignore": "x",
      },
    });
    expect([...files.keys()].sort()).toEqual([".gitignore", "src/a.ts"]);
    expect(skipped).toEqual([]);
  });

  it("comes from a chosen folder under the names below it, and a way up in them stays out", async () => {
    const chosen = (path: string) => Object.assign(new File(["x"], "x"), { webkitRelativePath: path });
    const list = [chosen("folder/in.txt"), chosen("folder/../../out.txt"), chosen("folder/.git/HEAD")];
    const { files, skipped } = await readFileList(list as unknown as FileList, () => undefined);
    expect(skipped).toEqual([".git/HEAD: in .git or node_modules"]);
    const { answer, paths } = await bring(files);
    expect(answer.ok && answer.value.skipped.map(({ code }) => code)).toEqual(["invalid-path"]);
    expect(paths.filter((path) => path.endsWith(".txt"))).toEqual(["workspace/in.txt", "workspace/own.txt"]);
  });
});
