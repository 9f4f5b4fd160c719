import "server-only";
import Docker from "dockerode";
import type { TextScanner } from "@/lib/core/redact/text-scanner";
import { containerOptions, DEADLINE_LABEL } from "./container-options";
import { HeadAndTail } from "./head-and-tail";
import type { ContainerPlan } from "./plan-container";
import { RedactedOutput } from "./redacted-output";

export interface ContainerEnd {
  stdout: string;
  stderr: string;
  exitCode: number;
  timedOut: boolean;
  durationMs: number;
}

export interface ContainerWatch {
  /** Ends the command. */
  signal: AbortSignal;
  /** Takes secrets out of one stream of output. */
  scanner(): TextScanner;
}

/** Bytes kept of each stream. */
const OUTPUT_LIMIT = 50_000;
/** Bytes after which a command that only writes is ended. */
const FLOOD_LIMIT = 16 * 1024 ** 2;
const TIMED_OUT_CODE = 124;
const KILLED_CODE = 137;
/** For making and removing the container, on top of the command's own time. */
const GRACE_MS = 30_000;
/** An engine that does not tell of the end of a killed container is given up on. */
const KILL_MS = 10_000;

/** A Docker-compatible engine behind a socket: one fresh container per command, gone when it ends. */
export class ContainerEngine {
  private readonly docker: Docker;

  constructor(socket: string) {
    this.docker = new Docker({ socketPath: socket });
  }

  /** Rejects with what the socket or the engine says when nobody answers there. */
  async ping(): Promise<void> {
    await this.docker.ping();
  }

  /**
   * Runs one command to its end, its timeout, or the signal, and leaves no container behind.
   *
   * @throws the signal's reason when it aborted, and the engine's error when the engine refuses.
   */
  async run(plan: ContainerPlan, watch: ContainerWatch): Promise<ContainerEnd> {
    const { signal } = watch;
    const name = `toolwright-${crypto.randomUUID()}`;
    const options = containerOptions(plan, name, Date.now() + plan.timeoutMs + GRACE_MS);
    try {
      const container = await this.docker.createContainer({ ...options, abortSignal: signal });
      return await this.follow(container, plan, watch);
    } catch (error) {
      // What the end of the call broke off is the end of the call.
      signal.throwIfAborted();
      throw error;
    } finally {
      await this.remove(name);
    }
  }

  /** Removes containers of ours that nobody waits for any more: those of a process that died. Gives their number. */
  async removeOverdue(now: number): Promise<number> {
    const containers = await this.docker.listContainers({ all: true, filters: { label: [DEADLINE_LABEL] } });
    const overdue = containers.filter(({ Labels }) => !(Number(Labels[DEADLINE_LABEL]) > now));
    for (const { Id } of overdue) await this.remove(Id);
    return overdue.length;
  }

  private async follow(
    container: Docker.Container,
    plan: ContainerPlan,
    { signal, scanner }: ContainerWatch,
  ): Promise<ContainerEnd> {
    const stdout = new HeadAndTail(OUTPUT_LIMIT);
    const stderr = new HeadAndTail(OUTPUT_LIMIT);
    const outputs = [new RedactedOutput(stdout, scanner()), new RedactedOutput(stderr, scanner())] as const;
    const stream = await container.attach({ stream: true, stdout: true, stderr: true, abortSignal: signal });
    const ended = new Promise<void>((resolve) => {
      for (const event of ["end", "close", "error"]) stream.once(event, () => resolve());
    });
    const killing = new Killing(container);
    let timedOut = false;
    let flooded = false;
    container.modem.demuxStream(stream, ...outputs);
    stream.on("data", () => {
      if (flooded || outputs[0].bytes + outputs[1].bytes < FLOOD_LIMIT) return;
      flooded = true;
      killing.begin();
    });
    await container.start({ abortSignal: signal });
    const began = performance.now();
    const timer = setTimeout(() => {
      timedOut = true;
      killing.begin();
    }, plan.timeoutMs);
    const onAbort = () => killing.begin();
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      const { StatusCode } = (await Promise.race([container.wait(), killing.gaveUp])) as { StatusCode: number };
      const durationMs = Math.round(performance.now() - began);
      // The last of the output may come after the news of the end.
      await Promise.race([ended, pause(1000)]);
      signal.throwIfAborted();
      for (const output of outputs) output.settle({ isCut: flooded || timedOut });
      const notes = flooded
        ? [`(ended: it wrote more than ${FLOOD_LIMIT} bytes)`]
        : StatusCode === KILLED_CODE && !timedOut && (await ranOutOfMemory(container))
          ? [`(killed: it needed more than its ${plan.memory} bytes of memory)`]
          : [];
      return {
        stdout: stdout.text(),
        stderr: [stderr.text(), ...notes].filter((text) => text !== "").join("\n"),
        exitCode: timedOut ? TIMED_OUT_CODE : StatusCode,
        timedOut,
        durationMs,
      };
    } finally {
      clearTimeout(timer);
      killing.end();
      signal.removeEventListener("abort", onAbort);
      (stream as NodeJS.ReadWriteStream & { destroy?(): void }).destroy?.();
    }
  }

  private async remove(container: string): Promise<void> {
    // One that cannot be removed now, because the engine is away or removes it itself, is left to the sweep.
    await this.docker
      .getContainer(container)
      .remove({ force: true, v: true })
      .catch(() => {});
  }
}

/** The killing of one container: begun once, given up on when the engine does not bring it to its end. */
class Killing {
  /** Rejects when the container is not ended some time after it was to be. */
  readonly gaveUp: Promise<never>;
  private reject: (error: Error) => void = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly container: Docker.Container) {
    this.gaveUp = new Promise((_, reject) => {
      this.reject = reject;
    });
    // Nobody may be listening when it rejects.
    this.gaveUp.catch(() => {});
  }

  begin(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.reject(new Error("the engine did not end the container")), KILL_MS);
    this.container.kill().catch((error: unknown) => {
      // 404 and 409: it has ended by itself.
      if (![404, 409].includes(statusOf(error) ?? 0))
        this.reject(error instanceof Error ? error : new Error(String(error)));
    });
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

async function ranOutOfMemory(container: Docker.Container): Promise<boolean> {
  return (await container.inspect()).State.OOMKilled;
}

/** The HTTP status of an engine's refusal; undefined when nobody answered. */
export function statusOf(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === "number" ? statusCode : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
