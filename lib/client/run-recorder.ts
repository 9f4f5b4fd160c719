import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import type { Result } from "@/lib/core/errors/result";
import type { EventFeed } from "./event-feed";
import { CONNECTION_LOST } from "./reach-server";
import { createRetryPause } from "./retry-pause";
import type { ServerPort } from "./server-port";

const LOG_PAUSE_MS = 100;
const LONGEST_LOG_TEXT = 8_000;
const MOST_LOGS_PER_CALL = 400;

export interface RunRecorder {
  /** Stores bodies in the order of the calls to this method; log lines that came before go first. */
  record(bodies: EventBody[]): Promise<Result<RunEvent[]>>;
  /** Log and progress lines are stored in batches. */
  log(body: Extract<EventBody, { type: "call-log" }>): void;
}

/**
 * Writes what the driver does to the log. A reply that was lost is not a write that was lost: before a batch is sent again
 * the server is asked whether it has it, so nothing is stored twice and a claim of our own is never taken for another's.
 */
export function createRunRecorder(options: {
  sessionId: string;
  runId: string;
  runnerId: string;
  server: Pick<ServerPort, "recordEvents" | "readEvents">;
  feed: EventFeed;
  signal: AbortSignal;
  onConnection(isLost: boolean): void;
}): RunRecorder {
  const { sessionId, runId, runnerId, server, feed, signal } = options;
  const logCounts = new Map<string, number>();
  let logs: EventBody[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let chain: Promise<unknown> = Promise.resolve();

  function inOrder(bodies: EventBody[]): Promise<Result<RunEvent[]>> {
    const sent = chain.then(() => send(bodies));
    chain = sent;
    return sent;
  }

  async function send(bodies: EventBody[]): Promise<Result<RunEvent[]>> {
    const after = feed.log().lastSeq;
    const pause = createRetryPause(signal);
    let wasLost = false;
    for (;;) {
      const stored = await server.recordEvents({ sessionId, runId, runnerId, bodies });
      if (stored.ok) feed.receive(stored.value);
      if (stored.ok || stored.problem.code !== CONNECTION_LOST || signal.aborted) {
        if (wasLost) options.onConnection(false);
        return stored;
      }
      if (!wasLost) options.onConnection(true);
      wasLost = true;
      await pause.wait();
      const since = await server.readEvents({ sessionId, after });
      if (!since.ok) continue;
      feed.receive(since.value);
      const landed = since.value.filter((event) => event.runId === runId && bodies.some((body) => isSame(event, body)));
      if (landed.length >= bodies.length) {
        options.onConnection(false);
        return { ok: true, value: landed };
      }
    }
  }

  function takeLogs(): EventBody[] {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    const taken = logs;
    logs = [];
    return taken;
  }

  return {
    record: (bodies) => inOrder([...takeLogs(), ...bodies]),
    log(body) {
      const count = (logCounts.get(body.callId) ?? 0) + 1;
      logCounts.set(body.callId, count);
      if (count > MOST_LOGS_PER_CALL + 1) return;
      const text = count > MOST_LOGS_PER_CALL ? "More lines were left out." : shortened(body.text);
      logs.push({ ...body, text });
      timer ??= setTimeout(() => {
        const taken = takeLogs();
        if (taken.length > 0) void inOrder(taken);
      }, LOG_PAUSE_MS);
    },
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST_LOG_TEXT ? text : `${text.slice(0, LONGEST_LOG_TEXT)}… (${text.length} characters)`;
}

/**
 * Checks, claims and settlements exist once per call and run ends once per run, so their type and call name them. Log lines
 * of one driver are stored in the order they were sent, so here it is enough that they are as many; their text says nothing,
 * since the server takes secrets out of it.
 */
function isSame(event: RunEvent, body: EventBody): boolean {
  if (event.type !== body.type) return false;
  if (event.type === "call-log" && body.type === "call-log") {
    return event.callId === body.callId && event.level === body.level;
  }
  return "callId" in event && "callId" in body ? event.callId === body.callId : event.type === "run-end";
}
