// The hosts that tests boot a WebContainer from: each on a port of its own, opened, closed and set by a request, so that a test can
// have a host that is down, comes up later, never answers, or dies.

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Allow-Methods": "*",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "no-store",
};
const BUILT = /^\/(?:workers|engines)(?:\/[\w.-]+)+$/;
const TYPES = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** The shell as it is now: a build beside a test run must not change it under the test. */
async function builtShell() {
  const files = new Map();
  for (const name of await readdir(`${root}public/workers`, { recursive: true })) {
    if (!/^shell(?:\.js|\/.+\.js)$/.test(name)) continue;
    files.set(`/workers/${name}`, await readFile(`${root}public/workers/${name}`));
  }
  return files;
}

/** One bundle for the frame, and the vendor's client as it is, for tests that need a client of their own. */
async function bundles() {
  const shared = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: ["es2022"],
    write: false,
  };
  const page = await build({
    ...shared,
    entryPoints: ["lib/testing/webcontainer-stand-in/headless-page.ts"],
    tsconfig: `${root}tsconfig.json`,
  });
  const client = await build({ ...shared, entryPoints: ["node_modules/@webcontainer/api/dist/index.js"] });
  return { page: page.outputFiles[0].text, client: client.outputFiles[0].text, shell: await builtShell() };
}

function listen(server, port = 0) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server.address().port));
  });
}

function send(response, type, body, status = 200) {
  response.writeHead(status, { ...HEADERS, "Content-Type": type });
  response.end(body);
}

function hostServer(assets, host) {
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://stand-in");
    if (host.switches.blackHole) return;
    if (pathname === "/headless") {
      host.loads += 1;
      host.queries.push(request.url);
      return send(response, "text/html", '<!doctype html><script type="module" src="/headless.js"></script>');
    }
    if (pathname === "/headless.js") return send(response, "text/javascript", assets.page);
    // The shell and the engines that it loads on first use.
    if (BUILT.test(pathname)) {
      const file = assets.shell.get(pathname) ?? (await readFile(`${root}public${pathname}`).catch(() => undefined));
      const type = TYPES[pathname.slice(pathname.lastIndexOf("."))] ?? "application/octet-stream";
      return file === undefined ? send(response, "text/plain", "not found", 404) : send(response, type, file);
    }
    if (pathname === "/switches") return send(response, "application/json", JSON.stringify(host.switches));
    if (pathname.startsWith("/preview/")) {
      return send(response, "text/html", `<!doctype html><title>preview</title><h1>Served from ${pathname}</h1>`);
    }
    send(response, "text/plain", "not found", 404);
  });
}

/** `POST /hosts` → `{port}`; `POST /hosts/<port>` with switches; `/up` and `/down`; `GET /hosts/<port>`; `GET /client.js`. */
export async function startStandIns() {
  const assets = await bundles();
  const hosts = new Map();
  const up = async (host) => {
    host.server = hostServer(assets, host);
    host.port = await listen(host.server, host.port);
  };
  const down = (host) =>
    new Promise((resolve) => {
      host.server.close(() => resolve());
      host.server.closeAllConnections();
    });
  const control = createServer(async (request, response) => {
    if (request.method === "OPTIONS") return send(response, "text/plain", "");
    const { pathname } = new URL(request.url ?? "/", "http://control");
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    if (pathname === "/client.js") return send(response, "text/javascript", assets.client);
    if (pathname === "/hosts") {
      const host = { port: 0, switches: body, loads: 0, queries: [], server: undefined };
      await up(host);
      hosts.set(host.port, host);
      return send(response, "application/json", JSON.stringify({ port: host.port }));
    }
    const [, , port, act] = pathname.split("/");
    const host = hosts.get(Number(port));
    if (host === undefined) return send(response, "text/plain", "no such host", 404);
    if (act === "up") await up(host);
    else if (act === "down") await down(host);
    else if (request.method === "POST") host.switches = body;
    send(response, "application/json", JSON.stringify({ loads: host.loads, queries: host.queries }));
  });
  const port = await listen(control);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const host of hosts.values()) await down(host);
      const closed = new Promise((resolve) => control.close(() => resolve()));
      control.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Vitest's global setup: the browser tests find the control server by `inject("standIns")`. It runs more than once, so each run
 * gives what ends its own servers.
 */
export async function setup({ provide }) {
  const running = await startStandIns();
  provide("standIns", running.url);
  return () => running.stop();
}
