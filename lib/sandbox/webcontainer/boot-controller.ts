import type { BootOptions, WebContainer } from "@webcontainer/api";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** Why there is no container, in words for a person; `again` tells what can help. */
export interface ContainerProblem {
  code:
    | "not-isolated"
    | "host-unreachable"
    | "no-answer"
    | "boot-stuck"
    | "boot-refused"
    | "client-missing"
    | "answered-late"
    | "container-lost";
  message: string;
  fix: string;
  /** `retry`: without a reload. `reload`: the client cannot start a second time on this page. */
  again: "retry" | "reload";
}

export type ContainerState =
  | { phase: "idle" }
  | { phase: "checking" }
  | { phase: "booting" }
  | { phase: "ready" }
  | { phase: "unavailable"; problem: ContainerProblem };

/** The part of the vendor's client that starts a container. */
export interface ContainerClient {
  boot(options?: BootOptions): Promise<WebContainer>;
}

export interface BootControllerOptions {
  /** `https://host` of the page that holds the runtime. */
  origin: string;
  loadClient(): Promise<ContainerClient>;
  coep?: BootOptions["coep"];
  workdirName?: string;
  isIsolated?: () => boolean;
  /** How long to wait for any answer of the host, for the first sign of the runtime, and for the whole start. */
  preflightMs?: number;
  answerMs?: number;
  bootMs?: number;
}

/** A call of the client's `boot`. It may stay open for good: the client never rejects when its host is away. */
interface PendingBoot {
  promise: Promise<WebContainer>;
  instance?: WebContainer;
  settled: boolean;
}

const PREFLIGHT_MS = 5000;
const ANSWER_MS = 15_000;
const BOOT_MS = 25_000;

/**
 * Starts the one container that a page may have. Order: isolation, a request that shows whether the host answers, then one
 * `boot()` against a watchdog. Whatever happens ends in a state that says so; a host that was down is tried again by loading
 * its frame again, because a second `boot()` would wait behind the first.
 */
export class BootController {
  private current: ContainerState = { phase: "idle" };
  private readonly listeners = new Set<() => void>();
  private starting: Promise<WebContainer> | undefined;
  /** Grows with every start and cancel; what an older start still finds out is not told. */
  private turn = 0;
  private cancelStart: ((reason: SandboxError) => void) | undefined;
  private pending: PendingBoot | undefined;
  /** The host's frame has said hello once; the client keeps that connection for good. */
  private greeted = false;
  private listening = false;

  constructor(private readonly options: BootControllerOptions) {}

