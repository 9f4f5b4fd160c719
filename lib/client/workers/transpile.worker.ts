import { transpileFile } from "./transpile-file";
import type { TranspileReply, TranspileRequest } from "./transpile-protocol";

/** The worker behind `transpileDefinition`: keeps a long file's work off the thread that draws. */
addEventListener("message", (event: MessageEvent<TranspileRequest>) => {
  const { id, files } = event.data;
  const reply: TranspileReply = {
    id,
    files: files.map(({ path, text }) => ({ path, ...transpileFile(path, text) })),
  };
  postMessage(reply);
});
