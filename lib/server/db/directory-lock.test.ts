import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DirectoryLock, lockDirectory } from "./directory-lock";

let root: string;
const held: DirectoryLock[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-lock-"));
});

afterEach(() => {
  for (const lock of held.splice(0)) lock.release();
  rmSync(root, { recursive: true, force: true });
});

const boot = "another-boot";

describe("lockDirectory", () => {
  it("refuses a second taker in words that name the holder and the way out", async () => {
    held.push(await lockDirectory(root));
    await expect(lockDirectory(root)).rejects.toThrow(
      new RegExp(`in use by process ${process.pid} .*TOOLWRIGHT_DATA_DIR`),
    );
  });

  it("gives the directory on after a release and leaves no file behind", async () => {
    (await lockDirectory(root)).release();
    expect(readdirSync(root)).toEqual([]);
    held.push(await lockDirectory(root));
  });

  it("lets exactly one of many racers over a dead lock win", async () => {
    writeFileSync(
      join(root, "lock.json"),
      JSON.stringify({ pid: process.pid, processStart: "1", boot, host: hostname(), nonce: "dead" }),
    );
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(root)));
    const winners = results.filter((result) => result.status === "fulfilled");
    for (const winner of winners) held.push(winner.value);
    expect(winners).toHaveLength(1);
  });

  it("takes over a lock whose process number was given to another process since", async () => {
    writeFileSync(
      join(root, "lock.json"),
      JSON.stringify({ pid: process.pid, processStart: "not this one", boot: "", host: hostname(), nonce: "dead" }),
    );
    held.push(await lockDirectory(root));
  });

  it("takes over a file that is no lock at all", async () => {
    writeFileSync(join(root, "lock.json"), "{");
    held.push(await lockDirectory(root));
  });

  it("respects another host's lock while its heartbeat is fresh, and takes it over when it is old", async () => {
    const path = join(root, "lock.json");
    writeFileSync(path, JSON.stringify({ pid: 1, processStart: "1", boot, host: "elsewhere", nonce: "other" }));
    await expect(lockDirectory(root)).rejects.toMatchObject({ code: "data-directory-locked" });
    const old = new Date(Date.now() - 60_000);
    utimesSync(path, old, old);
    held.push(await lockDirectory(root));
  });
});
