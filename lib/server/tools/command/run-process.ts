import "server-only";
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { TextScanner } from "@/lib/core/redact/text-scanner";
import { HeadAndTail } from "../docker/head-and-tail";
import { RedactedOutput } from "../docker/redacted-output";

export interface ProcessRequest {
  path: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  timeoutMs: number;
  maxOutput: number;
  signal: AbortSignal;
  /** Takes secrets out of one stream of output. */
  scanner(): TextScanner;
}

export type ProcessEnd =
  | { kind: "exited"; output: string; truncated: boolean; exitCode: number }
  | { kind: "timed-out"; output: string; truncated: boolean }
  | { kind: "stopped"; output: string; truncated: boolean }
  | { kind: "not-started"; reason: string };

/** How long a child of the process may still hold the output open after the process itself ended. */
const DRAIN_MS = 500;

/** What shells say of a program that a signal ended. */
function codeOfSignal(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Runs one program with an argument vector, and nothing between the two. It leads a process group of its own, and the whole
 * group is gone when this resolves. Output of both streams in the order it came, head and tail of it when it is long.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    if (request.signal.aborted) {
      resolve({ kind: "stopped", output: "", truncated: false });
      return;
    }
    const output = new HeadAndTail(request.maxOutput);
    // `argv0` and `shell` stay at their defaults: the program sees its own path, and no shell is involved.
    const child = spawn(request.path, request.args, {
      cwd: request.cwd,
      env: { ...request.env } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    let ended: "timed-out" | "stopped" | undefined;
    let drain: NodeJS.Timeout | undefined;
    const killGroup = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group is empty already.
      }
    };
    const end = (why: "timed-out" | "stopped") => {
      ended ??= why;
      killGroup();
    };
    const timer = setTimeout(() => end("timed-out"), request.timeoutMs);
    const onAbort = () => end("stopped");
    request.signal.addEventListener("abort", onAbort, { once: true });
    const settle = (result: ProcessEnd) => {
      clearTimeout(timer);
      clearTimeout(drain);
      request.signal.removeEventListener("abort", onAbort);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    const streams = [child.stdout, child.stderr].map((stream) => {
      const redacted = new RedactedOutput(output, request.scanner());
      stream.on("data", (piece: Buffer) => redacted.write(piece));
      return redacted;
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      settle({ kind: "not-started", reason: error.code ?? error.message });
    });
    const finish = () => {
      for (const stream of streams) stream.settle({ isCut: ended !== undefined });
      const text = { output: output.text(), truncated: output.bytes > request.maxOutput };
      if (ended !== undefined) settle({ kind: ended, ...text });
      else settle({ kind: "exited", ...text, exitCode: child.exitCode ?? codeOfSignal(child.signalCode) });
    };
    child.once("exit", () => {
      killGroup();
      drain = setTimeout(finish, DRAIN_MS);
    });
    child.once("close", finish);
  });
}
