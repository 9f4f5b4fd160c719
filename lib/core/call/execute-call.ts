import { describeThrown, errorText } from "../errors/error-text";
import type { Tool, ToolContext } from "../tool/tool-types";
import { encodeResult } from "./encode-result";
import { failedOutcome } from "./failed-outcome";
import { type Outcome, type RefusedBy, refusedBySchema } from "./outcome";
import { isSandboxed, runInSandbox } from "./run-in-sandbox";

/** Time, injected: core has no clock of its own. */
export interface Timers {
  /** Calls back once after `milliseconds`; the returned function cancels. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface ExecuteOptions {
  timers: Timers;
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
    run(tool, parsed, own === undefined ? context : { ...context, signal: own.signal }).then(settle);
  });
}

async function run(tool: Tool, parsed: unknown, context: ToolContext): Promise<Outcome> {
  if (isSandboxed(tool)) return runInSandbox(tool, parsed, context);
  try {
    const value: unknown = await tool.execute(parsed, context);
    return returnedError(value) ?? { status: "ok", result: encodeResult(value) };
  } catch (thrown) {
    const words = errorText(thrown) || `Tool "${tool.name}" threw ${describeThrown(thrown)} without a message`;
    return failedOutcome(words, thrown);
  }
}

/** A sandbox keeps the time itself, and says so in its own words. */
function hasTimeout(tool: Tool): tool is Tool & { timeout: number } {
  return (
    !isSandboxed(tool) && tool.timeout !== undefined && tool.timeout > 0 && tool.timeout !== Number.POSITIVE_INFINITY
  );
}

function startTimer(tool: Tool, timers: Timers, onTimeout: (afterMs: number) => void): () => void {
  if (!hasTimeout(tool)) return () => {};
  const { timeout } = tool;
  return timers.after(timeout, () => onTimeout(timeout));
}

/** A returned `{ error }` or Error is a failure: the error's own words, then whatever else the tool said. */
function returnedError(value: unknown): Outcome | undefined {
  if (value instanceof Error) return failedOutcome(errorText(value) || `Returned ${describeThrown(value)}`, value);
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, "error")) {
    return undefined;
  }
  const { error, ...rest } = value as { error: unknown };
  if (error === undefined || error === null || error === false) return undefined;
  const words = errorText(error) || textOf(error) || "The tool reported an error without a message";
  const more = Object.keys(rest).length > 0 ? `\n${textOf(rest)}` : "";
  return failedOutcome(`${words}${more}`, error);
}

function textOf(value: unknown): string {
  return encodeResult(value)
    .parts.map((part) => (part.type === "text" ? part.text : ""))
    .join("\n");
}

function stoppedOutcome(tool: string, reason: unknown): Outcome {
  return { status: "stopped", text: `Tool "${tool}" aborted`, by: whoStopped(reason) };
}

/** An abort reason may name who stopped the call; without one it was a person. */
function whoStopped(reason: unknown): RefusedBy {
  const named = refusedBySchema.safeParse(reason);
  return named.success ? named.data : { kind: "person", name: "you" };
}
