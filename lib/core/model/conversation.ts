import { revertInWords } from "../agent/files-revert";
import type { CallState, RevertState, RunState, SessionRuns, StepState } from "../agent/run-state";
import type { Outcome, ResultPart } from "../call/outcome";
import type { ModelMessage } from "./message";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/**
 * What the model is told: the earlier agent runs of the session, then the run itself up to its last whole step. Every call
 * is answered exactly once and carries the arguments that were (or would have been) run; a call whose arguments never
 * became a JSON object is told as `{}` with the text that says why, so no later request can be refused for it.
 */
export function conversationFor(runs: SessionRuns, runId: string): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const run of runs.runs) {
    const current = run.runId === runId;
    if (run.kind === "agent") addRun(messages, run, current);
    if (current) break;
  }
  return messages;
}

function addRun(messages: ModelMessage[], run: RunState, current: boolean): void {
  messages.push({ role: "user", text: run.prompt });
  addReverts(messages, run.reverts);
  for (const step of run.steps) {
    if (!current || isTold(run, step)) addStep(messages, run, step);
    // What is taken back while a step is being asked for is told with the next one.
    if (!current || step.endedAt !== undefined) addReverts(messages, step.reverts);
  }
}

function addReverts(messages: ModelMessage[], reverts: readonly RevertState[] = []): void {
  for (const revert of reverts)
    messages.push({ role: "notice", text: revertInWords({ type: "files-revert", ...revert }) });
}

/**
 * The step that is being asked for may have begun already; it is not part of its own question. A turn that broke before
 * anything of it ran is asked for again, as if it had never begun.
 */
function isTold(run: RunState, step: StepState): boolean {
  if (step.endedAt === undefined) return false;
  return step.finish !== "incomplete" || step.callIds.some((callId) => run.calls[callId]?.claimedAt !== undefined);
}

function addStep(messages: ModelMessage[], run: RunState, step: StepState): void {
  const calls: AssistantMessage["calls"] = [];
  const results: ToolMessage["results"] = [];
  for (const callId of step.callIds) {
    const call = run.calls[callId];
    if (call === undefined) continue;
    calls.push({ callId, tool: call.tool, arguments: argumentsToTell(call) });
    results.push({ callId, tool: call.tool, ...answerTo(call.outcome) });
  }
  // Providers refuse a turn with nothing in it.
  if (step.text === "" && calls.length === 0) return;
  messages.push({ role: "assistant", text: step.text, calls });
  if (results.length > 0) messages.push({ role: "tool", results });
}

function argumentsToTell(call: CallState): AssistantMessage["calls"][number]["arguments"] {
  if (call.cut || call.problem !== undefined) return {};
  return call.arguments ?? {};
}

function answerTo(outcome: Outcome | undefined): { parts: ResultPart[]; isError: boolean } {
  if (outcome === undefined) {
    const text = "No result was recorded for this call: it may or may not have run.";
    return { parts: [{ type: "text", text }], isError: true };
  }
  if (outcome.status !== "ok") return { parts: [{ type: "text", text: outcome.text }], isError: true };
  const parts: ResultPart[] = outcome.result.parts.length > 0 ? outcome.result.parts : [{ type: "text", text: "" }];
  return { parts, isError: false };
}
