import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { EventFeed } from "./event-feed";
import { CONNECTION_LOST } from "./reach-server";
import { createRetryPause } from "./retry-pause";
import type { ServerPort } from "./server-port";

/**
 * One model step to its end. Events are folded as they stream; when the stream is cut the log is read instead, and the step
 * is asked for again only when the log says that it has not ended. Resolves when `step-end` is folded.
 */
export async function driveStep(options: {
  sessionId: string;
  runId: string;
  runnerId: string;
  step: number;
  server: Pick<ServerPort, "stepRun">;
  feed: EventFeed;
  signal: AbortSignal;
  onConnection(isLost: boolean): void;
}): Promise<Result<void>> {
  const { sessionId, runId, runnerId, step, server, feed, signal } = options;
  const pause = createRetryPause(signal);
  let wasLost = false;
  const hasEnded = () => {
    const run = feed.log().runs.find((candidate) => candidate.runId === runId);
    return run?.status === "ended" || run?.steps.some((state) => state.step === step && state.endedAt !== undefined);
  };
  try {
    for (;;) {
      if (signal.aborted) return fail("stopped", "The run was stopped in this tab.");
      const reply = await server.stepRun({ sessionId, runId, runnerId, step });
      if (reply.ok) await readToEnd(reply.value, feed, signal);
      else if (reply.problem.code !== CONNECTION_LOST) return reply;
      if (hasEnded()) return ok(undefined);
      const caughtUp = await feed.catchUp();
      if (hasEnded()) return ok(undefined);
      const isLost = !reply.ok || !caughtUp.ok;
      if (isLost !== wasLost) options.onConnection(isLost);
      wasLost = isLost;
      await pause.wait();
    }
  } finally {
    if (wasLost) options.onConnection(false);
  }
}

async function readToEnd(
  stream: ReadableStream<Parameters<EventFeed["receive"]>[0][number]>,
  feed: EventFeed,
  signal: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  const cancel = () => {
    reader.cancel().catch(() => {
      // The stream broke by itself first.
    });
  };
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      feed.receive([value]);
    }
  } catch {
    // A cut stream: what came is folded, the rest is read from the log.
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
