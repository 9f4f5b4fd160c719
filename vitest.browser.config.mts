import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { buildShellWorker } from "./scripts/build-shell-worker.mjs";
import { CHROMIUM_ARGUMENTS } from "./scripts/chromium-arguments.mjs";
import { findChromium } from "./scripts/find-chromium.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const executablePath = findChromium({ install: false, log: () => {} });

// Before the server starts: it lists the public files once, and the parts of the worker are named by their content.
await buildShellWorker({ outDir: `${root}public` });

/** Without these the page is not isolated, and memory cannot be shared with the shell worker. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** What only a real browser can show: the built shell worker, its stores, and how it is stopped. */
export default defineConfig({
  root,
  publicDir: "public",
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  server: { headers: isolation },
  optimizeDeps: { include: ["zod", "zod/mini", "fflate", "sucrase"] },
  test: {
    include: ["lib/**/*.browser.test.ts"],
    globalSetup: ["lib/testing/webcontainer-stand-in/stand-in-servers.mjs"],
    testTimeout: 60_000,
    // Opening a workspace is most of a test; a second page opens one meanwhile.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
