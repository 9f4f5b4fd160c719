// The tool host and the shell in a real Chromium: a small isolated page over `public/`.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bundle, importBundled } from "./bundle.mjs";
import { openChromium } from "./open-chromium.mjs";
import { publicFile, servePage } from "./serve-page.mjs";

export async function measure() {
  for (const worker of ["guest.js", "transpile.js", "shell.js"]) {
    if (!existsSync(publicFile(worker)))
      throw new Error(`public/workers/${worker} is missing: run \`npm run assets\` first.`);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "toolwright-bench-"));
  const script = path.join(folder, "bench.js");
  await bundle("browser-entry.ts", script, "browser");
  const { measureDisk } = await importBundled("disk-entry.ts");
  const disk = await measureDisk(path.join(folder, "tree"));
  const server = await servePage(script);
  const chromium = await openChromium();
  try {
    const page = await chromium.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`http://localhost:${server.address().port}/`);
    await page.waitForFunction(() => window.bench !== undefined);
    const rows = await page.evaluate(() => window.bench.toolHostRows());
    rows.push(...(await page.evaluate(() => window.bench.shellRows())));
    rows.push(...(await page.evaluate((known) => window.bench.treeRows(known), disk)));
    const gnu = { part: "host", what: "GNU grep -rn on disk, for comparison", result: disk.grepMs, unit: "ms" };
    return [...rows, gnu];
  } finally {
    await chromium.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
