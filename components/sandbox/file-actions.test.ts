import { describe, expect, it } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createFile, createFolder, duplicate, moveInto, removeWithUndo } from "./file-actions";

const open = (files: Record<string, string>) => new MemorySandbox({ files: new Map(Object.entries(files)) });
const text = async (sandbox: MemorySandbox, path: string) => new TextDecoder().decode(await sandbox.read(path));
const all = async (sandbox: MemorySandbox) => (await sandbox.glob("**/*", { includeIgnored: true })).paths;

describe("what is done to files from the tree", () => {
  it("never writes over what is there", async () => {
    const sandbox = open({ "a.txt": "1", "dir/a.txt": "2" });
    await expect(createFile(sandbox, "/workspace/a.txt")).rejects.toThrow(/already something at a\.txt/);
    await expect(createFolder(sandbox, "/workspace/dir")).rejects.toThrow(/already/);
    await expect(moveInto(sandbox, "/workspace/a.txt", "/workspace/dir")).rejects.toThrow(/dir\/a\.txt/);
    expect(await text(sandbox, "a.txt")).toBe("1");
    expect(await text(sandbox, "dir/a.txt")).toBe("2");
  });

  it("does not move or copy a folder into itself", async () => {
    const sandbox = open({ "dir/sub/a.txt": "" });
    await expect(moveInto(sandbox, "/workspace/dir", "/workspace/dir/sub")).rejects.toThrow(/into itself/);
    await expect(moveInto(sandbox, "/workspace/dir", "/workspace/dir")).rejects.toThrow(/into itself/);
    await expect(duplicate(sandbox, "/workspace/dir", "/workspace/dir/sub")).rejects.toThrow(/into itself/);
  });

  it("duplicates under names that are free, folders with all that is in them", async () => {
    const sandbox = open({ "notes.md": "n", ".env": "e", "dir.d/a/b.txt": "b" });
    expect(await duplicate(sandbox, "/workspace/notes.md")).toBe("/workspace/notes copy.md");
    expect(await duplicate(sandbox, "/workspace/notes.md")).toBe("/workspace/notes copy 2.md");
    expect(await duplicate(sandbox, "/workspace/.env")).toBe("/workspace/.env copy");
    expect(await duplicate(sandbox, "/workspace/dir.d")).toBe("/workspace/dir.d copy");
    expect(await text(sandbox, "dir.d copy/a/b.txt")).toBe("b");
    expect(await duplicate(sandbox, "/workspace/notes.md", "/workspace/dir.d")).toBe("/workspace/dir.d/notes.md");
  });

  it("brings back what was removed, also empty folders", async () => {
    const sandbox = open({ "dir/a.txt": "1", "dir/sub/b.txt": "2", "c.txt": "3" });
    await sandbox.makeDirectory("dir/empty");
    const undo = await removeWithUndo(sandbox, "/workspace/dir");
    expect(await all(sandbox)).toEqual(["c.txt"]);
    await undo?.();
    const brought = ["c.txt", "dir", "dir/a.txt", "dir/empty", "dir/sub", "dir/sub/b.txt"];
    expect(await all(sandbox)).toEqual(brought);
    expect(await text(sandbox, "dir/sub/b.txt")).toBe("2");
  });

  it("promises no undo that would bring back something else", async () => {
    const sandbox = open({ "big.bin": "x".repeat(20_000_001) });
    expect(await removeWithUndo(sandbox, "/workspace/big.bin")).toBeUndefined();
    await expect(sandbox.stat("big.bin")).rejects.toThrow();
  });
});
