import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Symbolic links, made with the shell, or by a snapshot where there is none, and met by the file operations. */
export function linksContract(options: SandboxContractOptions): void {
  describe("symbolic links", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      await sandbox.write("real/file", "content");
      return () => sandbox.dispose();
    });
    /** Links below the workspace by their names, with what they point to. */
    const link = async (links: Readonly<Record<string, string>>): Promise<void> => {
      if (sandbox.capabilities.shell) {
        const words = Object.entries(links).map(([name, target]) => `ln -s ${target} ${name}`);
        expect(await sandbox.exec(words.join("; "))).toMatchObject({ exitCode: 0, stderr: "" });
        return;
      }
      const entries = new Map((await sandbox.snapshot()).entries);
      for (const [name, target] of Object.entries(links))
        entries.set(`/workspace/${name}`, { type: "symlink", target });
      await sandbox.restore({ entries });
    };
    const targetOf = async (name: string): Promise<string | undefined> => {
      const entry = (await sandbox.snapshot()).entries.get(`/workspace/${name}`);
      return entry?.type === "symlink" ? entry.target : undefined;
    };

    test("a relative one leads from where it lies, an absolute one from the root", async () => {
      await link({ "real/near": "file", "real/far": "../real/file", absolute: "/workspace/real/file" });
      for (const path of ["real/near", "real/far", "absolute"]) expect(await text(sandbox, path)).toBe("content");
    });
    test("one to a directory is a way through it", async () => {
      await link({ way: "real" });
      expect((await sandbox.list("way")).map(({ name }) => name)).toEqual(["file"]);
      await sandbox.write("way/new", "1");
      expect(await text(sandbox, "real/new")).toBe("1");
      expect((await sandbox.list(".")).find(({ name }) => name === "way")?.type).toBe("symlink");
    });
    test("writing and editing go through it, and it stays a link", async () => {
      await link({ link: "real/file" });
      await sandbox.write("link", "written");
      await sandbox.edit("link", "written", "edited");
      expect(await text(sandbox, "real/file")).toBe("edited");
      expect(await targetOf("link")).toBe("real/file");
    });
    test("a dangling one is listed, described and written through", async () => {
      await link({ link: "later/on" });
      expect(await sandbox.list(".")).toContainEqual({ name: "link", type: "symlink", size: 8 });
      expect(await sandbox.stat("link")).toMatchObject({ type: "symlink" });
      await expectCode(sandbox.read("link"), "not-found");
      await sandbox.write("link", "now");
      expect(await text(sandbox, "later/on")).toBe("now");
    });
    test("removing it leaves what it points to", async () => {
      await link({ way: "real", link: "real/file", dangling: "nowhere" });
      for (const path of ["way", "link", "dangling"]) await sandbox.remove(path, { recursive: true });
      expect(await text(sandbox, "real/file")).toBe("content");
      expect((await sandbox.list(".")).map(({ name }) => name)).toEqual(["real"]);
    });
    test("moving it moves the link", async () => {
      await link({ link: "real/file" });
      await sandbox.rename("link", "moved");
      expect(await targetOf("moved")).toBe("real/file");
      expect(await text(sandbox, "real/file")).toBe("content");
    });
    test("one onto itself and a long chain end with a code", async () => {
      const chain = Array.from({ length: 60 }, (_, index) => [`chain${index + 1}`, `chain${index + 2}`] as const);
      await link({ self: "self", ...Object.fromEntries(chain) });
      await sandbox.write("chain61", "x\n");
      for (const path of ["self", "chain1"]) {
        await expectCode(sandbox.read(path), "too-many-links");
        await expectCode(sandbox.write(path, "x"), "too-many-links");
      }
      expect(await text(sandbox, "chain40")).toBe("x\n");
      await sandbox.remove("self");
    });
    test("searches report it and walk past it", async () => {
      await link({ "real/up": "..", way: "real" });
      expect((await sandbox.glob("**/*")).paths).toEqual(["real", "real/file", "real/up", "way"]);
      expect((await sandbox.grep("content")).matches.map(({ path }) => path)).toEqual(["real/file"]);
      expect((await sandbox.grep("content", { path: "way/file" })).matches).toHaveLength(1);
    });
    test("a snapshot keeps it as a link, dangling or not", async () => {
      await link({ link: "real/file", dangling: "nowhere" });
      const snapshot = await sandbox.snapshot();
      expect(snapshot.entries.get("/workspace/link")).toEqual({ type: "symlink", target: "real/file" });
      for (const path of ["link", "dangling"]) await sandbox.remove(path);
      await sandbox.write("link", "file");
      await sandbox.restore(snapshot);
      expect([await targetOf("link"), await targetOf("dangling")]).toEqual(["real/file", "nowhere"]);
      expect(await text(sandbox, "real/file")).toBe("content");
    });
  });
}
