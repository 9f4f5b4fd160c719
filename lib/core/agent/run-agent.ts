import type { RefusedBy } from "../call/outcome";
import type { Problem } from "../errors/result";
import type { AgentPorts, RunnerEventBody } from "./agent-ports";
import { answerCall, type CallDriver, Interruption, raced } from "./answer-call";
import type { RunEndReason } from "./event";
import { nextMove } from "./next-move";
import { DEFAULT_PARALLEL_CALLS } from "./parallel-calls";
import { settleOpenCalls } from "./settle-open-calls";

export type AgentResult =
  /** The log holds the run's one `run-end`. */
  | { reason: RunEndReason }
  /** The page let go; the run is open and another runner can go on. */
  | { reason: "released" }
  /** Another runner has the run now, or the log could not be reached; the run is open and can be continued. */
  | { reason: "interrupted"; problem: Problem };

/**
 * The loop: answer the open calls of the newest step, then ask for the next one, until the run ends. It holds nothing that
 * the log does not hold, so it may be dropped at any event and begun anew: no call runs twice, every call is settled once,
 * and the run ends once. Never rejects.
 */
export async function runAgent(ports: AgentPorts): Promise<AgentResult> {
  const leave = new AbortController();
  try {
    return await drive(ports, AbortSignal.any([ports.stop, ports.release, leave.signal]), leave);
  } catch (error) {
    const end = ports.state().end;
    if (end !== undefined) return { reason: end.reason };
    if (ports.stop.aborted) return stopRun(ports);
    if (ports.release.aborted) return { reason: "released" };
    return { reason: "interrupted", problem: problemOf(error) };
  } finally {
    leave.abort();
  }
}

async function drive(ports: AgentPorts, signal: AbortSignal, leave: AbortController): Promise<AgentResult> {
  const withPlace = createPlaces(ports.concurrency ?? DEFAULT_PARALLEL_CALLS);
  for (;;) {
    const move = nextMove(ports.state());
    if (move.kind === "ended") return { reason: move.reason };
    if (signal.aborted) throw new Interruption("aborted", "The run was stopped or released.");
    if (move.kind === "step") {
      const end = await takeStep(ports, move.step, signal);
      if (end !== undefined) await recordEnd(ports, end, signal);
    } else if (move.kind === "end") {
      const { kind: _kind, ...end } = move;
      await recordEnd(ports, end, signal);
    } else {
      const driver = { ports, signal, withPlace };
      // The first interruption ends its siblings too; nothing is left running behind the loop's back.
      const answers = move.callIds.map((callId) =>
        answerCall(callId, driver).catch((error: unknown) => {
          leave.abort();
          throw error;
        }),
      );
      const failed = (await Promise.allSettled(answers)).flatMap((answer) =>
        answer.status === "rejected" ? [answer.reason as unknown] : [],
      );
      if (failed.length > 0) throw failed.find((error) => !isAborted(error)) ?? failed[0];
    }
  }
}

type End = Omit<Extract<RunnerEventBody, { type: "run-end" }>, "type">;

/** The server's answers to a step that no later attempt would change. */
const FINAL_REFUSALS: Readonly<Record<string, RunEndReason>> = {
  budget: "budget",
  "step-limit": "step-limit",
  "model-unavailable": "failed",
};

/** Resolves with an end when the server will never take this step. */
async function takeStep(ports: AgentPorts, step: number, signal: AbortSignal): Promise<End | undefined> {
  const taken = await raced({ signal }, ports.step(step, signal));
  if (!taken.ok) {
    const { code, message } = taken.problem;
    const reason = Object.hasOwn(FINAL_REFUSALS, code) ? FINAL_REFUSALS[code] : undefined;
    if (reason === undefined) throw new Interruption(code, message);
    return { reason, error: { code, message } };
  }
  const run = ports.state();
  if (run.end === undefined && run.steps.find((known) => known.step === step)?.endedAt === undefined)
    throw new Interruption("step-lost", `Step ${step} was answered without its end.`);
  return undefined;
}

async function recordEnd(ports: AgentPorts, end: End, signal: AbortSignal): Promise<void> {
  const stored = await raced({ signal }, ports.record([{ type: "run-end", ...end }]));
  if (!stored.ok) throw new Interruption(stored.problem.code, stored.problem.message);
}

/** Settles what is open and ends the run. The server's own stop may have been faster; then there is nothing to do. */
async function stopRun(ports: AgentPorts): Promise<AgentResult> {
  const reason: unknown = ports.stop.reason;
  const name = typeof reason === "string" && reason !== "" ? reason : "the user";
  const by: RefusedBy = { kind: "person", name };
  try {
    const settlements = settleOpenCalls(ports.state(), by, ports.now());
    const work = ports.record([...settlements, { type: "run-end", reason: "stopped", by: name }]);
    const stored = await raced({ signal: ports.release }, work);
    if (stored.ok) return { reason: "stopped" };
    const end = ports.state().end;
    return end === undefined ? { reason: "interrupted", problem: stored.problem } : { reason: end.reason };
  } catch (error) {
    if (ports.release.aborted) return { reason: "released" };
    return { reason: "interrupted", problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof Interruption ? error.code : "record-failed", message };
}

function isAborted(error: unknown): boolean {
  return error instanceof Interruption && error.code === "aborted";
}

/** Gives out places in the order they were asked for; an exclusive tool's next call asks when the one before has ended. */
function createPlaces(count: number): CallDriver["withPlace"] {
  let free = Math.max(1, count);
  const queue: (() => void)[] = [];
  const last = new Map<string, Promise<unknown>>();

  async function inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  return (exclusive, work) => {
    if (exclusive === undefined) return inPlace(work);
    const before = last.get(exclusive) ?? Promise.resolve();
    const mine = before.then(() => inPlace(work));
    last.set(
      exclusive,
      mine.catch(() => undefined),
    );
    return mine;
  };
}
