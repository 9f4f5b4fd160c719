import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { importBundled, root } from "./bundle.mjs";

const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};
const PAGE =
  '<!doctype html><html lang="en"><title>bench</title><script type="module" src="/bench.js"></script></html>';

/** A small isolated page that runs `script`, with the workers of `public/`. */
export async function servePage(script) {
  const { FRAME_DOCUMENT, FRAME_HEADERS } = await importBundled("../../lib/tool-host/frame-document.ts");
  const answers = {
    "/": () => [PAGE, { "content-type": "text/html" }],
    "/bench.js": async () => [await readFile(script), { "content-type": "text/javascript" }],
    "/tool-host": () => [FRAME_DOCUMENT, FRAME_HEADERS],
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    try {
      const answer =
        answers[pathname] ?? (async () => [await readFile(publicFile(pathname.replace(/^\/workers\//, ""))), {}]);
      const [body, headers] = await answer();
      const type = /\.m?js$/.test(pathname) ? { "content-type": "text/javascript" } : {};
      response.writeHead(200, { ...ISOLATION, ...type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return server;
}

/** A built worker, or a part that one loads; a URL has resolved its dots before it comes here. */
export function publicFile(name) {
  return path.join(root, "public", "workers", name);
}
