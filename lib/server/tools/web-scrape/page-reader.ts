import "server-only";
import { Worker } from "node:worker_threads";
import type { Page } from "./read-page";
import type { PageJob } from "./read-page-worker";

export interface PageReaderOptions {
  /** The built worker. */
  file: string;
  /** What one page may take, the start of the thread included and waiting for others not. */
  timeoutMs: number;
  memoryMegabytes: number;
}

/**
 * Reads pages in a thread of its own: a page, or a selector over it, that takes too long is ended together with the thread, and
 * the server has served others all the while. One page at a time; the thread is kept for the next one.
 */
export class PageReader {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PageReaderOptions) {}

  /** Never rejects for what a page is; `{ error }` then. */
  read(job: PageJob, signal: AbortSignal): Promise<Page> {
    const turn = this.#last.then(() => (signal.aborted ? { error: "Request aborted" } : this.#readNow(job, signal)));
    this.#last = turn;
    return turn;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #readNow(job: PageJob, signal: AbortSignal): Promise<Page> {
    return new Promise((resolve) => {
      const worker = this.#open();
      const { timeoutMs } = this.options;
      const settle = (page: Page) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        worker.off("message", onPage);
        worker.off("error", onError);
        worker.off("exit", onExit);
        resolve(page);
      };
      const end = (error: string) => {
        settle({ error });
        if (this.#worker === worker) this.#worker = undefined;
        void worker.terminate();
      };
      const onPage = (page: Page) => {
        worker.unref();
        settle(page);
      };
      const onError = (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        end(isMemory ? "The page is too large to be read" : `The page cannot be read: ${error.message}`);
      };
      const onExit = () => end("The page cannot be read: its reader ended");
      const onAbort = () => end("Request aborted");
      const timer = setTimeout(() => end(`The page is too complex to be read within ${timeoutMs}ms`), timeoutMs);
      signal.addEventListener("abort", onAbort, { once: true });
      worker.on("message", onPage);
      worker.on("error", onError);
      worker.on("exit", onExit);
      worker.ref();
      worker.postMessage(job);
    });
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(/* turbopackIgnore: true */ this.options.file, {
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMegabytes },
      env: {},
      stdin: false,
    });
    // Without a listener, a thread that fails between two pages would end the process.
    worker.on("error", () => {});
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }
}
