import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleGuestPlugin } from "./bundle-guest-code.mjs";
import { layJq } from "./lay-jq.mjs";
import { repairShellPlugin } from "./repair-just-bash.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const worker = `${root}lib/sandbox/virtual/worker`;

/**
 * Builds the shell worker (embedded bash, file tree, store) to `<outDir>/workers/shell.js`. What a command loads when it is
 * first used lies in `shell/` beside it, and the engines' binary parts beside it too. `python.js` is the worker of one Python program.
 */
export async function buildShellWorker({ outDir, minify = true }) {
  await layJq({ outDir });
  await layEngineParts(path.join(outDir, "workers"));
  await rm(path.join(outDir, "workers", "shell"), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: { shell: `${worker}/shell-worker.ts`, python: `${worker}/commands/python/python.worker.ts` },
    outdir: `${outDir}/workers`,
    bundle: true,
    format: "esm",
    splitting: true,
    chunkNames: "shell/[name]-[hash]",
    // Only asked for when the code finds itself in Node.
    external: ["node:module"],
    platform: "browser",
    target: ["es2022"],
    minify,
    legalComments: "linked",
    logLevel: "warning",
    tsconfig: `${root}tsconfig.json`,
    // The interpreter's own browser build still asks for Node's zlib, and takes Buffer for given.
    alias: { "node:zlib": `${worker}/zlib-shim.ts` },
    inject: [`${worker}/buffer-shim.ts`],
    plugins: [repairShellPlugin, bundleGuestPlugin({ minify })],
    define: { "process.env.NODE_ENV": '"production"' },
  });
}

/** The words under which each engine may be given on; they lie beside its parts. */
const LICENCES = {
  "cpython.LICENSE.txt": "scripts/licences/cpython.txt",
  "jq.LICENSE.txt": "node_modules/jq-web/LICENSE",
  "pyodide.LICENSE.txt": "scripts/licences/pyodide.txt",
  "quickjs.LICENSE.txt": "node_modules/@jitl/quickjs-wasmfile-release-sync/LICENSE",
};

async function layEngineParts(folder) {
  const parts = JSON.parse(await readFile(`${worker}/engine-parts.json`, "utf8"));
  await mkdir(folder, { recursive: true });
  const laid = [
    ...Object.entries(parts).map(([name, source]) => [name, `node_modules/${source}`]),
    ...Object.entries(LICENCES),
  ];
  await Promise.all(laid.map(([name, source]) => copyFile(root + source, path.join(folder, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildShellWorker({ outDir: `${root}public`, minify: process.argv.includes("--minify") });
}
