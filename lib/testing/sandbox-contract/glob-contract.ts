import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

/** Finding files by pattern. */
export function globContract(options: SandboxContractOptions): void {
  describe("glob", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      for (const path of ["src/a.ts", "src/deep/b.ts", "src/deep/c.js", ".env", "README.md", "src/[x].ts"]) {
        await sandbox.write(path, "");
      }
      return () => sandbox.dispose();
    });

    test.each([
      ["**/*.ts", ["src/[x].ts", "src/a.ts", "src/deep/b.ts"]],
      ["src/*.ts", ["src/[x].ts", "src/a.ts"]],
      ["src/**/b.ts", ["src/deep/b.ts"]],
      ["**/deep/**", ["src/deep/b.ts", "src/deep/c.js"]],
      ["src/deep/?.{ts,js}", ["src/deep/b.ts", "src/deep/c.js"]],
      ["src/deep/[a-b].ts", ["src/deep/b.ts"]],
      ["src/deep/[!b].*", ["src/deep/c.js"]],
      ["src/\\[x\\].ts", ["src/[x].ts"]],
      ["*", [".env", "README.md", "src"]],
      ["{README,LICENSE}.md", ["README.md"]],
      ["/workspace/*.md", ["README.md"]],
      ["./src/a.ts", ["src/a.ts"]],
      ["src/", ["src"]],
      ["a.ts", []],
      ["readme.md", []],
    ])("%s", async (pattern, expected) => {
      expect((await sandbox.glob(pattern)).paths).toEqual(expected);
    });
    test("results are relative to the search directory", async () => {
      expect((await sandbox.glob("**/*.js", { cwd: "src" })).paths).toEqual(["deep/c.js"]);
    });
    test("a limit cuts and says so", async () => {
      expect(await sandbox.glob("**/*.ts", { limit: 2 })).toEqual({ paths: ["src/[x].ts", "src/a.ts"], cut: true });
      expect((await sandbox.glob("**/*.ts", { limit: 3 })).cut).toBe(false);
    });
    test("ignore rules hold unless a name is spelled out or they are switched off", async () => {
      await sandbox.write("node_modules/zod/index.js", "");
      await sandbox.write(".git/config", "");
      await sandbox.write(".gitignore", "dist/\n*.log\n!keep.log\n/only-here\n");
      for (const path of ["dist/x.js", "a.log", "keep.log", "only-here", "src/only-here"])
        await sandbox.write(path, "");
      const found = (await sandbox.glob("**/*")).paths;
      expect(found).toContain("keep.log");
      expect(found).toContain("src/only-here");
      for (const hidden of ["dist/x.js", "a.log", "only-here", "node_modules", ".git/config"]) {
        expect(found).not.toContain(hidden);
      }
      expect((await sandbox.glob("node_modules/zod/*")).paths).toEqual(["node_modules/zod/index.js"]);
      expect((await sandbox.glob("**/*.log", { includeIgnored: true })).paths).toEqual(["a.log", "keep.log"]);
    });
    test("failures of glob have their codes", async () => {
      await expectCode(sandbox.glob(""), "invalid-pattern");
      await expectCode(sandbox.glob("../*"), "invalid-pattern");
      await expectCode(sandbox.glob("{a,b}".repeat(12)), "invalid-pattern");
      await expectCode(sandbox.glob("*", { cwd: "nothing" }), "not-found");
      await expectCode(sandbox.glob("*", { cwd: "README.md" }), "not-directory");
    });
    test("a pattern made to explode ends at once", async () => {
      await sandbox.write("a".repeat(200), "");
      const before = performance.now();
      expect((await sandbox.glob(`${"*a".repeat(60)}b`)).paths).toEqual([]);
      expect(performance.now() - before).toBeLessThan(5000);
    });
  });
}
