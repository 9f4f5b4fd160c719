import { runWasiModule, type WasiRun } from "../outside/wasm/run-wasi-module";

/** The worker behind the service `wasm`: one module, one run, then it is ended. */
addEventListener("message", async (event: MessageEvent<WasiRun>) => {
  postMessage(await runWasiModule(event.data));
});
postMessage("ready");
