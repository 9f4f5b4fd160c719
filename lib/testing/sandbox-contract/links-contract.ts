import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Symbolic links, made with the shell and met by the file operations. */
export function linksContract(options: SandboxContractOptions): void {
  describe("symbolic links", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      await sandbox.write("real/file", "content");
      return () => sandbox.dispose();
    });

    test("a relative one leads from where it lies, an absolute one from the root", async () => {
      await sandbox.exec("ln -s file real/near; ln -s ../real/file real/far; ln -s /workspace/real/file absolute");
      for (const path of ["real/near", "real/far", "absolute"]) expect(await text(sandbox, path)).toBe("content");
    });
    test("one to a directory is a way through it", async () => {
      await sandbox.exec("ln -s real way");
      expect((await sandbox.list("way")).map(({ name }) => name)).toEqual(["file"]);
      await sandbox.write("way/new", "1");
      expect(await text(sandbox, "real/new")).toBe("1");
      expect((await sandbox.list(".")).find(({ name }) => name === "way")?.type).toBe("symlink");
    });
    test("writing and editing go through it, and it stays a link", async () => {
      await sandbox.exec("ln -s real/file link");
      await sandbox.write("link", "written");
      await sandbox.edit("link", "written", "edited");
      expect(await text(sandbox, "real/file")).toBe("edited");
      expect((await sandbox.exec("readlink link")).stdout).toBe("real/file\n");
    });
    test("a dangling one is listed, described and written through", async () => {
      await sandbox.exec("ln -s later/on link");
      expect(await sandbox.list(".")).toContainEqual({ name: "link", type: "symlink", size: 8 });
      expect(await sandbox.stat("link")).toMatchObject({ type: "symlink" });
      await expectCode(sandbox.read("link"), "not-found");
      await sandbox.write("link", "now");
      expect(await text(sandbox, "later/on")).toBe("now");
    });
    test("removing it leaves what it points to", async () => {
      await sandbox.exec("ln -s real way; ln -s real/file link; ln -s nowhere dangling");
      for (const path of ["way", "link", "dangling"]) await sandbox.remove(path, { recursive: true });
      expect(await text(sandbox, "real/file")).toBe("content");
      expect((await sandbox.list(".")).map(({ name }) => name)).toEqual(["real"]);
    });
    test("moving it moves the link", async () => {
      await sandbox.exec("ln -s real/file link");
      await sandbox.rename("link", "moved");
      expect((await sandbox.exec("readlink moved")).stdout).toBe("real/file\n");
      expect(await text(sandbox, "real/file")).toBe("content");
    });
    test("one onto itself and a long chain end with a code", async () => {
      await sandbox.exec(
        "ln -s self self; for i in $(seq 1 60); do ln -s chain$((i+1)) chain$i; done; echo x > chain61",
      );
      for (const path of ["self", "chain1"]) {
        await expectCode(sandbox.read(path), "too-many-links");
        await expectCode(sandbox.write(path, "x"), "too-many-links");
      }
      expect(await text(sandbox, "chain40")).toBe("x\n");
      await sandbox.remove("self");
    });
    test("searches report it and walk past it", async () => {
      await sandbox.exec("ln -s .. real/up; ln -s real way");
      expect((await sandbox.glob("**/*")).paths).toEqual(["real", "real/file", "real/up", "way"]);
      expect((await sandbox.grep("content")).matches.map(({ path }) => path)).toEqual(["real/file"]);
      expect((await sandbox.grep("content", { path: "way/file" })).matches).toHaveLength(1);
    });
    test("a snapshot keeps it as a link, dangling or not", async () => {
      await sandbox.exec("ln -s real/file link; ln -s nowhere dangling");
      const snapshot = await sandbox.snapshot();
      expect(snapshot.entries.get("/workspace/link")).toEqual({ type: "symlink", target: "real/file" });
      await sandbox.exec("rm link dangling; echo file > link");
      await sandbox.restore(snapshot);
      expect((await sandbox.exec("readlink link dangling")).stdout).toBe("real/file\nnowhere\n");
      expect(await text(sandbox, "real/file")).toBe("content");
    });
  });
}
