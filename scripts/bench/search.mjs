// Grep and Glob of the sandbox in a real Chromium, beside GNU grep and find over the same 10,000 files.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bundle, importBundled } from "./bundle.mjs";
import { openChromium } from "./open-chromium.mjs";
import { publicFile, servePage } from "./serve-page.mjs";

export async function measure() {
  if (!existsSync(publicFile("shell.js")))
    throw new Error("public/workers/shell.js is missing: run `npm run assets` first.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "toolwright-bench-"));
  const script = path.join(folder, "bench.js");
  await bundle("search-entry.ts", script, "browser");
  const { measureSearchOnDisk } = await importBundled("search-disk-entry.ts");
  const disk = measureSearchOnDisk(path.join(folder, "tree"));
  const server = await servePage(script);
  const chromium = await openChromium();
  try {
    const page = await chromium.newPage();
    page.on("pageerror", (error) => console.error(error));
    const session = await chromium.newBrowserCDPSession();
    await page.exposeFunction("processorMs", async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === "renderer" ? cpuTime * 1000 : 0), 0);
    });
    await page.goto(`http://localhost:${server.address().port}/`);
    await page.waitForFunction(() => window.searchRows !== undefined);
    return await page.evaluate((known) => window.searchRows(known), disk);
  } finally {
    await chromium.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
