// Makes the git-ignored static files that the pages load by URL: workers, the tool host's guest, Monaco and its types.
// Each builder lives in its own script and writes below `public/`; this one only runs them, and skips what is already newer than its sources.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildEmptyDatabase } from "./build-empty-database.mjs";
import { buildEngines } from "./build-engines.mjs";
import { buildGuest } from "./build-guest.mjs";
import { buildMonacoTypes } from "./build-monaco-types.mjs";
import { buildPageReader } from "./build-page-reader.mjs";
import { buildShellWorker } from "./build-shell-worker.mjs";
import { copyMonaco } from "./copy-monaco.mjs";

const outDir = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "public");

export async function buildAssets({ minify }) {
  await mkdir(path.join(outDir, "workers"), { recursive: true });
  await Promise.all([
    buildShellWorker({ outDir, minify }),
    buildGuest({ outDir, minify }),
    buildEngines({ outDir, minify }),
    buildEmptyDatabase({ outDir }),
    buildPageReader({ outDir, minify }),
    copyMonaco({ outDir, minify }),
  ]);
  // The type builder holds the TypeScript compiler in memory, so it runs alone.
  await buildMonacoTypes({ outDir, minify });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAssets({ minify: process.env.NODE_ENV === "production" });
}
