import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_ARGUMENTS } from "./scripts/chromium-arguments.mjs";
import { findChromium } from "./scripts/find-chromium.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const executablePath = findChromium({ install: false, log: () => {} });

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
    globalSetup: ["scripts/build-shell-worker.mjs", "lib/testing/webcontainer-stand-in/stand-in-servers.mjs"],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
