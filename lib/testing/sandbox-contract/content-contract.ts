import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

const encoder = new TextEncoder();

/** Bytes and text in files. */
export function contentContract(options: SandboxContractOptions): void {
  describe("read and write", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    test("bytes come back as they went in", async () => {
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      await sandbox.write("bin", all);
      expect(await sandbox.read("bin")).toEqual(all);
    });
    test("a string is written as UTF-8", async () => {
      await sandbox.write("u.txt", "é🎉");
      expect(await sandbox.read("u.txt")).toEqual(encoder.encode("é🎉"));
      expect((await sandbox.stat("u.txt")).size).toBe(6);
    });
    test("a byte order mark survives", async () => {
      await sandbox.write("bom.txt", Uint8Array.of(0xef, 0xbb, 0xbf, 0x41));
      await sandbox.edit("bom.txt", "A", "B");
      expect(await sandbox.read("bom.txt")).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf, 0x42));
    });
    test("an empty file is a file", async () => {
      await sandbox.write("empty", "");
      expect(await sandbox.stat("empty")).toMatchObject({ type: "file", size: 0 });
      expect((await sandbox.read("empty")).byteLength).toBe(0);
    });
    test.each([
      ["64 KB", 64 * 1024],
      ["1 MB", 1024 * 1024],
      ["20 MB", 20 * 1024 * 1024],
    ])("a file of %s comes back whole", async (_, size) => {
      const data = new Uint8Array(size).map((_byte, index) => (index * 31) & 0xff);
      await sandbox.write("large", data);
      const back = await sandbox.read("large");
      expect(back.byteLength).toBe(size);
      expect(back.every((byte, index) => byte === data[index])).toBe(true);
    });
    test("writing again replaces the content", async () => {
      await sandbox.write("f", "long text");
      await sandbox.write("f", "s");
      expect(await text(sandbox, "f")).toBe("s");
    });
    test("what a caller does to its bytes later changes no file", async () => {
      const given = encoder.encode("before");
      await sandbox.write("f", given);
      given.fill(0);
      const got = await sandbox.read("f");
      got.fill(0);
      expect(await text(sandbox, "f")).toBe("before");
    });
    test("parents appear with the file", async () => {
      await sandbox.write("a/b/c/d.txt", "x");
      expect(await sandbox.stat("a/b/c")).toMatchObject({ type: "directory" });
    });
    test("failures of reading and writing have their codes", async () => {
      await sandbox.write("dir/file", "x");
      await expectCode(sandbox.read("nothing"), "not-found");
      await expectCode(sandbox.read("dir/file/below"), "not-directory");
      await expectCode(sandbox.read("dir"), "is-directory");
      await expectCode(sandbox.write("dir", "x"), "is-directory");
      await expectCode(sandbox.write("dir/", "x"), "is-directory");
      await expectCode(sandbox.write("dir/file/below", "x"), "not-directory");
      await expectCode(sandbox.write("/", "x"), "is-directory");
    });
    test("a workspace that is full refuses and keeps what it has", async () => {
      const small = await options.createLimited(100_000);
      await small.write("a", new Uint8Array(60_000));
      await expectCode(small.write("b", new Uint8Array(60_000)), "quota");
      await expectCode(small.write("a", new Uint8Array(120_000)), "quota");
      expect((await small.stat("a")).size).toBe(60_000);
      await small.write("a", new Uint8Array(90_000));
      await small.remove("a");
      await small.write("b", new Uint8Array(90_000));
      await small.dispose();
    });
    test("fifty writes at once all land", async () => {
      await Promise.all(Array.from({ length: 50 }, (_, index) => sandbox.write(`c/${index}`, String(index))));
      expect(await sandbox.list("c")).toHaveLength(50);
      const values = await Promise.all(Array.from({ length: 50 }, (_, index) => text(sandbox, `c/${index}`)));
      expect(values).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
    });
  });
}
