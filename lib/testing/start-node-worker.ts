import { Worker } from "node:worker_threads";
import { type BuildOptions, build } from "esbuild";
import type { EngineWorker } from "@/lib/client/outside/engine-worker";

const bundles = new Map<string, Promise<string>>();

/** What a browser gives its workers and a thread of Node does not. */
const SHIM = `
const { parentPort } = require("node:worker_threads");
globalThis.self = globalThis;
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
globalThis.addEventListener = (type, listener) => { if (type === "message") parentPort.on("message", (data) => listener({ data })); };
`;

/** A worker of the page, built from its sources as the assets are, in a thread of Node. */
export async function startNodeWorker(entry: string, options: BuildOptions = {}): Promise<EngineWorker> {
  let bundle = bundles.get(entry);
  if (bundle === undefined) {
    bundle = bundled(entry, options);
    bundles.set(entry, bundle);
  }
  const worker = new Worker(SHIM + (await bundle), { eval: true });
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as never),
    addEventListener(type: "message" | "error", listener: (event: never) => void) {
      if (type === "message") worker.on("message", (data) => listener({ data } as never));
      else worker.on("error", (error) => listener({ message: error.message } as never));
    },
    terminate: () => void worker.terminate(),
  };
}

async function bundled(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
    alias: { "@": process.cwd() },
    logLevel: "silent",
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}
