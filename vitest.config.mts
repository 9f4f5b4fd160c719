import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bundleGuestVitePlugin } from "./scripts/bundle-guest-code.mjs";
import { repairShellVitePlugin } from "./scripts/repair-just-bash.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [react(), repairShellVitePlugin(), bundleGuestVitePlugin()],
  resolve: {
    alias: [
      // `server-only` throws outside a server bundle; its own empty twin is what Next loads on the server.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
      { find: /^@\//, replacement: root },
    ],
  },
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}", "app/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    exclude: ["**/node_modules/**", "**/*.browser.test.ts"],
    globalSetup: ["scripts/lay-jq.mjs"],
    setupFiles: ["lib/testing/console-guard.ts", "lib/testing/element-visibility.ts"],
    // Inlined so that the repairs reach it, as they reach the built worker.
    server: { deps: { inline: ["just-bash"] } },
    testTimeout: 20_000,
    // One realm per worker: to load every module anew for every file is a third of the stage. So a test leaves nothing behind.
    isolate: false,
    maxWorkers: 2,
  },
});
