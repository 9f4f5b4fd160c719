import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Hearing of changes. */
export function watchContract(options: SandboxContractOptions): void {
  describe("watch", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    async function seen(work: () => Promise<void>): Promise<string[]> {
      const changes: string[] = [];
      const end = sandbox.watch((batch) => changes.push(...batch.map(({ kind, path }) => `${kind} ${path}`)));
      await work();
      await new Promise((resolve) => setTimeout(resolve, 20));
      end();
      return changes;
    }
    test("created, changed and removed are told apart", async () => {
      expect(
        await seen(async () => {
          await sandbox.write("f", "1");
          await sandbox.write("f", "2");
          await sandbox.remove("f");
        }),
      ).toEqual(["created /workspace/f", "changed /workspace/f", "removed /workspace/f"]);
    });
    test("a moved directory reports what it holds", async () => {
      await sandbox.write("a/f", "1");
      const changes = await seen(() => sandbox.rename("a", "b"));
      expect(changes).toContain("removed /workspace/a/f");
      expect(changes).toContain("created /workspace/b/f");
    });
    test("a failed operation reports nothing", async () => {
      expect(await seen(() => expectCode(sandbox.remove("nothing"), "not-found"))).toEqual([]);
      await sandbox.write("f", "a a");
      expect(await seen(async () => void (await sandbox.edit("f", "a", "b")))).toEqual([]);
    });
    test("many changes of one operation come in one batch, and none is lost", async () => {
      const batches: number[] = [];
      const paths = new Set<string>();
      const end = sandbox.watch((batch) => {
        batches.push(batch.length);
        for (const { path } of batch) paths.add(path);
      });
      const files = Array.from({ length: 500 }, (_, index) => `f${index}`);
      await sandbox.mount(new Map(files.map((name) => [name, name])), "m", "writable");
      await Promise.all(files.map((name) => sandbox.write(`w/${name}`, name)));
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      for (const name of files) {
        expect(paths.has(`/workspace/m/${name}`)).toBe(true);
        expect(paths.has(`/workspace/w/${name}`)).toBe(true);
      }
      expect(Math.max(...batches)).toBeGreaterThanOrEqual(500);
    });
    test("moving a file is its removal and its creation", async () => {
      await sandbox.write("a", "1");
      expect((await seen(() => sandbox.rename("a", "b"))).sort()).toEqual([
        "created /workspace/b",
        "removed /workspace/a",
      ]);
    });
    test("an edit, a removal of a tree and a restored snapshot are heard of", async () => {
      await sandbox.write("f", "old");
      await sandbox.write("d/e/g", "1");
      const snapshot = await sandbox.snapshot();
      expect(await seen(async () => void (await sandbox.edit("f", "old", "new")))).toEqual(["changed /workspace/f"]);
      expect(await seen(() => sandbox.remove("d", { recursive: true }))).toContain("removed /workspace/d/e/g");
      const back = await seen(() => sandbox.restore(snapshot));
      expect(back).toContain("changed /workspace/f");
      expect(back).toContain("created /workspace/d/e/g");
    });
    test("every listener hears everything, and one ended by itself hears no more", async () => {
      const heard: string[] = [];
      const endFirst = sandbox.watch(() => {
        heard.push("first");
        endFirst();
      });
      const endSecond = sandbox.watch(() => heard.push("second"));
      await sandbox.write("a", "1");
      await new Promise((resolve) => setTimeout(resolve, 20));
      await sandbox.write("b", "1");
      await new Promise((resolve) => setTimeout(resolve, 20));
      endSecond();
      endSecond();
      expect(heard.sort()).toEqual(["first", "second", "second"]);
    });
    test("a listener hears of a change after it can be read", async () => {
      const found: string[] = [];
      const end = sandbox.watch(async ([change]) => {
        if (change !== undefined) found.push(await text(sandbox, change.path));
      });
      await sandbox.write("f", "there");
      await new Promise((resolve) => setTimeout(resolve, 20));
      end();
      expect(found).toEqual(["there"]);
    });
    test("an ended listener hears nothing more", async () => {
      const changes: unknown[] = [];
      sandbox.watch((batch) => changes.push(...batch))();
      await sandbox.write("f", "1");
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(changes).toEqual([]);
    });
  });
}
