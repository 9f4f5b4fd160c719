import { describeThrown, errorText } from "../errors/error-text";
import { ToolwrightError } from "../errors/toolwright-error";
import { isAssigned } from "../tool/assign";
import type { Tool, ToolContext } from "../tool/tool-types";
import { encodeResult, encodeWithWhole } from "./encode-result";
import { failedOutcome } from "./failed-outcome";
import { ASSIGNS_LIMIT, type Assigns, assignsSchema, type Outcome } from "./outcome";
import { toJsonValue } from "./to-json-value";

/** What a call came to and, when its result was cut, the whole of that text. */
export interface CallEnd {
  outcome: Outcome;
  whole?: () => string;
}

/** Runs the tool's own code here and settles it. Never rejects, whatever the tool throws or returns. */
export async function runExecute(
  tool: Tool,
  parsed: unknown,
  context: ToolContext,
  onReturn: () => void = () => {},
): Promise<CallEnd> {
  try {
    const returned: unknown = await tool.execute(parsed, context);
    onReturn();
    const value = isAssigned(returned) ? returned.value : returned;
    const error = returnedError(value);
    if (error !== undefined) return { outcome: error };
    const assigns = isAssigned(returned) ? encodeAssigns(returned.assigns) : undefined;
    const { result, whole } = encodeWithWhole(value);
    return {
      outcome: assigns === undefined ? { status: "ok", result } : { status: "ok", result, assigns },
      ...(whole === undefined ? {} : { whole }),
    };
  } catch (thrown) {
    const words = errorText(thrown) || `Tool "${tool.name}" threw ${describeThrown(thrown)} without a message`;
    return { outcome: failedOutcome(words, thrown) };
  }
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
