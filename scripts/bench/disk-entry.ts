import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MATCHING_WORD, treeFiles } from "./file-tree";
import { median, sample } from "./measure.mjs";

/** Writes the tree below `folder` and lets the GNU tools search it, with the files in the system's cache. */
export async function measureDisk(folder: string) {
  const made = new Set<string>();
  for (const [file, text] of treeFiles()) {
    const parent = path.join(folder, path.dirname(file));
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(path.join(folder, file), text);
  }
  const lines = (program: string, ...options: string[]): number =>
    execFileSync(program, options, { cwd: folder, maxBuffer: 1 << 28 })
      .toString()
      .trimEnd()
      .split("\n").length;
  const matches = lines("grep", "-rn", MATCHING_WORD, ".");
  const files = lines("find", ".", "-name", "*.ts");
  const grepMs = median(await sample(7, () => lines("grep", "-rn", MATCHING_WORD, "."), 1));
  const findMs = median(await sample(7, () => lines("find", ".", "-name", "*.ts"), 1));
  return { grepMs, findMs, matches, files };
}
