// Bundles what carries authored code: the tool host's guest (Zod, the tool kit, the linker), the same for one call in a
// container's Node, and the transpiler.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Writes `workers/guest.js`, `workers/run-call.js` and `workers/transpile.js` below `outDir`. */
export async function buildGuest({ outDir, minify }) {
  const shared = {
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify,
    // Error names and the tools' stacks are shown to people.
    keepNames: true,
    legalComments: "none",
    alias: { "@": root },
    absWorkingDir: root,
    logLevel: "warning",
  };
  await Promise.all([
    build({
      ...shared,
      entryPoints: ["lib/tool-host/guest/connect-guest.ts"],
      globalName: "toolwrightGuest",
      outfile: path.join(outDir, "workers", "guest.js"),
    }),
    build({
      ...shared,
      entryPoints: ["lib/tool-host/container/run-call.ts"],
      format: "cjs",
      platform: "node",
      target: "node18",
      outfile: path.join(outDir, "workers", "run-call.js"),
    }),
    build({
      ...shared,
      entryPoints: ["lib/client/workers/transpile.worker.ts"],
      outfile: path.join(outDir, "workers", "transpile.js"),
    }),
  ]);
}
