import type { Outcome } from "../call/outcome";
import type { Problem } from "../errors/result";
import { ToolwrightError } from "../errors/toolwright-error";
import type { AgentPorts, RunnerEventBody } from "./agent-ports";
import { isStuck, REPEAT_LIMIT } from "./is-stuck";
import type { CallState, RunState } from "./run-state";

/** Why the loop has to leave: a record was refused, or the person stopped, or the page let go. */
export class Interruption extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "Interruption";
    this.code = code;
  }
}

export interface CallDriver {
  ports: AgentPorts;
  /** Aborted by Stop, by release, and when a sibling call found that the run is no longer ours. */
  signal: AbortSignal;
  /** Bounds how many calls run at the same time, and lets those of an exclusive tool run one after another. */
  withPlace<T>(exclusive: string | undefined, work: () => Promise<T>): Promise<T>;
}

const MOST_QUOTED = 200;

/**
 * Carries one call of the newest step from wherever the log says it stands to its settlement: prepare → decide → claim →
 * execute → settle. Throws only an `Interruption`.
 */
export async function answerCall(callId: string, driver: CallDriver): Promise<void> {
  const run = driver.ports.state();
  const call = run.calls[callId];
  if (call === undefined || call.phase === "settled") return;
  const settled = settledWithoutRunning(run, call);
  if (settled !== undefined) return settle(driver, callId, settled, 0);
  if (!(await check(driver, call))) return;
  const traits = driver.ports.traits?.(call.tool);
  if (traits?.repeatable !== true && isStuck(driver.ports.state(), callNow(driver, callId))) {
    return settle(driver, callId, repeated(call.tool), 0);
  }
  if (!(await decide(driver, callId))) return;
  await driver.withPlace(traits?.exclusive === true ? call.tool : undefined, () => runOnce(driver, callId));
}

function repeated(tool: string): Outcome {
  const text = `Not run: the last ${REPEAT_LIMIT} calls of "${tool}" with exactly these arguments all gave the same result, and nothing else changed in between. Try something else, or say what keeps you from going on.`;
  return { status: "skipped", text };
}

function settledWithoutRunning(run: RunState, call: CallState): Outcome | undefined {
  if (call.claimedAt !== undefined) {
    // Whoever claimed it is gone, and took with it the knowledge of how far it came.
    const text = "The place this call ran in was lost before its result was recorded: it may or may not have run.";
    return { status: "crashed", text };
  }
  if (call.cut || call.phase === "drafting") {
    const text = "Cut off: the model's turn broke off before it was whole, so this call did not run.";
    return { status: "cut-off", text };
  }
  if (call.arguments === undefined || call.problem !== undefined) return unreadable(call);
  // A run only ever calls what its model was shown, even when the definition holds more by now.
  if (run.kind === "agent" && !run.tools.some(({ name }) => name === call.tool))
    return { status: "not-found", text: `Tool not found: ${call.tool}` };
  return undefined;
}

function unreadable(call: CallState): Outcome {
  const message = call.problem ?? "not a JSON object";
  const quoted = call.argumentsText.slice(0, MOST_QUOTED);
  const text = quoted === "" ? `Invalid arguments: ${message}` : `Invalid arguments: ${message}: ${quoted}`;
  return { status: "invalid-arguments", text, issues: [{ path: "", message }] };
}

/** Whether the call may go on. Checked once; after that the log's canonical arguments count. */
async function check(driver: CallDriver, call: CallState): Promise<boolean> {
  if (call.digest !== undefined) return true;
  const { callId, tool } = call;
  const prepared = await attempt(
    driver,
    () => driver.ports.prepare({ callId, tool, arguments: call.arguments ?? {} }),
    (reason) => ({
      ready: false as const,
      outcome: { status: "crashed" as const, text: `Could not be checked: ${reason}` },
    }),
  );
  if (!prepared.ready) {
    await settle(driver, callId, prepared.outcome, 0);
    return false;
  }
  const { ready: _ready, ...checked } = prepared;
  await record(driver, [{ type: "call-check", callId, tool, ...checked }]);
  return true;
}

/** Whether the call may run. No approver means no execution. */
async function decide(driver: CallDriver, callId: string): Promise<boolean> {
  let call = callNow(driver, callId);
  if (!call.needsApproval) return true;
  if (call.approval?.decision === undefined) {
    await attempt(
      driver,
      () => driver.ports.waitForDecision(callId, driver.signal),
      () => undefined,
    );
    call = callNow(driver, callId);
  }
  const decision = call.approval?.decision;
  if (decision === undefined) throw new Interruption("no-decision", `No decision came for call ${callId}.`);
  if (decision.kind === "approved") return true;
  await settle(driver, callId, refusal(decision), 0);
  return false;
}

