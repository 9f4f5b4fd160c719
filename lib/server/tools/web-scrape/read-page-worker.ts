import { parentPort } from "node:worker_threads";
import { decodePage } from "./decode-page";
import { type Page, type PageRequest, readPage } from "./read-page";

/** What the server hands over for one page. */
export interface PageJob extends Omit<PageRequest, "html"> {
  bytes: Uint8Array;
  contentType: string;
}

/** Built into one file by `scripts/build-server-workers.mjs`; one job at a time, each answered with its page. */
parentPort?.on("message", ({ bytes, contentType, ...request }: PageJob) => {
  let page: Page;
  try {
    page = readPage({ ...request, html: decodePage(bytes, contentType) });
  } catch (error) {
    page = { error: `The page cannot be read: ${error instanceof Error ? error.message : "it failed"}` };
  }
  parentPort?.postMessage(page);
});
