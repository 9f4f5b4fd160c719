import { isExactJson } from "../cache/is-exact-json";
import type { JsonValue } from "../errors/json-value";
import type { Outside } from "../tool/outside";
import type { Tool, ToolContext } from "../tool/tool-types";
import { type ContainerRequest, containerAnswerSchema, contextFacts, type ToolProgram } from "./container-request";
import { failedOutcome } from "./failed-outcome";
import type { Outcome } from "./outcome";
import type { CallEnd } from "./run-execute";
import { sandboxTimeout } from "./sandbox-timeout";

type JsonRecord = { [key: string]: JsonValue };

/**
 * A call of a tool whose `execute` runs in the Node of a WebContainer: the page is asked to carry it out there, with the
 * tool's own files. Where none is up the call fails and says how to start one; it runs nowhere else.
 *
 * @throws OutsideError when the page has no such service, or the call was stopped.
 */
export async function runInContainer(
  tool: Tool,
  parsed: unknown,
  context: ToolContext & { outside: Outside },
  program: ToolProgram | undefined,
): Promise<CallEnd> {
  const { sandbox } = tool;
  if (sandbox?.type !== "webcontainer" || program === undefined) return failed(`${subject(tool)} has no files to run.`);
  // What changes its kind on the way would be another value than the one that was checked and approved.
  const given = withoutUndefined(parsed);
  const opts = withoutUndefined(tool.opts);
  if (!isRecord(given)) return failed(notJson(tool, "arguments", "let its schema give a plain object"));
  if (!isRecord(opts)) return failed(notJson(tool, "options", "list it with plain values"));
  const assigns = isRecord(context.assigns) ? context.assigns : {};
  const request = {
    call: { tool: tool.name, arguments: given, opts, program, context: contextFacts(context, assigns) },
    dependencies: { ...sandbox.dependencies },
    timeoutMs: sandboxTimeout(tool),
  } satisfies ContainerRequest;
  const answer = containerAnswerSchema.safeParse(
    await context.outside.ask("webcontainer", request as unknown as JsonRecord, { signal: context.signal }),
  );
  if (!answer.success) return failed(`${subject(tool)} came to no end that can be read.`);
  const end = answer.data;
  switch (end.status) {
    case "settled": {
      const { outcome, whole } = end.settlement;
      return whole === undefined ? { outcome } : { outcome, whole: () => whole };
    }
    case "timed-out":
      return { outcome: timedOut(tool.name, end.afterMs) };
    case "missing":
      return {
        outcome: failedOutcome(
          `${subject(tool)} runs in a WebContainer, and none is up. A person starts it: click "Shell" in the top bar, then "Start WebContainer…".`,
          undefined,
          "outside",
        ),
      };
    case "broken":
      return failed(`${subject(tool)} did not come to its end in the WebContainer: ${end.message}`);
  }
}

/** A member that is undefined is not there, in JSON and for whoever reads it. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUndefined(member)]));
}

function isRecord(value: unknown): value is JsonRecord {
  return isExactJson(value) && typeof value === "object" && value !== null && !Array.isArray(value);
}

function notJson(tool: Tool, what: string, fix: string): string {
  return `${subject(tool)} runs in a WebContainer, which takes its ${what} as JSON, and they hold something else (a Date, a Map, a BigInt …): ${fix}.`;
}

function subject(tool: Tool): string {
  return `Tool "${tool.name}"`;
}

function failed(text: string): CallEnd {
  return { outcome: failedOutcome(text, undefined) };
}

function timedOut(tool: string, afterMs: number): Outcome {
  return { status: "timed-out", text: `Tool "${tool}" timed out after ${afterMs}ms`, afterMs };
}
