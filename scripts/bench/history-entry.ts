import { WorkspaceHistory } from "@/lib/client/workspace-history";
import { hunksOf } from "@/lib/client/workspace-hunks";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { median, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";

const FILES = 1000;
const STEPS = 20;

/** What a step of a run pays for its snapshot, and what Changes pays for going through a history. */
export async function measureHistory(): Promise<Row[]> {
  const files = new Map<string, string>();
  for (let index = 0; index < FILES; index += 1) {
    files.set(`src/d${index % 40}/f${index}.ts`, `export const n${index} = ${index};\n`.repeat(40));
  }
  const sandbox = new MemorySandbox({ files });
  const history = new WorkspaceHistory();
  const takes: number[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    for (let index = 0; index < 10; index += 1) {
      await sandbox.write(`src/d${index}/f${index}.ts`, `// step ${step}\nexport const n = ${step};\n`);
    }
    const began = performance.now();
    history.take(await sandbox.snapshot(), { kind: "step", runId: "r", step }, step);
    takes.push(performance.now() - began);
  }
  const [oldest] = history.points();
  const now = await sandbox.snapshot();
  const compared = await sample(
    STEPS,
    () => {
      const then = oldest === undefined ? undefined : history.snapshotAt(oldest.id);
      if (then !== undefined) diffSnapshots(then, now);
    },
    2,
  );
  const before = [...files.values()].slice(0, 50).join("");
  const after = before.replace("n25 = 25", "n25 = 26").replace("n40 = 40", "n40 = 41");
  const hunks = await sample(STEPS, () => hunksOf(before, after), 2);
  const what = `${FILES.toLocaleString("en")} files`;
  return [
    {
      part: "history",
      what: `snapshot of ${what}, ten of them changed`,
      result: median(takes),
      unit: "ms",
      atMost: 1000,
    },
    {
      part: "history",
      what: `compare ${what} with the first of ${STEPS} points`,
      result: median(compared),
      unit: "ms",
    },
    { part: "history", what: "hunks of a file of 2,000 lines", result: median(hunks), unit: "ms" },
  ];
}