function refusal(decision: { kind: "approved" | "denied" | "expired"; by: string; reason?: string }): Outcome {
  if (decision.kind === "expired")
    return { status: "expired", text: "Expired: nobody decided in time, so the call did not run." };
  const reason = decision.reason?.trim() ?? "";
  const said = reason === "" ? "No reason was given." : `Reason: ${reason}`;
  const text = `Denied by ${decision.by}; the call did not run. ${said}`;
  const by = { kind: "person" as const, name: decision.by };
  return reason === "" ? { status: "denied", text, by } : { status: "denied", text, by, reason };
}

async function runOnce(driver: CallDriver, callId: string): Promise<void> {
  const { ports, signal } = driver;
  leaveWhenAborted(driver);
  const claimed = await raced(driver, ports.record([{ type: "call-claim", callId, by: ports.runnerId }]));
  if (!claimed.ok) {
    const refused = refusedClaim(claimed.problem.code);
    if (refused === undefined) throw new Interruption(claimed.problem.code, claimed.problem.message);
    return settle(driver, callId, refused, 0);
  }
  const call = callNow(driver, callId);
  if (call.digest === undefined) throw new Interruption("not-checked", `Call ${callId} was claimed without a check.`);
  const began = ports.now();
  const request = { callId, tool: call.tool, arguments: call.arguments ?? {}, digest: call.digest };
  const executed = await attempt(
    driver,
    () => ports.execute(request, signal),
    (reason) => {
      const text = `The place this call ran in failed, so it may or may not have run: ${reason}`;
      return { outcome: { status: "crashed" as const, text }, durationMs: Math.max(0, ports.now() - began) };
    },
  );
  await settle(driver, callId, executed.outcome, executed.durationMs);
}

function refusedClaim(code: string): Outcome | undefined {
  if (code === "already-claimed")
    return { status: "crashed", text: "Another runner had claimed this call: it may or may not have run." };
  if (code === "needs-approval") {
    const text = "Denied: these exact arguments were not approved, so the call did not run.";
    return { status: "denied", text, by: { kind: "rule", name: "approval required" } };
  }
  return undefined;
}

async function settle(driver: CallDriver, callId: string, outcome: Outcome, durationMs: number): Promise<void> {
  leaveWhenAborted(driver);
  const stored = await raced(driver, driver.ports.record([{ type: "call-settle", callId, outcome, durationMs }]));
  if (stored.ok || stored.problem.code === "already-settled") return;
  const instead = insteadOf(stored.problem);
  if (instead === undefined) throw new Interruption(stored.problem.code, stored.problem.message);
  await record(driver, [{ type: "call-settle", callId, outcome: instead, durationMs }]);
}

/** The log cannot hold this outcome; the call still has to be answered, or the run could never go on. */
function insteadOf(problem: Problem): Outcome | undefined {
  if (problem.code === "invalid-input")
    return { status: "failed", text: `The result could not be recorded: ${problem.message}` };
  return undefined;
}

async function record(driver: CallDriver, bodies: RunnerEventBody[]): Promise<void> {
  leaveWhenAborted(driver);
  const stored = await raced(driver, driver.ports.record(bodies));
  if (!stored.ok) throw new Interruption(stored.problem.code, stored.problem.message);
}

function callNow(driver: CallDriver, callId: string): CallState {
  const call = driver.ports.state().calls[callId];
  if (call === undefined) throw new ToolwrightError("call-lost", `The log no longer holds call ${callId}.`);
  return call;
}

/** A port that throws has failed this call, never the run. */
async function attempt<T>(driver: CallDriver, work: () => Promise<T>, failed: (reason: string) => T): Promise<T> {
  leaveWhenAborted(driver);
  const safe = async (): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  };
  return raced(driver, safe());
}

function leaveWhenAborted(driver: CallDriver): void {
  if (driver.signal.aborted) throw new Interruption("aborted", "The run was stopped or released.");
}

/** Whatever a port does with its signal, Stop never waits for it. */
export function raced<T>(driver: { signal: AbortSignal }, work: Promise<T>): Promise<T> {
  const { signal } = driver;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Interruption("aborted", "The run was stopped or released."));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
