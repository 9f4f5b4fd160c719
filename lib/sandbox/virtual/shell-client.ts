import type { LoadingProgress } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { Outside } from "@/lib/core/tool/outside";
import { CommandAsks } from "./command-asks";
import {
  type ConnectShell,
  type ShellChannel,
  type ShellMessage,
  type ShellRequestBody,
  shellMessageSchema,
} from "./shell-protocol";

type OutputListener = (piece: { stream: "stdout" | "stderr"; text: string }) => void;

interface Pending {
  body: ShellRequestBody;
  resolve(value: unknown): void;
  reject(error: SandboxError): void;
  onOutput: OutputListener | undefined;
  asks: CommandAsks;
}

export interface ShellClientOptions {
  connect: ConnectShell;
  /** The first request of every worker; called again after a restart. */
  init(restart: boolean): ShellRequestBody;
  onChanges(changes: Extract<ShellMessage, { type: "changes" }>["changes"]): void;
  onStorage(status: Extract<ShellMessage, { type: "storage" }>["status"]): void;
  onLoading(progress: LoadingProgress | undefined): void;
}

export interface SentRequest {
  id: number;
  value: Promise<unknown>;
}

/** A worker that keeps dying is not started for ever. */
const RESTARTS_WITHOUT_SUCCESS = 3;

/**
 * Requests and replies over one worker after another. When a worker is ended, what it had not acknowledged has had no effect
 * (the next one starts from the page's copy), so requests are sent again; only commands are not, they are rejected.
 */
export class ShellClient {
  private channel: ShellChannel;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private fruitlessRestarts = 0;
  private closedBy: SandboxError | undefined;
  private initReply: Promise<unknown>;

  constructor(private readonly options: ShellClientOptions) {
    this.channel = this.open();
    this.initReply = this.send(options.init(false)).value;
    this.initReply.catch(() => undefined);
  }

  /** What the newest worker answered to `init`. */
  get started(): Promise<unknown> {
    return this.initReply;
  }

  /** `outside` answers what the command of this request asks for; without it every such question is refused. */
  send(body: ShellRequestBody, onOutput?: OutputListener, outside?: Outside): SentRequest {
    const id = this.nextId;
    this.nextId += 1;
    if (this.closedBy !== undefined) return { id, value: Promise.reject(this.closedBy) };
    const value = new Promise<unknown>((resolve, reject) => {
      const asks = new CommandAsks(outside, (answer) => {
        if (this.closedBy === undefined) this.channel.post(answer);
      });
      this.pending.set(id, { body, resolve, reject, onOutput, asks });
    });
    this.channel.post({ id, body });
    return { id, value };
  }

  isOpen(id: number): boolean {
    return this.pending.has(id);
  }

  /** Wakes a command that sleeps. */
  stop(id: number): void {
    if (this.closedBy === undefined) this.channel.post({ stop: id });
  }

  /** Ends the worker because of request `id`, which is rejected with `reason`, and goes on with a new one. */
  restart(id: number, reason: SandboxError): void {
    this.settle(id, (pending) => pending.reject(reason));
    this.replaceWorker("Another command had to be ended together with the shell; run this one again.");
  }

  close(reason: SandboxError): void {
    if (this.closedBy !== undefined) return;
    this.closedBy = reason;
    this.channel.terminate();
    for (const id of [...this.pending.keys()]) this.settle(id, (pending) => pending.reject(reason));
  }

  private open(): ShellChannel {
    const channel: ShellChannel = this.options.connect(
      (message) => this.receive(message),
      (reason) => {
        if (channel === this.channel) this.broken(reason);
      },
    );
    return channel;
  }

  private receive(raw: unknown): void {
    const parsed = shellMessageSchema.safeParse(raw);
    if (!parsed.success) {
      this.broken(`The shell worker broke the protocol: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case "changes":
        this.options.onChanges(message.changes);
        return;
      case "storage":
        this.options.onStorage(message.status);
        return;
      case "loading":
        this.options.onLoading(message.progress);
        return;
      case "output":
        for (const piece of message.pieces) this.pending.get(message.id)?.onOutput?.(piece);
        return;
      case "ask":
        this.pending.get(message.id)?.asks.ask(message);
        return;
      case "cancel":
        this.pending.get(message.id)?.asks.cancel(message.ask);
        return;
      case "reply":
        this.fruitlessRestarts = 0;
        this.settle(message.id, (pending) => pending.resolve(message.value));
        return;
      case "failure":
        this.settle(message.id, (pending) => {
          pending.reject(
            new SandboxError(message.code, message.message, { path: message.path, output: message.output }),
          );
        });
    }
  }

  private broken(reason: string): void {
    this.fruitlessRestarts += 1;
    if (this.fruitlessRestarts > RESTARTS_WITHOUT_SUCCESS) {
      this.close(new SandboxError("failed", `The shell does not start: ${reason}`));
    } else this.replaceWorker(`The shell ended by itself (${reason}); run the command again.`);
  }

  private replaceWorker(whyCommandsEnd: string): void {
    if (this.closedBy !== undefined) return;
    this.channel.terminate();
    this.options.onLoading(undefined);
    for (const [id, { body }] of [...this.pending]) {
      if (body.op !== "exec") continue;
      this.settle(id, (pending) => pending.reject(new SandboxError("aborted", whyCommandsEnd)));
    }
    const again = [...this.pending].sort(([left], [right]) => left - right);
    this.channel = this.open();
    const firstStart = again.find(([, { body }]) => body.op === "init");
    if (firstStart === undefined) {
      this.initReply = this.send(this.options.init(true)).value;
      this.initReply.catch(() => undefined);
    }
    for (const [id, { body }] of again) this.channel.post({ id, body });
  }

  private settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    this.pending.delete(id);
    pending.asks.close();
    how(pending);
  }
}
