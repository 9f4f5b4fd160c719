import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

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
    test("an ended listener hears nothing more", async () => {
      const changes: unknown[] = [];
      sandbox.watch((batch) => changes.push(...batch))();
      await sandbox.write("f", "1");
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(changes).toEqual([]);
    });
  });
}
