import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

/** Directories and what is told of entries. */
export function directoriesContract(options: SandboxContractOptions): void {
  describe("list, stat, directories", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("entries are sorted by code units and carry type and size", async () => {
      await sandbox.write("b", "22");
      await sandbox.write("B", "1");
      await sandbox.makeDirectory("a");
      await sandbox.write(".hidden", "");
      expect(await sandbox.list(".")).toEqual([
        { name: ".hidden", type: "file", size: 0 },
        { name: "B", type: "file", size: 1 },
        { name: "a", type: "directory", size: 0 },
        { name: "b", type: "file", size: 2 },
      ]);
    });
    test("stat tells a time that is about now", async () => {
      await sandbox.write("f", "x");
      expect(Math.abs((await sandbox.stat("f")).modifiedAt - Date.now())).toBeLessThan(60_000);
    });
    test("an existing directory is fine, a file in its place is not", async () => {
      await sandbox.makeDirectory("a/b");
      await sandbox.makeDirectory("a/b");
      await sandbox.write("f", "");
      await expectCode(sandbox.makeDirectory("f"), "exists");
      await expectCode(sandbox.makeDirectory("f/g"), "not-directory");
    });
    test("failures of list and stat have their codes", async () => {
      await sandbox.write("f", "x");
      await expectCode(sandbox.list("nothing"), "not-found");
      await expectCode(sandbox.list("f"), "not-directory");
      await expectCode(sandbox.stat("nothing"), "not-found");
      await expectCode(sandbox.stat("f/g"), "not-directory");
    });
  });
}
