import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { median } from "./measure.mjs";
import { LISTINGS, SEARCHES, searchTree } from "./search-tree";

/** What a GNU tool needs and finds: times in milliseconds, medians. */
export interface DiskResult {
  what: string;
  wallMs: number;
  /** Of the processor, in the program and in the system for it: what a busy machine leaves as it is. */
  processorMs: number;
  found: number;
}

const ROUNDS = 7;

/** Writes the tree below `folder` and lets the GNU tools search it, with the files in the system's cache. */
export function measureSearchOnDisk(folder: string): { searches: DiskResult[]; listings: DiskResult[] } {
  for (const [file, text] of searchTree()) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const run = (what: string, program: string, options: readonly string[]): DiskResult => {
    const walls: number[] = [];
    const processor: number[] = [];
    let found = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const { stdout, stderr, status } = spawnSync(
        "bash",
        ["-c", 'TIMEFORMAT="times %R %U %S"; time "$@"', "bash", program, ...options],
        {
          cwd: folder,
          env: { ...process.env, LC_ALL: "C.UTF-8" },
          maxBuffer: 1 << 28,
          encoding: "utf8",
        },
      );
      const times = /^times (\S+) (\S+) (\S+)$/m.exec(stderr)?.slice(1).map(Number);
      // grep ends with 1 where it finds nothing.
      if (times === undefined || (status ?? 2) > 1) throw new Error(`${program} failed: ${stderr}`);
      found = stdout.split("\n").length - 1;
      if (round < 0) continue;
      const [real, user, system] = times as [number, number, number];
      walls.push(real * 1000);
      processor.push((user + system) * 1000);
    }
    return { what, wallMs: median(walls), processorMs: median(processor), found };
  };
  return {
    searches: SEARCHES.map(({ what, gnu }) => run(what, "grep", ["-rn", ...gnu, "."])),
    listings: LISTINGS.map(({ what, find }) => run(what, "find", find)),
  };
}
