// `npm test`: everything that must hold before a change is on main, cheapest first. Stops at the first stage that fails and says which.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { findChromium } from "./find-chromium.mjs";

const REPORTS = "test-results/reports";
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHROMIUM_PATH: findChromium() };

const stages = [
  ["format, lint", ["npm", "run", "-s", "lint"]],
  ["types", ["npm", "run", "-s", "types"]],
  ["boundaries", ["npm", "run", "-s", "boundaries"]],
  ["docs", ["npm", "run", "-s", "docs:check"]],
  ["assets", ["npm", "run", "-s", "assets"]],
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
for (const [name, [command, ...args]] of stages) {
  const start = Date.now();
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env: environment });
  if (status !== 0) {
    console.error(
      `\n✗ ${name} failed. Run it alone with: ${[command, ...args].filter((word) => word !== "-s").join(" ")}`,
    );
    process.exit(status ?? 1);
  }
  console.log(`✓ ${name} (${Math.round((Date.now() - start) / 1000)} s)`);
}

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

console.log(`\nAll ${stages.length} stages passed in ${Math.round((Date.now() - began) / 1000)} s.`);
const { passed, failed, skipped } = countTests();
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
