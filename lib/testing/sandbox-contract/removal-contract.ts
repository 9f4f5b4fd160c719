import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Taking away and moving. */
export function removalContract(options: SandboxContractOptions): void {
  describe("remove and rename", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("a file goes, and a full directory only when asked", async () => {
      await sandbox.write("d/f", "x");
      await expectCode(sandbox.remove("d"), "not-empty");
      await sandbox.remove("d", { recursive: true });
      await expectCode(sandbox.stat("d"), "not-found");
      await sandbox.makeDirectory("e");
      await sandbox.remove("e");
      await expectCode(sandbox.remove("e"), "not-found");
    });
    test("the workspace root stays", async () => {
      await expectCode(sandbox.remove(".", { recursive: true }), "failed");
      await expectCode(sandbox.remove("/", { recursive: true }), "failed");
      await expectCode(sandbox.rename("/workspace", "/elsewhere"), "failed");
      expect(await sandbox.list(".")).toEqual([]);
    });
    test("a directory moves with all it holds, and parents appear", async () => {
      await sandbox.write("a/x/f", "1");
      await sandbox.rename("a", "new/place");
      expect(await text(sandbox, "new/place/x/f")).toBe("1");
      await expectCode(sandbox.stat("a"), "not-found");
    });
    test("an existing target is refused and both stay", async () => {
      await sandbox.write("a", "1");
      await sandbox.write("b", "2");
      await expectCode(sandbox.rename("a", "b"), "exists");
      expect([await text(sandbox, "a"), await text(sandbox, "b")]).toEqual(["1", "2"]);
      await sandbox.rename("a", "a");
    });
    test("a directory cannot move into itself", async () => {
      await sandbox.write("a/f", "1");
      await expectCode(sandbox.rename("a", "a/b"), "invalid-path");
      expect(await text(sandbox, "a/f")).toBe("1");
    });
    test("a missing source is not found", async () => {
      await expectCode(sandbox.rename("nothing", "x"), "not-found");
    });
    test("a name that differs only in case is another name", async () => {
      await sandbox.write("Readme", "1");
      await sandbox.rename("Readme", "README");
      expect((await sandbox.list(".")).map((entry) => entry.name)).toEqual(["README"]);
    });
  });
}
