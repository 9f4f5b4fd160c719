import type { Tool, ToolContext } from "../tool/tool-types";
import type { ToolProgram } from "./container-request";
import { type EncodedResult, type Outcome, type RefusedBy, refusedBySchema } from "./outcome";
import { runExecute } from "./run-execute";
import { isSandboxed, runInSandbox } from "./run-in-sandbox";

/** Time, injected: core has no clock of its own. */
export interface Timers {
  /** Calls back once after `milliseconds`; the returned function cancels. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface ExecuteOptions {
  timers: Timers;
  /** Keeps the whole text of a result that was cut, and says where in the sandbox it can be read. */
  keepWhole?(text: string): Promise<string | undefined>;
  /** The tool's own files, for a tool whose `execute` runs in a container. */
  program?: ToolProgram;
}

/**
 * Runs a prepared call and settles it to exactly one outcome. Never rejects, whatever the tool throws or returns. When the
 * tool's `timeout` passes or the context's signal aborts, the tool's own signal is aborted and the outcome is given at once;
 * ending code that does not listen is the host's work.
 */
export function executeCall(
  tool: Tool,
  parsed: unknown,
  context: ToolContext,
  options: ExecuteOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    if (context.signal.aborted) {
      resolve(stoppedOutcome(tool.name, context.signal.reason));
      return;
    }
    // Without a timeout nothing but the run can end the call, so the run's signal is the tool's.
    const own = hasTimeout(tool) ? new AbortController() : undefined;
    const settle = (outcome: Outcome) => {
      cancelTimer();
      context.signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    const onAbort = () => {
      settle(stoppedOutcome(tool.name, context.signal.reason));
      own?.abort(context.signal.reason);
    };
    context.signal.addEventListener("abort", onAbort, { once: true });
    const cancelTimer = startTimer(tool, options.timers, (afterMs) => {
      const text = `Tool "${tool.name}" timed out after ${afterMs}ms`;
      settle({ status: "timed-out", text, afterMs });
      own?.abort(new Error(text));
    });
    // A promise remembers its first settlement only, so a result that comes after a timeout or a stop is dropped.
    const calling = own === undefined ? context : { ...context, signal: own.signal };
    // The tool's time ends with the tool: keeping its result is ours.
    run(tool, parsed, calling, options, cancelTimer).then(settle);
  });
}

async function run(
  tool: Tool,
  parsed: unknown,
  context: ToolContext,
  { keepWhole, program }: ExecuteOptions,
  onReturn: () => void,
): Promise<Outcome> {
  const { outcome, whole } = isSandboxed(tool)
    ? await runInSandbox(tool, parsed, context, program)
    : await runExecute(tool, parsed, context, onReturn);
  if (outcome.status !== "ok" || whole === undefined) return outcome;
  return { ...outcome, result: await keeping(outcome.result, whole, keepWhole) };
}

/** A sandbox keeps the time itself, and says so in its own words. */
function hasTimeout(tool: Tool): tool is Tool & { timeout: number } {
  return (
    !isSandboxed(tool) && tool.timeout !== undefined && tool.timeout > 0 && tool.timeout !== Number.POSITIVE_INFINITY
  );
}

async function keeping(
  result: EncodedResult,
  whole: () => string,
  keepWhole: ExecuteOptions["keepWhole"],
): Promise<EncodedResult> {
  if (keepWhole === undefined) return result;
  const wholeAt = await keepWhole(whole());
  if (wholeAt === undefined) {
    const missing = `[The whole result, ${result.bytes} bytes, was not kept: there was no room for it. Return a part of it, or write it to a file.]`;
    return { ...result, parts: [...result.parts, { type: "text", text: missing }] };
  }
  const note = `[The whole result, ${result.bytes} bytes, is in ${wholeAt}. Read it in parts, with offset and limit.]`;
  return { ...result, parts: [...result.parts, { type: "text", text: note }], wholeAt };
}

function startTimer(tool: Tool, timers: Timers, onTimeout: (afterMs: number) => void): () => void {
  if (!hasTimeout(tool)) return () => {};
  const { timeout } = tool;
  return timers.after(timeout, () => onTimeout(timeout));
}

function stoppedOutcome(tool: string, reason: unknown): Outcome {
  return { status: "stopped", text: `Tool "${tool}" aborted`, by: whoStopped(reason) };
}

/** An abort reason may name who stopped the call; without one it was a person. */
function whoStopped(reason: unknown): RefusedBy {
  const named = refusedBySchema.safeParse(reason);
  return named.success ? named.data : { kind: "person", name: "you" };
}
