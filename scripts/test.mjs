// `npm test`: everything that must hold before a change is on main, cheapest first. Stops at the first stage that fails and says which.
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";

const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHROMIUM_PATH: findChromium() };

const stages = [
  ["format, lint", ["npm", "run", "-s", "lint"]],
  ["types", ["npm", "run", "-s", "types"]],
  ["boundaries", ["npm", "run", "-s", "boundaries"]],
  ["docs", ["npm", "run", "-s", "docs:check"]],
  ["assets", ["npm", "run", "-s", "assets"]],
  ["unit and contract", ["npm", "run", "-s", "test:unit"]],
  ["contract in a browser", ["npm", "run", "-s", "test:browser"]],
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
console.log(`\nAll ${stages.length} stages passed in ${Math.round((Date.now() - began) / 1000)} s.`);
