import "server-only";
import type { EventBody } from "@/lib/core/agent/event";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Redactor } from "@/lib/core/redact/redactor";
import { redactOutcome } from "./redact-outcome";
import type { SessionRedactors } from "./secret-vault";

/**
 * An event as it may be stored. What a tool gave back, what was said, and what went wrong lose known values and what looks
 * like a secret; what is to be carried out (arguments, names, the tools themselves) loses known values only, because a
 * rewritten argument would do something else. Deltas come through here whole: their stream was redacted as one text.
 */
export function redactBody(body: EventBody, { exact, full }: SessionRedactors): EventBody {
  switch (body.type) {
    case "run-start":
      return {
        ...body,
        prompt: full.text(body.prompt),
        ...(body.model === undefined
          ? {}
          : { model: { provider: exact.text(body.model.provider), model: exact.text(body.model.model) } }),
        agentName: full.text(body.agentName),
        instructions: full.text(body.instructions),
        tools: body.tools.map((tool) => ({
          ...tool,
          name: exact.text(tool.name),
          description: exact.text(tool.description),
          // JSON Schema is JSON.
          parameters: exact.value(tool.parameters as { [key: string]: JsonValue }),
        })),
        ...(body.assigns === undefined ? {} : { assigns: full.value(body.assigns) }),
      };
    case "call-start":
      return { ...body, tool: exact.text(body.tool) };
    case "call-end":
      return {
        ...body,
        tool: exact.text(body.tool),
        argumentsText: exact.text(body.argumentsText),
        ...(body.arguments === undefined ? {} : { arguments: exact.value(body.arguments) }),
        ...(body.problem === undefined ? {} : { problem: exact.text(body.problem) }),
      };
    case "call-check":
    case "approval-start":
      return { ...body, tool: exact.text(body.tool), arguments: exact.value(body.arguments) };
    case "approval-end":
      return { ...body, ...(body.reason === undefined ? {} : { reason: full.text(body.reason) }) };
    case "call-log":
      return { ...body, text: full.text(body.text) };
    case "call-settle":
      return { ...body, outcome: redactOutcome(body.outcome, full) };
    case "step-end":
      return {
        ...body,
        ...(body.error === undefined ? {} : { error: { ...body.error, ...redactError(body.error, full) } }),
        ...(body.notices === undefined ? {} : { notices: body.notices.map((notice) => full.text(notice)) }),
      };
    case "files-revert":
      return {
        ...body,
        by: full.text(body.by),
        ...(body.to === undefined ? {} : { to: full.text(body.to) }),
        files: body.files.map((file) => ({
          ...file,
          path: full.text(file.path),
          ...(file.lines === undefined ? {} : { lines: full.text(file.lines) }),
        })),
      };
    case "run-end":
      return {
        ...body,
        ...(body.error === undefined ? {} : { error: redactError(body.error, full) }),
        ...(body.by === undefined ? {} : { by: full.text(body.by) }),
      };
    default:
      return body;
  }
}

function redactError({ code, message }: { code: string; message: string }, full: Redactor) {
  return { code: full.text(code), message: full.text(message) };
}
