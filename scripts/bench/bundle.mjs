import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Bundles one TypeScript entry of this folder as it would ship. For Node the packages stay outside, resolved as the server resolves
 * them, so the bundle must lie inside the project.
 */
export async function bundle(entry, outfile, platform) {
  await build({
    absWorkingDir: root,
    entryPoints: [`scripts/bench/${entry}`],
    outfile,
    bundle: true,
    format: "esm",
    platform,
    target: platform === "node" ? "node20" : "es2022",
    minify: platform === "browser",
    // The marker throws outside of a server component; here it stands for nothing.
    alias: { "@": root, "server-only": path.join(root, "node_modules/server-only/empty.js") },
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
    ...(platform === "node" ? { packages: "external" } : {}),
  });
}

/** Imports a bundled entry in this process. */
export async function importBundled(entry) {
  const parent = path.join(root, "test-results");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "bench-"));
  try {
    const outfile = path.join(folder, "entry.mjs");
    await bundle(entry, outfile, "node");
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
