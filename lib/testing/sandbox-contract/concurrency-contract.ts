import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Several at once, and many. */
export function concurrencyContract(options: SandboxContractOptions): void {
  describe("many at once", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("parallel writes to one file leave the whole of one of them", async () => {
      const contents = Array.from({ length: 30 }, (_, index) => `${index};`.repeat(1000 + index));
      await Promise.all(contents.map((content) => sandbox.write("f", content)));
      expect(contents).toContain(await text(sandbox, "f"));
    });
    test("of two edits of the same passage one lands and the other finds nothing", async () => {
      await sandbox.write("f", "old");
      const results = await Promise.all([sandbox.edit("f", "old", "first"), sandbox.edit("f", "old", "second")]);
      expect(results.map(({ occurrences }) => occurrences).sort()).toEqual([0, 1]);
      expect(["first", "second"]).toContain(await text(sandbox, "f"));
    });
    test("forty edits of different places all land", async () => {
      await sandbox.write("f", Array.from({ length: 40 }, (_, index) => `<${index}>`).join(""));
      await Promise.all(Array.from({ length: 40 }, (_, index) => sandbox.edit("f", `<${index}>`, `[${index}]`)));
      expect(await text(sandbox, "f")).toBe(Array.from({ length: 40 }, (_, index) => `[${index}]`).join(""));
    });
    test("of two moves of one file one is done and the other finds nothing", async () => {
      await sandbox.write("f", "x");
      const results = await Promise.allSettled([sandbox.rename("f", "a"), sandbox.rename("f", "b")]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await sandbox.list(".")).toHaveLength(1);
    });
    test("making one directory at once from many sides is fine", async () => {
      await Promise.all(Array.from({ length: 20 }, () => sandbox.makeDirectory("a/b/c")));
      expect(await sandbox.stat("a/b/c")).toMatchObject({ type: "directory" });
    });
    test("a read that is asked for after a write was acknowledged sees it", async () => {
      for (let round = 0; round < 20; round += 1) {
        await sandbox.write("f", String(round));
        expect(await text(sandbox, "f")).toBe(String(round));
      }
    });
    test("a failure of one leaves the others alone", async () => {
      const results = await Promise.allSettled([
        sandbox.write("a", "1"),
        sandbox.read("nothing"),
        sandbox.write("", "x"),
        sandbox.write("b", "2"),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      expect([await text(sandbox, "a"), await text(sandbox, "b")]).toEqual(["1", "2"]);
    });
    test("20,000 files can be placed, listed, searched, copied and removed", { timeout: 120_000 }, async () => {
      const files = new Map(
        Array.from({ length: 20_000 }, (_, index) => [`d${index % 100}/f${index}.txt`, `word ${index}\n`] as const),
      );
      await sandbox.mount(files, "many", "writable");
      expect(await sandbox.list("many")).toHaveLength(100);
      expect((await sandbox.glob("many/**/*.txt", { limit: 30_000 })).paths).toHaveLength(20_000);
      expect((await sandbox.grep("word 19999$")).matches).toEqual([
        { path: "many/d99/f19999.txt", line: 1, text: "word 19999" },
      ]);
      const snapshot = await sandbox.snapshot();
      expect(snapshot.entries.size).toBe(20_000);
      await sandbox.remove("many", { recursive: true });
      await expectCode(sandbox.stat("many"), "not-found");
      await sandbox.restore(snapshot);
      expect(await text(sandbox, "many/d0/f100.txt")).toBe("word 100\n");
    });
  });
}
