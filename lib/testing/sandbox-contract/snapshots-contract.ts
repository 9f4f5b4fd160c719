import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

const decoder = new TextDecoder();

/** Copies of the whole workspace. */
export function snapshotsContract(options: SandboxContractOptions): void {
  describe("snapshot and restore", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("restoring brings back what was changed, removed and created", async () => {
      await sandbox.write("changed", "1");
      await sandbox.write("removed/deep", "2");
      await sandbox.makeDirectory("empty");
      const snapshot = await sandbox.snapshot();
      await sandbox.write("changed", "x");
      await sandbox.remove("removed", { recursive: true });
      await sandbox.remove("empty");
      await sandbox.write("new/file", "3");
      await sandbox.restore(snapshot);
      expect(await text(sandbox, "changed")).toBe("1");
      expect(await text(sandbox, "removed/deep")).toBe("2");
      expect((await sandbox.list(".")).map((entry) => entry.name)).toEqual(["changed", "empty", "removed"]);
      expect([...(await sandbox.snapshot()).entries.keys()].sort()).toEqual([...snapshot.entries.keys()].sort());
    });
    test("restoring brings back the times of files whose content is the same", async () => {
      await sandbox.write("f", "same");
      const { entries } = await sandbox.snapshot();
      const entry = entries.get("/workspace/f");
      if (entry?.type !== "file") throw new Error("f is not in the snapshot");
      await sandbox.restore({ entries: new Map([["/workspace/f", { ...entry, modifiedAt: 1_000_000 }]]) });
      expect((await sandbox.stat("f")).modifiedAt).toBe(1_000_000);
    });
    test("restoring brings back the modes of directories, whether they hold something or not", async () => {
      const modes = async () =>
        [...(await sandbox.snapshot()).entries].flatMap(([path, entry]) =>
          entry.type === "directory" ? [[path, entry.mode]] : [],
        );
      await sandbox.write("plain/f", "1");
      const plain = await sandbox.snapshot();
      const closed = new Map([
        ...plain.entries,
        ["/workspace/full", { type: "directory", mode: 0o700, modifiedAt: 1 }] as const,
        ["/workspace/full/f", { type: "file", mode: 0o644, modifiedAt: 1, data: new Uint8Array(1) }] as const,
        ["/workspace/empty", { type: "directory", mode: 0o711, modifiedAt: 1 }] as const,
      ]);
      await sandbox.restore({ entries: closed });
      expect(await modes()).toEqual(
        expect.arrayContaining([
          ["/workspace/full", 0o700],
          ["/workspace/empty", 0o711],
        ]),
      );
      closed.set("/workspace/full", { type: "directory", mode: 0o755, modifiedAt: 1 });
      await sandbox.restore({ entries: closed });
      expect(await modes()).toEqual([["/workspace/empty", 0o711]]);
    });
    test("a snapshot does not follow later changes", async () => {
      await sandbox.write("f", "old");
      const snapshot = await sandbox.snapshot();
      await sandbox.write("f", "new");
      const entry = snapshot.entries.get("/workspace/f");
      expect(entry?.type === "file" && decoder.decode(entry.data)).toBe("old");
    });
    test("a file takes the place of a directory and the other way round", async () => {
      await sandbox.write("a", "file");
      await sandbox.write("b/c", "x");
      const snapshot = await sandbox.snapshot();
      await sandbox.remove("a");
      await sandbox.write("a/inner", "x");
      await sandbox.remove("b", { recursive: true });
      await sandbox.write("b", "file");
      await sandbox.restore(snapshot);
      expect([await text(sandbox, "a"), await text(sandbox, "b/c")]).toEqual(["file", "x"]);
    });
    test("an empty snapshot empties the workspace", async () => {
      await sandbox.write("a/b", "1");
      await sandbox.restore({ entries: new Map() });
      expect(await sandbox.list(".")).toEqual([]);
    });
    test("one snapshot can be restored many times, whatever happened in between", async () => {
      await sandbox.write("f", "1");
      await sandbox.makeDirectory("empty/deep");
      const snapshot = await sandbox.snapshot();
      for (const content of ["2", "3"]) {
        await sandbox.write("f", content);
        await sandbox.remove("empty", { recursive: true });
        await sandbox.restore(snapshot);
        expect(await text(sandbox, "f")).toBe("1");
        expect(await sandbox.stat("empty/deep")).toMatchObject({ type: "directory" });
      }
    });
    test("later appends and edits leave a snapshot as it was", async () => {
      await sandbox.write("f", "one");
      const first = await sandbox.snapshot();
      await sandbox.edit("f", "one", "two");
      const second = await sandbox.snapshot();
      await sandbox.restore(first);
      await sandbox.write("f", "three");
      await sandbox.restore(second);
      expect(await text(sandbox, "f")).toBe("two");
      const entry = first.entries.get("/workspace/f");
      expect(entry?.type === "file" && decoder.decode(entry.data)).toBe("one");
    });
    test("what lies outside of the workspace is in no snapshot and stays at a restore", async () => {
      await sandbox.write("/elsewhere/f", "1");
      const snapshot = await sandbox.snapshot();
      expect([...snapshot.entries.keys()]).toEqual([]);
      await sandbox.restore(snapshot);
      expect(await text(sandbox, "/elsewhere/f")).toBe("1");
    });
    test("a snapshot that reaches outside is refused", async () => {
      const outside: SandboxSnapshot = {
        entries: new Map([["/etc/passwd", { type: "file", data: new Uint8Array(), mode: 0o644, modifiedAt: 0 }]]),
      };
      await expectCode(sandbox.restore(outside), "invalid-path");
    });
  });
}
