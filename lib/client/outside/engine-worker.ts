/** A worker as the page's services see it; the browser's own `Worker` is one. */
export interface EngineWorker {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "error", listener: (event: { message?: string }) => void): void;
  terminate(): void;
}

export type EngineReply =
  | { status: "replied"; value: unknown }
  | { status: "timed-out" }
  | { status: "stopped" }
  /** The worker could not start, or ended by itself. */
  | { status: "died"; message: string };

export interface EngineRequest {
  message: unknown;
  transfer?: Transferable[];
  signal: AbortSignal;
  /** Milliseconds from the moment the engine is ready. */
  timeoutMs: number;
}

export interface Engine {
  /**
   * One request, in a worker that does nothing else meanwhile; with `keep: 1` and one request after another it is always the
   * same worker, until it has to be ended. A worker that was stopped, ran out of time or died is ended,
   * whatever it computes; the next request gets another.
   */
  ask(request: EngineRequest): Promise<EngineReply>;
  dispose(): void;
}

const START_MS = 60_000;

/**
 * Work that may never end by itself, in workers that can be ended. Each worker says `"ready"` once and then answers one
 * message with one message. `keep` workers wait for the next request with their engine loaded; the others are ended after
 * their first.
 */
export function createEngine(options: { start(): EngineWorker | Promise<EngineWorker>; keep: number }): Engine {
  const idle: ReadyWorker[] = [];
  let disposed = false;

  return {
    async ask(request) {
      if (request.signal.aborted) return { status: "stopped" };
      let worker = idle.pop();
      while (worker !== undefined && !worker.isAlive) worker = idle.pop();
      worker ??= new ReadyWorker(options.start);
      const reply = await worker.ask(request);
      if (reply.status === "replied" && !disposed && idle.length < options.keep && worker.isAlive) idle.push(worker);
      else worker.end();
      return reply;
    },
    dispose() {
      disposed = true;
      for (const worker of idle.splice(0)) worker.end();
    },
  };
}

class ReadyWorker {
  #worker: EngineWorker | undefined;
  #settle: ((reply: EngineReply) => void) | undefined;
  #onReady: (() => void) | undefined;
  #ready = false;
  #death: string | undefined;

  constructor(private readonly start: () => EngineWorker | Promise<EngineWorker>) {
    void this.#begin();
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  async #begin(): Promise<void> {
    try {
      const worker = await this.start();
      if (this.#death !== undefined) return worker.terminate();
      this.#worker = worker;
      worker.addEventListener("error", (event) => this.#die(event.message || "the worker did not start"));
      worker.addEventListener("message", ({ data }) => {
        if (data !== "ready") this.#settle?.({ status: "replied", value: data });
        else {
          this.#ready = true;
          this.#onReady?.();
        }
      });
    } catch (error) {
      this.#die(error instanceof Error ? error.message : String(error));
    }
  }

  ask({ message, transfer, signal, timeoutMs }: EngineRequest): Promise<EngineReply> {
    return new Promise((resolve) => {
      let timer = setTimeout(() => this.#die("its engine did not start in time"), START_MS);
      const onAbort = () => settle({ status: "stopped" });
      const settle = (reply: EngineReply) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.#settle = undefined;
        this.#onReady = undefined;
        resolve(reply);
      };
      const send = () => {
        clearTimeout(timer);
        timer = setTimeout(() => settle({ status: "timed-out" }), timeoutMs);
        this.#worker?.postMessage(message, transfer);
      };
      this.#settle = settle;
      this.#onReady = send;
      signal.addEventListener("abort", onAbort, { once: true });
      if (this.#death !== undefined) settle({ status: "died", message: this.#death });
      else if (this.#ready) send();
    });
  }

  #die(message: string): void {
    this.#death ??= message;
    this.#settle?.({ status: "died", message: this.#death });
    this.end();
  }

  end(): void {
    this.#death ??= "it was ended";
    this.#worker?.terminate();
  }
}
