import { describeThrown, errorText } from "../errors/error-text";
import type { JsonValue } from "../errors/json-value";
import { type Issue, issueLines } from "../schema/issue-lines";
import { parseParameters } from "../schema/parse-parameters";
import { SIDE_EFFECTS, type SideEffect, type Tool } from "../tool/tool-types";
import { failedOutcome } from "./failed-outcome";
import type { Outcome } from "./outcome";
import { DEPTH_LIMIT, toJsonValue } from "./to-json-value";
import { truncateText } from "./truncate-text";

export type PreparedArguments =
  | {
      ok: true;
      /** What `execute` receives. */
      parsed: unknown;
      /** The same as JSON: what is shown, digested, stored and told to the model. */
      canonical: { [key: string]: JsonValue };
      needsApproval: boolean;
      /** What this very call touches. */
      sideEffects: SideEffect[];
    }
  | { ok: false; outcome: Outcome };

const QUOTE_LIMIT = 200;

export function toolNotFound(name: string): Outcome {
  return { status: "not-found", text: `Tool not found: ${name}` };
}

export function invalidArguments(issues: Issue[]): Outcome {
  return {
    status: "invalid-arguments",
    text: truncateText(`Invalid arguments: ${issueLines(issues).join("\n")}`).text,
    issues,
  };
}

/**
 * Parses a call's arguments exactly once. Never rejects. `null` and `undefined` mean "no arguments"; anything else that is
 * not an object is refused. A throw in the author's own schema code settles the call as failed. Approval is needed when the
 * predicate answers anything but `false`, or throws.
 */
export async function prepareCall(tool: Tool, rawArguments: unknown): Promise<PreparedArguments> {
  try {
    const raw = rawArguments ?? {};
    if (typeof raw !== "object" || Array.isArray(raw)) {
      const quoted = quote(raw);
      return refused([{ path: "", message: `not a JSON object: ${quoted}` }]);
    }
    const checked = await parseParameters(tool.parameters, raw);
    if (!checked.ok) return refused(checked.issues);
    const needsApproval = await asksForApproval(tool, checked.parsed);
    const reading = toJsonValue(checked.parsed);
    if (reading.tooDeep) return refused([{ path: "", message: `nested deeper than ${DEPTH_LIMIT} levels` }]);
    if (reading.cut) return refused([{ path: "", message: "too large to be shown in full" }]);
    if (reading.renamed) return refused([{ path: "", message: 'a member named "__proto__" is not allowed' }]);
    const sideEffects = sideEffectsOf(tool, checked.parsed);
    return { ok: true, parsed: checked.parsed, canonical: asObject(reading.value), needsApproval, sideEffects };
  } catch (thrown) {
    const words = errorText(thrown) || `threw ${describeThrown(thrown)}`;
    return { ok: false, outcome: failedOutcome(`Checking the arguments failed: ${words}`, thrown) };
  }
}

function refused(issues: Issue[]): PreparedArguments {
  return { ok: false, outcome: invalidArguments(issues) };
}

async function asksForApproval(tool: Tool, parsed: unknown): Promise<boolean> {
  const policy = tool.requiresApproval;
  if (policy === undefined || policy === false) return false;
  if (typeof policy !== "function") return true;
  try {
    const answer: unknown = await policy(parsed);
    return answer !== false;
  } catch {
    return true;
  }
}

function sideEffectsOf(tool: Tool, parsed: unknown): SideEffect[] {
  const always = tool.sideEffects ?? [];
  try {
    const further = tool.furtherSideEffects?.(parsed as never) ?? [];
    return [...new Set([...always, ...further])].filter((effect) => SIDE_EFFECTS.includes(effect));
  } catch {
    return [...always];
  }
}

/** A schema may turn its input into something that is no object; it still needs a JSON object to be shown and stored. */
function asObject(value: JsonValue): { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value };
}

function quote(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(toJsonValue(value).value);
  return text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text;
}
