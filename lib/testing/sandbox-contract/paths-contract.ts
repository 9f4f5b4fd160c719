import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

const encoder = new TextEncoder();

/** What a path may be and which file it names. */
export function pathsContract(options: SandboxContractOptions): void {
  describe("paths", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("a relative path, an absolute path and a path with dots name one file", async () => {
      await sandbox.write("a/b.txt", "one");
      for (const path of ["a/b.txt", "/workspace/a/b.txt", "./a/../a//b.txt", "a/./b.txt"]) {
        expect(await text(sandbox, path)).toBe("one");
      }
    });
    test("`..` stops at the root", async () => {
      await sandbox.write("../../../../outside.txt", "root");
      expect(await text(sandbox, "/outside.txt")).toBe("root");
      expect((await sandbox.list("/")).map((entry) => entry.name)).toContain("outside.txt");
    });
    test("an empty path is refused", async () => {
      await expectCode(sandbox.read(""), "invalid-path");
      await expectCode(sandbox.write("", "x"), "invalid-path");
    });
    test("a NUL in a path is refused", async () => {
      await expectCode(sandbox.write("a\0b", "x"), "invalid-path");
      await expectCode(sandbox.stat("a\0b"), "invalid-path");
    });
    test.each([
      "with space.txt",
      "line\nbreak.txt",
      "tab\t.txt",
      "emoji 🎉👩‍👩‍👧.txt",
      "ünïcödé.txt",
      "back\\slash.txt",
      "-rf",
      "$HOME `x` 'q' \"d\".txt",
      "*?[a]{b,c}.txt",
      "__proto__",
      "constructor",
      "...",
    ])("the name %j is an ordinary name", async (odd) => {
      await sandbox.write(`names/${odd}`, odd);
      expect(await text(sandbox, `names/${odd}`)).toBe(odd);
      expect(await sandbox.list("names")).toEqual([{ name: odd, type: "file", size: encoder.encode(odd).byteLength }]);
      expect((await sandbox.glob("names/*")).paths).toEqual([`names/${odd}`]);
      await sandbox.remove(`names/${odd}`);
      expect(await sandbox.list("names")).toEqual([]);
    });
    test("composed and decomposed forms of a name are two files", async () => {
      await sandbox.write("é".normalize("NFC"), "c");
      await sandbox.write("é".normalize("NFD"), "d");
      expect(await sandbox.list(".")).toHaveLength(2);
    });
    test("slashes that repeat or end a directory's path mean nothing", async () => {
      await sandbox.write("//workspace///d//f", "1");
      expect(await text(sandbox, "d/f")).toBe("1");
      expect(await sandbox.list("d/")).toHaveLength(1);
      expect(await sandbox.stat("d//")).toMatchObject({ type: "directory" });
      await sandbox.makeDirectory("e///");
      await sandbox.remove("e/");
    });
    test("the working directory and the root have names", async () => {
      await sandbox.write("f", "1");
      for (const path of [".", "./", "/workspace", "/workspace/.", "../workspace"]) {
        expect((await sandbox.list(path)).map(({ name }) => name)).toEqual(["f"]);
      }
      expect(await sandbox.stat("/")).toMatchObject({ type: "directory" });
    });
    test.each(["\u202Eright to left.txt", "مرحبا", "a\u0301", "\uFEFFmark", "日本語".repeat(80), " ", "\r\n"])(
      "the name %j comes back as it was given",
      async (odd) => {
        await sandbox.write(odd, "x");
        expect((await sandbox.list(".")).map(({ name }) => name)).toEqual([odd]);
        await sandbox.rename(odd, `d/${odd}`);
        const snapshot = await sandbox.snapshot();
        expect([...snapshot.entries.keys()]).toEqual([`/workspace/d/${odd}`]);
        expect((await sandbox.grep("x")).matches.map(({ path }) => path)).toEqual([`d/${odd}`]);
      },
    );
    test("a hundred directories inside of each other can be used", async () => {
      const deep = Array.from({ length: 100 }, (_, index) => `d${index}`).join("/");
      await sandbox.write(`${deep}/f`, "bottom");
      expect(await text(sandbox, `${deep}/f`)).toBe("bottom");
      expect((await sandbox.glob("**/f")).paths).toEqual([`${deep}/f`]);
      await sandbox.remove("d0", { recursive: true });
      expect(await sandbox.list(".")).toEqual([]);
    });
    test("a path that is too long is refused", async () => {
      await expectCode(sandbox.write("x".repeat(5000), "x"), "invalid-path");
      await expectCode(sandbox.write("x".repeat(2000), "x"), "invalid-path");
    });
  });
}
