// The tool host and the shell in a real Chromium: a small isolated page over `public/`, served from here.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { bundle, importBundled, root } from "./bundle.mjs";
import { openChromium } from "./open-chromium.mjs";

const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};
const PAGE =
  '<!doctype html><html lang="en"><title>bench</title><script type="module" src="/bench.js"></script></html>';

async function serve(script) {
  const { FRAME_DOCUMENT, FRAME_HEADERS } = await importBundled("../../lib/tool-host/frame-document.ts");
  const answers = {
    "/": () => [PAGE, { "content-type": "text/html" }],
    "/bench.js": async () => [await readFile(script), { "content-type": "text/javascript" }],
    "/tool-host": () => [FRAME_DOCUMENT, FRAME_HEADERS],
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    try {
      const answer = answers[pathname] ?? (async () => [await readFile(publicFile(pathname)), {}]);
      const [body, headers] = await answer();
      const type = pathname.endsWith(".js") ? { "content-type": "text/javascript" } : {};
      response.writeHead(200, { ...ISOLATION, ...type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return server;
}

function publicFile(pathname) {
  const name = path.basename(pathname);
  return path.join(root, "public", "workers", name);
}

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
  const server = await serve(script);
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
