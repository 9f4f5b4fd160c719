import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { repairShellPlugin } from "./repair-just-bash.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const worker = `${root}lib/sandbox/virtual/worker`;

/** Builds the shell worker (embedded bash, file tree, store) as one module to `<outDir>/workers/shell.js`. */
export async function buildShellWorker({ outDir, minify = true }) {
  await build({
    absWorkingDir: root,
    entryPoints: { shell: `${worker}/shell-worker.ts` },
    outdir: `${outDir}/workers`,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: ["es2022"],
    minify,
    legalComments: "linked",
    logLevel: "warning",
    tsconfig: `${root}tsconfig.json`,
    // The interpreter's own browser build still asks for Node's zlib, and takes Buffer for given.
    alias: { "node:zlib": `${worker}/zlib-shim.ts` },
    inject: [`${worker}/buffer-shim.ts`],
    plugins: [repairShellPlugin],
    define: { "process.env.NODE_ENV": '"production"' },
  });
}

/** The browser tests drive the worker that people get, built from the sources as they are. */
export async function setup() {
  await buildShellWorker({ outDir: `${root}public` });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildShellWorker({ outDir: `${root}public`, minify: process.argv.includes("--minify") });
}
