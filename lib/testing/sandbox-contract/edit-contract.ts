import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Literal replacement of one passage. */
export function editContract(options: SandboxContractOptions): void {
  describe("edit", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("the only occurrence is replaced", async () => {
      await sandbox.write("f", "one two three");
      expect(await sandbox.edit("f", "two", "2")).toEqual({ occurrences: 1, content: "one 2 three" });
      expect(await text(sandbox, "f")).toBe("one 2 three");
    });
    test("replacement patterns of String.replace are ordinary text", async () => {
      await sandbox.write("f", "price");
      await sandbox.edit("f", "price", "$& $1 $$ $` $'");
      expect(await text(sandbox, "f")).toBe("$& $1 $$ $` $'");
    });
    test("nothing is written when the text is absent or appears twice", async () => {
      await sandbox.write("f", "a a");
      expect(await sandbox.edit("f", "b", "c")).toEqual({ occurrences: 0, content: "a a" });
      expect(await sandbox.edit("f", "a", "c")).toEqual({ occurrences: 2, content: "a a" });
      expect(await text(sandbox, "f")).toBe("a a");
    });
    test("occurrences are counted without overlap", async () => {
      await sandbox.write("f", "aaaa");
      expect((await sandbox.edit("f", "aa", "b")).occurrences).toBe(2);
      await sandbox.write("f", "aaa");
      expect(await sandbox.edit("f", "aa", "b")).toEqual({ occurrences: 1, content: "ba" });
    });
    test("Windows line ends stay", async () => {
      await sandbox.write("f", "a\r\nb\r\n");
      await sandbox.edit("f", "b\r\n", "c\r\n");
      expect(await text(sandbox, "f")).toBe("a\r\nc\r\n");
    });
    test("an empty old text is refused", async () => {
      await sandbox.write("f", "x");
      await expectCode(sandbox.edit("f", "", "y"), "failed");
    });
    test("a file that is not UTF-8 is refused and unharmed", async () => {
      const binary = Uint8Array.of(0xff, 0xfe, 0x41, 0);
      await sandbox.write("f", binary);
      await expectCode(sandbox.edit("f", "A", "B"), "failed");
      expect(await sandbox.read("f")).toEqual(binary);
    });
    test("failures of edit have their codes", async () => {
      await sandbox.makeDirectory("d");
      await expectCode(sandbox.edit("nothing", "a", "b"), "not-found");
      await expectCode(sandbox.edit("d", "a", "b"), "is-directory");
    });
    test("two edits at once of different places both land", async () => {
      await sandbox.write("f", "first second");
      await Promise.all([sandbox.edit("f", "first", "1st"), sandbox.edit("f", "second", "2nd")]);
      expect(await text(sandbox, "f")).toBe("1st 2nd");
    });
  });
}
