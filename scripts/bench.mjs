// `npm run bench`: measures the budgets of the product on this machine and says which are kept. `--only kit` (or cache, history, host, page, programs, search, server; also
// several with commas) runs a part. Never a test: a busy machine makes every number worse, so run it when nothing else does.
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./bench/bundle.mjs";
import { table, verdict, writeReport } from "./bench/report.mjs";

const PARTS = ["kit", "cache", "history", "server", "host", "programs", "search", "page"];
const REPORT = "test-results/bench.json";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? PARTS;
const unknown = chosen.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(", ")}". The parts are ${PARTS.join(", ")}.`);
  process.exit(1);
}

process.chdir(root);
const loadBefore = os.loadavg()[0];
if (loadBefore > os.cpus().length) {
  console.warn(
    `The machine is busy (load ${loadBefore.toFixed(1)} on ${os.cpus().length} cores): the numbers will be worse.`,
  );
}
const rows = [];
const failed = [];
for (const name of chosen) {
  console.log(`measuring ${name} …`);
  try {
    const { measure } = await import(`./bench/${name}.mjs`);
    rows.push(...(await measure()));
  } catch (error) {
    failed.push(name);
    console.error(`${name} was not measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
await writeReport(path.join(root, REPORT), rows, { loadBefore, loadAfter: os.loadavg()[0], parts: chosen });
console.log(`\n${table(rows)}\n`);
const missed = rows.filter((row) => !["", "ok"].includes(verdict(row))).length;
console.log(`${rows.length} numbers, ${missed} outside of their budget. Written to ${REPORT}.`);
process.exit(failed.length > 0 ? 1 : 0);
