import { describeThrown, errorText } from "../errors/error-text";
import { ToolwrightError } from "../errors/toolwright-error";
import { isAssigned } from "../tool/assign";
import type { Tool, ToolContext } from "../tool/tool-types";
import { encodeResult, encodeWithWhole } from "./encode-result";
import { failedOutcome } from "./failed-outcome";
import {
  ASSIGNS_LIMIT,
  type Assigns,
  assignsSchema,
  type EncodedResult,
  type Outcome,
  type RefusedBy,
  refusedBySchema,
} from "./outcome";
import { isSandboxed, runInSandbox } from "./run-in-sandbox";
import { toJsonValue } from "./to-json-value";

/** Time, injected: core has no clock of its own. */
export interface Timers {
  /** Calls back once after `milliseconds`; the returned function cancels. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface ExecuteOptions {
  timers: Timers;
  /** Keeps the whole text of a result that was cut, and says where in the sandbox it can be read. */
  keepWhole?(text: string): Promise<string | undefined>;
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
    run(tool, parsed, calling, options.keepWhole, cancelTimer).then(settle);
  });
}

async function run(
  tool: Tool,
  parsed: unknown,
  context: ToolContext,
  keepWhole: ExecuteOptions["keepWhole"],
  onReturn: () => void,
): Promise<Outcome> {
  if (isSandboxed(tool)) return runInSandbox(tool, parsed, context);
  try {
    const returned: unknown = await tool.execute(parsed, context);
    onReturn();
    const value = isAssigned(returned) ? returned.value : returned;
    const error = returnedError(value);
    if (error !== undefined) return error;
    const assigns = isAssigned(returned) ? encodeAssigns(returned.assigns) : undefined;
    const encoded = encodeWithWhole(value);
    const result =
      encoded.whole === undefined ? encoded.result : await keeping(encoded.result, encoded.whole, keepWhole);
    return assigns === undefined ? { status: "ok", result } : { status: "ok", result, assigns };
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

/** @throws ToolwrightError, which fails the call, when the values are too large to be shared. */
function encodeAssigns(values: Readonly<Record<string, unknown>>): Assigns {
  const reading = toJsonValue(values);
  const assigns = assignsSchema.safeParse(reading.value);
  if (assigns.success && !reading.cut) return assigns.data;
  throw new ToolwrightError(
    "invalid-assigns",
    `What assign() was given to share is too large: at most ${ASSIGNS_LIMIT} characters of JSON, keys of at most 200 characters. Share an id or a path instead.`,
  );
}

function startTimer(tool: Tool, timers: Timers, onTimeout: (afterMs: number) => void): () => void {
  if (!hasTimeout(tool)) return () => {};
  const { timeout } = tool;
  return timers.after(timeout, () => onTimeout(timeout));
}

/** A returned `{ error }` or Error is a failure: the error's own words, then whatever else the tool said. */
function returnedError(value: unknown): Outcome | undefined {
  if (value instanceof Error) {
    return failedOutcome(errorText(value) || `Returned ${describeThrown(value)}`, value, "returned");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, "error")) {
    return undefined;
  }
  const { error, ...rest } = value as { error: unknown };
  if (error === undefined || error === null || error === false) return undefined;
  const words = errorText(error) || textOf(error) || "The tool reported an error without a message";
  const more = Object.keys(rest).length > 0 ? `\n${textOf(rest)}` : "";
  return failedOutcome(`${words}${more}`, error, "returned");
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
