import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGUMENTS } from "./scripts/chromium-arguments.mjs";
import { findChromium } from "./scripts/find-chromium.mjs";

const port = Number(process.env.E2E_PORT ?? 3210);

export default defineConfig({
  testDir: "e2e",
  // The runner empties its folder when it starts; the reports of the stages before lie beside it.
  outputDir: "test-results/journeys",
  testMatch: /.*\.spec\.ts/,
  fullyParallel: false,
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/reports/journeys.json" }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    // Of a second try only, and without a film: to record every step costs a fifth of the journeys' time, to draw a film in software more than them.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: { executablePath: findChromium({ log: () => {} }), args: CHROMIUM_ARGUMENTS },
  },
  webServer: {
    // `npm test` builds before; alone, run `npm run build` first.
    command: `node node_modules/next/dist/bin/next start -p ${port}`,
    url: `http://localhost:${port}/api/health`,
    env: {
      NEXT_MANUAL_SIG_HANDLE: "true",
      TOOLWRIGHT_DATA_DIR: "test-results/data",
      TOOLWRIGHT_GALLERY: "1",
    },
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