  state(): ContainerState {
    return this.current;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves with the running container; rejects with a `SandboxError` whose message is the problem's. Asked twice, starts once. */
  start(): Promise<WebContainer> {
    if (this.current.phase === "ready" && this.pending?.instance) return Promise.resolve(this.pending.instance);
    if (this.starting !== undefined) return this.starting;
    this.turn += 1;
    const turn = this.turn;
    const started = this.run(turn).finally(() => {
      if (this.turn === turn) this.starting = undefined;
    });
    this.starting = started;
    return started;
  }

  /** Ends a start that is under way. A container that arrives afterwards is put away. */
  cancel(): void {
    if (this.starting === undefined) return;
    this.turn += 1;
    this.starting = undefined;
    this.cancelStart?.(new SandboxError("aborted", "The start was cancelled."));
    this.set({ phase: "idle" });
  }

  /** Ends the container with all its processes and files; the next `start` makes a new one. */
  teardown(): void {
    this.cancel();
    if (this.current.phase !== "ready") return;
    const { pending } = this;
    this.pending = undefined;
    pending?.instance?.teardown();
    this.set({ phase: "idle" });
  }

  /** For whoever sees that a container which was ready does not answer any more. */
  lost(): void {
    if (this.current.phase !== "ready") return;
    this.pending = undefined;
    this.fail(this.turn, "container-lost", "The WebContainer stopped answering.", "reload");
  }

  private async run(turn: number): Promise<WebContainer> {
    const cancelled = new Promise<never>((_, reject) => {
      this.cancelStart = reject;
    });
    cancelled.catch(ignoreToldElsewhere);
    this.set({ phase: "checking" });
    const isolated = this.options.isIsolated ?? (() => globalThis.crossOriginIsolated === true);
    if (!isolated()) {
      const message = "This page is not isolated, and a WebContainer shares memory with its host.";
      throw this.fail(turn, "not-isolated", message, "reload");
    }
    await Promise.race([this.preflight(turn), cancelled]);
    this.set({ phase: "booting" });
    const client = await Promise.race([this.client(turn), cancelled]);
    const instance = await Promise.race([this.watched(turn, this.boot(client)), cancelled]);
    this.set({ phase: "ready" });
    return instance;
  }

  /** An answer is only a "maybe": nothing of it can be read. Its absence is certain. */
  private async preflight(turn: number): Promise<void> {
    const signal = AbortSignal.timeout(this.options.preflightMs ?? PREFLIGHT_MS);
    try {
      await fetch(`${this.options.origin}/headless`, { mode: "no-cors", credentials: "omit", signal });
    } catch {
      throw this.fail(turn, "host-unreachable", `${this.options.origin} cannot be reached from this browser.`, "retry");
    }
  }

  private async client(turn: number): Promise<ContainerClient> {
    try {
      return await this.options.loadClient();
    } catch (cause) {
      throw this.fail(turn, "client-missing", "The WebContainer client could not be loaded.", "retry", cause);
    }
  }

  private boot(client: ContainerClient): PendingBoot {
    if (this.pending !== undefined) {
      if (!this.pending.settled && !this.greeted) this.reloadFrame();
      return this.pending;
    }
    this.listenForGreeting();
    const { coep = "require-corp", workdirName } = this.options;
    const pending: PendingBoot = { promise: client.boot({ coep, workdirName }), settled: false };
    this.pending = pending;
    pending.promise.then(
      (instance) => {
        pending.settled = true;
        pending.instance = instance;
        if (this.starting === undefined) this.arrivedLate(instance);
      },
      () => {
        pending.settled = true;
        if (this.pending === pending) this.pending = undefined;
      },
    );
    return pending;
  }

  /** Nobody waits for it any more: it is offered after a time-out, and put away after a cancel. */
  private arrivedLate(instance: WebContainer): void {
    if (this.current.phase === "idle") {
      this.pending = undefined;
      instance.teardown();
    } else this.fail(this.turn, "answered-late", "The WebContainer was slow, and is ready now.", "retry");
  }

  private watched(turn: number, pending: PendingBoot): Promise<WebContainer> {
    const { answerMs = ANSWER_MS, bootMs = BOOT_MS } = this.options;
    return new Promise((resolve, reject) => {
      const within = (ms: number): string => `within ${Math.round(ms / 1000)} s`;
      const timers = [
        setTimeout(() => {
          if (this.greeted || pending.settled) return;
          end();
          reject(this.fail(turn, "no-answer", `The WebContainer host did not answer ${within(answerMs)}.`, "retry"));
        }, answerMs),
        setTimeout(() => {
          end();
          const again = this.greeted ? "reload" : "retry";
          reject(this.fail(turn, "boot-stuck", `The WebContainer did not start ${within(bootMs)}.`, again));
        }, bootMs),
      ];
      const end = (): void => {
        for (const timer of timers) clearTimeout(timer);
      };
      pending.promise.then(
        (instance) => {
          end();
          resolve(instance);
        },
        (cause: unknown) => {
          end();
          const reason = cause instanceof Error ? cause.message : String(cause);
          reject(this.fail(turn, "boot-refused", `The WebContainer could not start: ${reason}`, "retry", cause));
        },
      );
    });
  }

  private listenForGreeting(): void {
    if (this.listening) return;
    this.listening = true;
    globalThis.addEventListener("message", (event: MessageEvent<unknown>) => {
      if (event.origin !== this.options.origin) return;
      if ((event.data as { type?: unknown } | null)?.type === "init") this.greeted = true;
    });
  }

  /** The first `boot()` goes on with whatever the frame brings this time. */
  private reloadFrame(): void {
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.src.startsWith(`${this.options.origin}/headless?`)) frame.setAttribute("src", frame.src);
    }
  }

  private fail(
    turn: number,
    code: ContainerProblem["code"],
    message: string,
    again: ContainerProblem["again"],
    cause?: unknown,
  ): SandboxError {
    if (turn === this.turn) this.set({ phase: "unavailable", problem: { code, message, again, fix: FIXES[code] } });
    return new SandboxError("failed", message, { cause });
  }

  private set(state: ContainerState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}

const FIXES: Record<ContainerProblem["code"], string> = {
  "not-isolated": "Open this page by its own address, over HTTPS or on localhost, and not inside a frame.",
  "host-unreachable": "Check the network, a content blocker or a proxy, then retry.",
  "no-answer":
    "Check that the host's page may be loaded in a frame (content blockers, third-party storage), then retry.",
  "boot-stuck": "Retry; if that does not help, reload the page.",
  "boot-refused": "Retry in a moment. Another tab of this browser may hold too much memory.",
  "client-missing": "Check the network, then retry.",
  "answered-late": "Retry to use it; nothing has to be loaded again.",
  "container-lost": "Reload the page to start a new one. The files are as they were.",
};

/** The state has told it already. */
function ignoreToldElsewhere(): void {}
