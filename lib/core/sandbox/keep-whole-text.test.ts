import { describe, expect, it } from "vitest";
import { Read } from "@/lib/builtin/read";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { ToolContext } from "../tool/tool-types";
import { keepWholeText } from "./keep-whole-text";

function ticking(limits?: { bytes: number }): MemorySandbox {
  let now = 0;
  return new MemorySandbox({ now: () => ++now, limits });
}

async function kept(sandbox: MemorySandbox): Promise<string[]> {
  return (await sandbox.list("/results")).map(({ name }) => name).sort();
}

describe("keepWholeText", () => {
  it("writes beside the workspace, where Read gets through it part by part", async () => {
    const sandbox = ticking();
    const text = Array.from({ length: 5000 }, (_, line) => `line ${line + 1}`).join("\n");
    const place = await keepWholeText(sandbox, "r_1-c_1", text);
    expect(place).toBe("/results/r_1-c_1.txt");
    const context = { sandbox } as unknown as ToolContext;
    const read: string[] = [];
    for (let offset = 1; offset <= 5000; offset += 2000) {
      const part = String(await Read.execute({ path: place ?? "", offset, limit: 2000 }, context));
      read.push(part.slice(part.indexOf("\n\n") + 2));
    }
    expect(read.join("\n")).toBe(text);
    expect(await sandbox.list(".")).toEqual([]);
    expect((await sandbox.glob("**/*", { includeIgnored: true })).paths).toEqual([]);
    expect((await sandbox.grep("line 1")).matches).toEqual([]);
    expect((await sandbox.snapshot()).entries.size).toBe(0);
  });

  it("leads nowhere else, whatever the call is named", async () => {
    const sandbox = ticking();
    for (const name of ["../workspace/evil", "..", "a/b", "x\0y", "語", "a\nb", "🎉"]) {
      expect(await keepWholeText(sandbox, name, "x")).toMatch(/^\/results\/[A-Za-z0-9_-]+\.txt$/);
    }
    expect(await sandbox.list(".")).toEqual([]);
  });

  it("makes room for new ones by the oldest, results and outputs alike", async () => {
    const sandbox = ticking();
    for (let call = 0; call < 45; call += 1)
      await keepWholeText(sandbox, call % 2 === 0 ? `r-c${call}` : `output-${call}`, "x");
    const names = await kept(sandbox);
    expect(names).toHaveLength(40);
    expect(names).not.toContain("r-c4.txt");
    expect(names).toContain("output-5.txt");
    expect(names).toContain("r-c44.txt");
  });

  it("takes the place of an older text of the same name, and of no other", async () => {
    const sandbox = ticking();
    for (let call = 0; call < 40; call += 1) await keepWholeText(sandbox, `c${call}`, "x");
    expect(await keepWholeText(sandbox, "c39", "newer")).toBe("/results/c39.txt");
    expect(await kept(sandbox)).toHaveLength(40);
    expect(new TextDecoder().decode(await sandbox.read("/results/c39.txt"))).toBe("newer");
  });

  it("makes room by size too: 128 MB lie there at most", async () => {
    const sandbox = ticking({ bytes: 1024 ** 3 });
    const large = "é".repeat(20 * 1024 * 1024);
    for (let call = 0; call < 5; call += 1) expect(await keepWholeText(sandbox, `c${call}`, large)).toBeDefined();
    expect(await kept(sandbox)).toEqual(["c2.txt", "c3.txt", "c4.txt"]);
  });

  it("never takes away what it did not write", async () => {
    const sandbox = ticking();
    await sandbox.write("/results/mine/deep.txt", "a directory");
    await sandbox.write("/results/notes.md", "a note");
    for (let call = 0; call < 50; call += 1) await keepWholeText(sandbox, `c${call}`, "x");
    expect(new TextDecoder().decode(await sandbox.read("/results/mine/deep.txt"))).toBe("a directory");
    expect(new TextDecoder().decode(await sandbox.read("/results/notes.md"))).toBe("a note");
  });

  it("makes room on a full disk by the oldest texts, never by a file of the workspace", async () => {
    const sandbox = ticking({ bytes: 1000 });
    await sandbox.write("mine.txt", "m".repeat(500));
    for (const name of ["a", "b"]) await keepWholeText(sandbox, name, name.repeat(200));
    expect(await keepWholeText(sandbox, "c", "c".repeat(350))).toBe("/results/c.txt");
    expect(await kept(sandbox)).toEqual(["c.txt"]);
    expect(await sandbox.read("mine.txt")).toHaveLength(500);
  });

  it("names no place when there is no room at all, or the text alone is more than may lie there", async () => {
    const full = ticking({ bytes: 10 });
    expect(await keepWholeText(full, "r-c", "x".repeat(100))).toBeUndefined();
    expect((await full.glob("**/*", { includeIgnored: true })).paths).toEqual([]);
    const roomy = ticking({ bytes: 1024 ** 3 });
    await keepWholeText(roomy, "before", "x");
    expect(await keepWholeText(roomy, "r-c", "x".repeat(128 * 1024 * 1024 + 1))).toBeUndefined();
    expect(await keepWholeText(roomy, "r-c", "é".repeat(64 * 1024 * 1024 + 1))).toBeUndefined();
  });

  it("names no place when something that is no directory lies in its way", async () => {
    const sandbox = ticking();
    await sandbox.write("/results", "a file");
    expect(await keepWholeText(sandbox, "r-c", "x")).toBeUndefined();
  });
});
