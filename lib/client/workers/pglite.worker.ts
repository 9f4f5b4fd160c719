import { errorText } from "@/lib/core/errors/error-text";
import type { PgliteMessage, PgliteReply } from "../outside/sql/create-pglite-service";
import { PgliteEngine } from "../outside/sql/pglite-engine";

/** The worker behind the service `pglite`: one database for as long as it lives. */
let engine: PgliteEngine | undefined;

async function answer(message: PgliteMessage): Promise<PgliteReply> {
  if (message.kind === "open") {
    await engine?.close();
    engine = undefined;
    engine = await PgliteEngine.open(message.dump);
    return { kind: "opened" };
  }
  if (engine === undefined) return { kind: "failed", error: "No database is open." };
  const result = await engine.run(message.request);
  const wanted = message.dump && result.ok && result.changed;
  return { kind: "ran", answer: result, ...(wanted ? { dump: await engine.dump() } : {}) };
}

addEventListener("message", async (event: MessageEvent<PgliteMessage>) => {
  try {
    postMessage(await answer(event.data));
  } catch (error) {
    postMessage({ kind: "failed", error: errorText(error) || "The engine failed without a reason." });
  }
});
postMessage("ready");
