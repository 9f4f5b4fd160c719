import type { WebContainer, WebContainerProcess } from "@webcontainer/api";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** What the adapter uses of the vendor's container. */
export type Container = Pick<WebContainer, "fs" | "spawn" | "on" | "mount" | "workdir">;

/** The shell that a container has. It is small: no grep, sed, awk, find or git. */
export function shellArguments(command: string): [string, string[]] {
  return ["jsh", ["-c", command]];
}

const ANSWER_MS = 20_000;

/** A container whose every answer has a time limit: a runtime that died answers nothing, and says nothing. */
export class ContainerLink {
  constructor(
    readonly container: Container,
    private readonly options: { answerMs?: number; onLost(): void },
  ) {}

  /** Rejects with `failed` when the container does not answer; what it answers with, also a rejection, is passed on. */
  async ask<T>(work: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.options.onLost();
        reject(new SandboxError("failed", "The WebContainer stopped answering."));
      }, this.options.answerMs ?? ANSWER_MS);
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  spawn(
    command: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string> },
  ): Promise<WebContainerProcess> {
    return this.ask(this.container.spawn(command, args, options));
  }

  /** A short program of the adapter's own: its whole output, or undefined when it failed. */
  async output(command: string, args: string[]): Promise<string | undefined> {
    const process = await this.spawn(command, args, {});
    let text = "";
    const reader = process.output.getReader();
    const reading = (async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
    })();
    const exitCode = await this.ask(process.exit);
    await this.ask(reading);
    return exitCode === 0 ? text : undefined;
  }
}
