// Builds the workers of the page's services, the parts that run what may never end: patterns, WASI modules, SQL.
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const packages = path.join(root, "node_modules");

/** Binary parts that an engine loads from beside its worker. */
const PARTS = [
  "@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3.wasm",
  "@electric-sql/pglite/dist/pglite.wasm",
  "@electric-sql/pglite/dist/pglite.data",
  "@electric-sql/pglite/dist/initdb.wasm",
];

/** Writes `workers/{regex,wasm,sqlite,pglite}.js` and what they load below `outDir`. */
export async function buildEngines({ outDir, minify }) {
  const workers = path.join(outDir, "workers");
  await Promise.all([
    build({
      entryPoints: Object.fromEntries(
        ["regex", "wasm", "sqlite", "pglite"].map((name) => [name, `lib/client/workers/${name}.worker.ts`]),
      ),
      outdir: workers,
      bundle: true,
      // The engines find their binary parts by the address of their own module.
      format: "esm",
      platform: "browser",
      // Both engines ask for it only when they find themselves in Node.
      external: ["node:module"],
      target: "es2022",
      minify,
      legalComments: "none",
      alias: { "@": root },
      absWorkingDir: root,
      logLevel: "warning",
    }),
    ...PARTS.map((part) => copyFile(path.join(packages, part), path.join(workers, path.basename(part)))),
  ]);
}
