import { describe, expect, it } from "vitest";
import { Read } from "@/lib/builtin/read";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { ToolContext } from "../tool/tool-types";
import { keepWholeResult } from "./keep-whole-result";

function ticking(limits?: { bytes: number }): MemorySandbox {
  let now = 0;
  return new MemorySandbox({ now: () => ++now, limits });
}

describe("keepWholeResult", () => {
  it("writes beside the workspace, where Read gets through it part by part", async () => {
    const sandbox = ticking();
    const text = Array.from({ length: 5000 }, (_, line) => `line ${line + 1}`).join("\n");
    const place = await keepWholeResult(sandbox, "r_1-c_1", text);
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
    for (const name of ["../workspace/evil", "..", "a/b", "x\0y", "語"]) {
      expect(await keepWholeResult(sandbox, name, "x")).toMatch(/^\/results\/[A-Za-z0-9_-]+\.txt$/);
    }
    expect(await sandbox.list(".")).toEqual([]);
  });

  it("makes room for new ones by the oldest", async () => {
    const sandbox = ticking();
    for (let call = 0; call < 45; call += 1) await keepWholeResult(sandbox, `r-c${call}`, "x");
    const names = (await sandbox.list("/results")).map(({ name }) => name);
    expect(names).toHaveLength(40);
    expect(names).not.toContain("r-c4.txt");
    expect(names).toContain("r-c44.txt");
  });

  it("names no place when there is no room, or the text is larger than any reader wants", async () => {
    expect(await keepWholeResult(ticking({ bytes: 10 }), "r-c", "x".repeat(100))).toBeUndefined();
    expect(await keepWholeResult(ticking(), "r-c", "x".repeat(8_000_001))).toBeUndefined();
  });
});
