// How long a program in the shell takes to start, in a real Chromium: the first of a shell, which loads the engine, and those after it.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bundle } from "./bundle.mjs";
import { openChromium } from "./open-chromium.mjs";
import { publicFile, servePage } from "./serve-page.mjs";

export async function measure() {
  if (!existsSync(publicFile("python.wasm")))
    throw new Error("public/workers/python.wasm is missing: run `npm run assets` first.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "toolwright-bench-"));
  const script = path.join(folder, "bench.js");
  await bundle("programs-entry.ts", script, "browser");
  const server = await servePage(script);
  const chromium = await openChromium();
  try {
    const page = await chromium.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`http://localhost:${server.address().port}/`);
    await page.waitForFunction(() => window.programRows !== undefined);
    return await page.evaluate(() => window.programRows());
  } finally {
    await chromium.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
