import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Files placed by the host. */
export function mountsContract(options: SandboxContractOptions): void {
  describe("mount", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("files appear below the path", async () => {
      await sandbox.mount(new Map([["a/b.txt", "1"]]), "lib", "writable");
      expect(await text(sandbox, "lib/a/b.txt")).toBe("1");
      await sandbox.write("lib/a/b.txt", "2");
      expect(await text(sandbox, "lib/a/b.txt")).toBe("2");
    });
    test("a read-only mount refuses every way of writing", async () => {
      await sandbox.mount(new Map([["d/f", "1"]]), "/workspace/ro", "read-only");
      await expectCode(sandbox.write("ro/d/f", "x"), "read-only");
      await expectCode(sandbox.write("ro/new", "x"), "read-only");
      await expectCode(sandbox.edit("ro/d/f", "1", "2"), "read-only");
      await expectCode(sandbox.makeDirectory("ro/e"), "read-only");
      await expectCode(sandbox.remove("ro/d/f"), "read-only");
      await expectCode(sandbox.remove("ro", { recursive: true }), "read-only");
      await expectCode(sandbox.rename("ro/d/f", "moved"), "read-only");
      await expectCode(sandbox.rename("ro", "moved"), "read-only");
      await sandbox.write("free", "1");
      await expectCode(sandbox.rename("free", "ro/free"), "read-only");
      expect(await text(sandbox, "ro/d/f")).toBe("1");
    });
    test("restoring leaves a read-only mount as it is", async () => {
      await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
      await sandbox.restore({ entries: new Map() });
      expect(await text(sandbox, "ro/f")).toBe("1");
    });
    test("a writable mount inside of a read-only one can be written", async () => {
      await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
      await sandbox.mount(new Map([["g", "1"]]), "ro/scratch", "writable");
      await sandbox.write("ro/scratch/g", "2");
      await expectCode(sandbox.write("ro/f", "2"), "read-only");
      await expectCode(sandbox.remove("ro", { recursive: true }), "read-only");
      expect(await text(sandbox, "ro/scratch/g")).toBe("2");
    });
    test("mounting again replaces what has the same name and keeps the rest", async () => {
      await sandbox.mount(
        new Map([
          ["a", "1"],
          ["b", "1"],
        ]),
        "m",
        "writable",
      );
      await sandbox.mount(new Map([["b", "2"]]), "m", "read-only");
      expect([await text(sandbox, "m/a"), await text(sandbox, "m/b")]).toEqual(["1", "2"]);
      await expectCode(sandbox.write("m/a", "x"), "read-only");
    });
    test("bytes are placed as they are, and changing the given ones later changes nothing", async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await sandbox.mount(new Map([["bin", bytes]]), "m", "writable");
      bytes.fill(0);
      expect(await sandbox.read("m/bin")).toEqual(Uint8Array.from({ length: 256 }, (_, index) => index));
    });
    test("an empty mount is a directory", async () => {
      await sandbox.mount(new Map(), "m", "writable");
      expect(await sandbox.list("m")).toEqual([]);
    });
    test("a name that would leave the mount is refused and nothing is placed", async () => {
      const files = new Map([
        ["good", "1"],
        ["../../evil", "2"],
      ]);
      await expectCode(sandbox.mount(files, "m", "writable"), "invalid-path");
      await expectCode(sandbox.stat("m/good"), "not-found");
    });
  });
}
