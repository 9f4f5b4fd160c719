// Makes an empty PostgreSQL once, at build time: in a page, making one takes ten times as long as opening one.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

// By path: the package does not export its own description.
const description = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  "../node_modules/@electric-sql/pglite/package.json",
);

/**
 * Writes `workers/pglite-empty.data`, a gzipped archive, below `outDir`, unless this version is there. Returns its path. Not named
 * for its packing: some servers would then have the browser unpack it.
 */
export async function buildEmptyDatabase({ outDir }) {
  const workers = path.join(outDir, "workers");
  const target = path.join(workers, "pglite-empty.data");
  const stamp = path.join(workers, "pglite-empty.version");
  const { version } = JSON.parse(await readFile(description, "utf8"));
  const [stamped, size] = await Promise.all([
    readFile(stamp, "utf8").catch(() => ""),
    readFile(target).then(
      ({ length }) => length,
      () => 0,
    ),
  ]);
  if (stamped === version && size > 0) return target;
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create();
  const dump = await database.dumpDataDir("gzip");
  await database.close();
  await mkdir(workers, { recursive: true });
  // Whole or not at all, also when two do it at once.
  const made = `${target}.${process.pid}`;
  await writeFile(made, Buffer.from(await dump.arrayBuffer()));
  await rename(made, target);
  await writeFile(stamp, version);
  return target;
}
