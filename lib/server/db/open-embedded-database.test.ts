import { type ChildProcess, spawn } from "node:child_process";
import fs, { mkdtempSync, rmSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openEmbeddedDatabase } from "./open-embedded-database";
import { sessions } from "./schema";

const directories: string[] = [];
const children: ChildProcess[] = [];

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), "toolwright-db-"));
  directories.push(made);
  return made;
}

function row(id: string) {
  return {
    id,
    ownerId: "o",
    title: "t",
    definition: { files: {} },
    revision: 0,
    createdAt: 1,
    updatedAt: 1,
  };
}

/** A process of its own that opens the directory and then prints one line for every event it was told is stored. */
function startWriter(root: string): { child: ChildProcess; lines: string[]; next(): Promise<string | undefined> } {
  const script = new URL("./testing/append-until-killed.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", script, root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  let read = 0;
  let ended = false;
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  reader.on("line", (line) => {
    lines.push(line);
    const resolve = waiting.shift();
    if (resolve !== undefined) resolve(lines[read++]);
  });
  reader.on("close", () => {
    ended = true;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  return {
    child,
    lines,
    next() {
      if (read < lines.length) return Promise.resolve(lines[read++]);
      return ended ? Promise.resolve(undefined) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) await killed(child);
  for (const made of directories.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe("the embedded database", { timeout: 120_000 }, () => {
  it("syncs its log to the disk at every commit", async () => {
    const sync = vi.spyOn(fs, "fdatasyncSync");
    syncBuiltinESMExports();
    const database = await openEmbeddedDatabase(directory());
    try {
      await database.queries.insert(sessions).values(row("s_0"));
      sync.mockClear();
      for (let index = 1; index <= 20; index += 1) await database.queries.insert(sessions).values(row(`s_${index}`));
      expect(sync.mock.calls.length).toBeGreaterThanOrEqual(20);
    } finally {
      await database.close();
      sync.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it("keeps its directory for the owner of the process alone", async () => {
    const root = directory();
    const database = await openEmbeddedDatabase(root);
    await database.close();
    expect(statSync(root).mode & 0o777).toBe(0o700);
  });

  it("has every acknowledged event after kill -9, takes the dead process's lock over, and refuses a second living one", async () => {
    const root = directory();
    let acknowledged = 0;
    for (let round = 0; round < 3; round += 1) {
      const writer = startWriter(root);
      const found = await writer.next();
      expect(Number(found?.split(" ")[1]), "rows found at the start").toBeGreaterThanOrEqual(acknowledged);
      await expect(openEmbeddedDatabase(root)).rejects.toMatchObject({ code: "data-directory-locked" });
      for (let count = 0; count < 40; count += 1) await writer.next();
      await killed(writer.child);
      acknowledged = Number(writer.lines.at(-1)?.split(" ")[1]);
      expect(acknowledged).toBeGreaterThan(0);
    }
    const database = await openEmbeddedDatabase(root);
    try {
      const seqs = (await database.queries.query.events.findMany({ orderBy: (table, { asc }) => asc(table.seq) })).map(
        (event) => event.seq,
      );
      expect(seqs.length).toBeGreaterThanOrEqual(acknowledged);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    } finally {
      await database.close();
    }
  });
});
