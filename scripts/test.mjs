// `npm test`: everything that must hold before a change is on main, cheapest first. Stops at the first stage that fails and says which.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { findChromium } from "./find-chromium.mjs";

const REPORTS = "test-results/reports";
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHROMIUM_PATH: findChromium() };

/** None of these keeps more than one processor busy, so two of them run at a time; what one prints is shown when it ends. */
const quickStages = [
  ["types", ["npm", "run", "-s", "types"]],
  ["format, lint", ["npm", "run", "-s", "lint"]],
  ["boundaries", ["npm", "run", "-s", "boundaries"]],
  ["docs", ["npm", "run", "-s", "docs:check"]],
  ["assets", ["npm", "run", "-s", "assets"]],
];

const stages = [
  [
    "unit and contract",
    [
      "npm",
      "run",
      "-s",
      "test:unit",
      "--",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${REPORTS}/unit.json`,
    ],
  ],
  [
    "contract in a browser",
    [
      "npm",
      "run",
      "-s",
      "test:browser",
      "--",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${REPORTS}/browser.json`,
    ],
  ],
  ["build", ["npm", "run", "-s", "build"]],
  ["end to end", ["npm", "run", "-s", "test:e2e"]],
];

const began = Date.now();
const running = new Set();

/** Resolves when the stage has passed; ends the program when it fails. With `aside`, its output comes in one piece at its end. */
function run([name, [command, ...args]], { aside = false } = {}) {
  const start = Date.now();
  if (!aside) console.log(`\n▸ ${name}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: aside ? ["ignore", "pipe", "pipe"] : "inherit", env: environment });
    running.add(child);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
    child.once("error", (error) => printed.push(Buffer.from(`${error}\n`)));
    child.once("close", (status) => {
      running.delete(child);
      if (aside) process.stdout.write(`\n▸ ${name}\n${Buffer.concat(printed)}`);
      if (status !== 0) {
        const alone = [command, ...args].filter((word) => word !== "-s").join(" ");
        console.error(`\n✗ ${name} failed. Run it alone with: ${alone}`);
        for (const other of running) other.kill();
        process.exit(status > 0 ? status : 1);
      }
      console.log(`✓ ${name} (${Math.round((Date.now() - start) / 1000)} s)`);
      resolve();
    });
  });
}

const waiting = [...quickStages];
async function runWaiting() {
  for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) await run(stage, { aside: true });
}
await Promise.all([runWaiting(), runWaiting()]);
// The build need not check them a second time.
environment.TOOLWRIGHT_TYPES_ARE_CHECKED = "1";
for (const stage of stages) await run(stage);

/** Adds up what the three runners report, so that the last line says how many tests stand behind the word "passed". */
function countTests() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const name of ["unit", "browser"]) {
    const report = JSON.parse(readFileSync(`${REPORTS}/${name}.json`, "utf8"));
    count.passed += report.numPassedTests;
    count.failed += report.numFailedTests;
    count.skipped += report.numPendingTests + report.numTodoTests;
  }
  const { stats } = JSON.parse(readFileSync(`${REPORTS}/journeys.json`, "utf8"));
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected;
  count.skipped += stats.skipped;
  return count;
}

console.log(
  `\nAll ${quickStages.length + stages.length} stages passed in ${Math.round((Date.now() - began) / 1000)} s.`,
);
const { passed, failed, skipped } = countTests();
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
