import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

/** Searching in files. */
export function grepContract(options: SandboxContractOptions): void {
  describe("grep", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      await sandbox.write("src/a.ts", "const one = 1;\n// TODO: first\r\nconst two = 2; // todo second\n");
      await sandbox.write("src/b.js", "TODO\n");
      await sandbox.write(".hidden", "TODO hidden");
      await sandbox.write("data.bin", Uint8Array.of(84, 79, 68, 79, 0, 1));
      return () => sandbox.dispose();
    });

    test("matches are in path order with line numbers, dotfiles included and binaries counted", async () => {
      expect(await sandbox.grep("TODO")).toEqual({
        matches: [
          { path: ".hidden", line: 1, text: "TODO hidden" },
          { path: "src/a.ts", line: 2, text: "// TODO: first" },
          { path: "src/b.js", line: 1, text: "TODO" },
        ],
        cut: false,
        binaryFilesSkipped: 1,
      });
    });
    test("case can be ignored", async () => {
      const { matches } = await sandbox.grep("todo", { caseSensitive: false, path: "src" });
      expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(["src/a.ts:2", "src/a.ts:3", "src/b.js:1"]);
    });
    test("one file can be named", async () => {
      expect((await sandbox.grep("TODO", { path: "src/b.js" })).matches).toHaveLength(1);
    });
    test.each([
      ["*.ts", ["src/a.ts"]],
      ["**/*.{js,ts}", ["src/a.ts", "src/b.js"]],
      ["src/*.js", ["src/b.js"]],
      ["nothing", []],
    ])("only files that match %s", async (glob, expected) => {
      const { matches } = await sandbox.grep("TODO", { glob });
      expect(matches.map((match) => match.path)).toEqual(expected);
    });
    test("anchors hold per line, also before a Windows line end", async () => {
      expect((await sandbox.grep("first$")).matches).toHaveLength(1);
      expect((await sandbox.grep("^const", { path: "src/a.ts" })).matches).toHaveLength(2);
      expect((await sandbox.grep("1;(?!.)", { path: "src/a.ts" })).matches).toHaveLength(1);
      expect((await sandbox.grep("TODO(?!\\s)", { path: "src/b.js" })).matches).toHaveLength(1);
    });
    test("POSIX classes and a leading (?i) mean what they mean in grep", async () => {
      expect((await sandbox.grep("[[:digit:]];", { path: "src/a.ts" })).matches).toHaveLength(2);
      expect((await sandbox.grep("(?i)todo", { path: "src/a.ts" })).matches).toHaveLength(2);
    });
    test("no line matches nothing, an empty file has no lines", async () => {
      await sandbox.write("empty", "");
      expect((await sandbox.grep("^", { path: "empty" })).matches).toEqual([]);
      expect((await sandbox.grep("^$", { path: "src" })).matches).toEqual([]);
    });
    test("a limit cuts and says so", async () => {
      const result = await sandbox.grep("TODO", { limit: 2 });
      expect([result.matches.length, result.cut]).toEqual([2, true]);
      expect((await sandbox.grep("TODO", { limit: 3 })).cut).toBe(false);
    });
    test("a long line is shown around its match", async () => {
      await sandbox.write("long", `${"x".repeat(30_000)}NEEDLE${"y".repeat(30_000)}`);
      const [match] = (await sandbox.grep("NEEDLE")).matches;
      expect(match?.text).toContain("NEEDLE");
      expect(match?.text.length).toBeLessThanOrEqual(500);
    });
    test("a match that lies across pieces of a long line is found", async () => {
      for (const at of [9_998, 18_999]) {
        await sandbox.write("long", `${"x".repeat(at)}N1E2E3${"y".repeat(20_000)}`);
        expect((await sandbox.grep("N\\dE\\dE\\d", { path: "long" })).matches).toHaveLength(1);
      }
    });
    test("ignored folders are passed over unless asked for or named", async () => {
      await sandbox.write("node_modules/m/i.js", "TODO");
      expect((await sandbox.grep("TODO")).matches).toHaveLength(3);
      expect((await sandbox.grep("TODO", { includeIgnored: true })).matches).toHaveLength(4);
      expect((await sandbox.grep("TODO", { path: "node_modules" })).matches).toHaveLength(1);
    });
    test("failures of grep have their codes", async () => {
      await expectCode(sandbox.grep("("), "invalid-regex");
      await expectCode(sandbox.grep("a++"), "invalid-regex");
      await expectCode(sandbox.grep("x", { path: "nothing" }), "not-found");
      await expectCode(sandbox.grep("x", { glob: "" }), "invalid-pattern");
      await expectCode(sandbox.grep("x".repeat(3000)), "invalid-pattern");
    });
  });
}
