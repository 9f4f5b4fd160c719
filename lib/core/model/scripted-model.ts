import type { ModelMessage } from "./message";
import type { Model, ModelPart, ModelRequest } from "./model";
import {
  parseScript,
  type Scenario,
  type Script,
  type ScriptInput,
  type ScriptStep,
  scenarioFor,
  scenarioForEveryPrompt,
} from "./script";
import { ScriptTemplate } from "./script-template";

export interface ScriptedModelPorts {
  /** Resolves after the time, or at once when the signal is aborted. Never rejects. */
  pace(milliseconds: number, signal: AbortSignal): Promise<void>;
}

type ScriptedCall = NonNullable<ScriptStep["calls"]>[number];

/** Without a pace to keep, as where nobody watches. */
const AT_ONCE: ScriptedModelPorts = { pace: async () => {} };
const TEXT_PACE_MS = 18;
const ARGUMENTS_PACE_MS = 12;
const ARGUMENTS_PIECE = 24;
/** A direct call as a prompt: a tool's name, then its arguments. */
const DIRECT_CALL = /^\s*([A-Za-z0-9_-]{1,64})\s+(\{[\s\S]*\})\s*$/;

/**
 * A model that plays `script.json`. Which turn to play follows from the conversation alone, so the same log always gets the
 * same answer and a run goes on after a reload or a crash. A script that cannot be read ends the turn with its message.
 */
export function scriptedModel(script: string | ScriptInput, ports: ScriptedModelPorts = AT_ONCE): Model {
  const parsed = parseScript(typeof script === "string" ? script : JSON.stringify(script));
  return {
    async *stream(request) {
      if (!parsed.ok) {
        const message = [parsed.problem.message, parsed.problem.fix].filter(Boolean).join(" ");
        yield { type: "end", finish: "error", error: { code: parsed.problem.code, message, retryable: false } };
        return;
      }
      const { turn, template, ordinal } = placeIn(request.messages);
      const step = stepFor(parsed.value, turn, template, request);
      yield* play(step, template, ordinal, request.signal, ports);
    },
  };
}

function placeIn(messages: readonly ModelMessage[]): { turn: number; template: ScriptTemplate; ordinal: number } {
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const user = messages[lastUser];
  const since = messages.slice(lastUser + 1);
  const turns = (list: readonly ModelMessage[]) => list.filter((message) => message.role === "assistant").length;
  const prompt = user?.role === "user" ? user.text : "";
  return { turn: turns(since), template: new ScriptTemplate(prompt, since), ordinal: turns(messages) + 1 };
}

function stepFor(script: Script, turn: number, template: ScriptTemplate, request: ModelRequest): ScriptStep {
  const fitting = scenarioFor(script, template.prompt);
  if (fitting !== undefined) return stepOf(fitting, turn);
  const direct = DIRECT_CALL.exec(template.prompt);
  if (direct !== null) return directStep(direct[1] ?? "", direct[2] ?? "", turn, request);
  const anyPrompt = scenarioForEveryPrompt(script);
  if (anyPrompt !== undefined) return stepOf(anyPrompt, turn);
  return { say: inWords(script, request) };
}

function stepOf(scenario: Scenario, turn: number): ScriptStep {
  return (
    scenario.steps[turn] ?? { say: "That was the last step of this script. Add another one in script.json to go on." }
  );
}

function directStep(tool: string, argumentsText: string, turn: number, request: ModelRequest): ScriptStep {
  if (turn > 0) return { say: `\`${tool}\` has answered; its card holds the result.` };
  if (!request.tools.some(({ name }) => name === tool))
    return { say: `There is no tool named \`${tool}\`. I can call ${namesOf(request)}.` };
  try {
    return { calls: [{ tool, arguments: JSON.parse(argumentsText) as ScriptedCall["arguments"] }] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { say: `I would call \`${tool}\`, but what follows its name is not JSON: ${reason}` };
  }
}

function inWords(script: Script, request: ModelRequest): string {
  const conditions = script.scenarios.flatMap(({ when }) => when ?? []).map((condition) => `\`${condition}\``);
  const known =
    conditions.length > 0
      ? `It answers prompts that contain ${conditions.join(", ")}.`
      : "It has no scenario for any prompt yet.";
  return [
    "I am a scripted model: I play what script.json says, so that everything works without a key.",
    known,
    `To call a tool directly, write its name and its arguments, for example \`${request.tools[0]?.name ?? "Read"} {}\`.`,
    `I can call ${namesOf(request)}. To teach me more, add a scenario to script.json, or choose another model.`,
  ].join(" ");
}

function namesOf(request: ModelRequest): string {
  return request.tools.length > 0 ? request.tools.map(({ name }) => `\`${name}\``).join(", ") : "no tool yet";
}

async function* play(
  step: ScriptStep,
  template: ScriptTemplate,
  ordinal: number,
  signal: AbortSignal,
  ports: ScriptedModelPorts,
): AsyncGenerator<ModelPart> {
  const aborted: ModelPart = { type: "end", finish: "incomplete" };
  if (step.pauseMs !== undefined) await ports.pace(step.pauseMs, signal);
  let written = 0;
  for (const text of wordPieces(step.say === undefined ? "" : template.text(step.say))) {
    if (signal.aborted) return yield aborted;
    written += text.length;
    yield { type: "text", text };
    await ports.pace(TEXT_PACE_MS, signal);
  }
  const calls = step.calls ?? [];
  for (const [place, call] of calls.entries()) {
    const callId = `call_${ordinal}_${place + 1}`;
    const argumentsText = JSON.stringify(template.object(call.arguments));
    const cut = step.cut === true && place === calls.length - 1;
    const shown = cut ? argumentsText.slice(0, Math.ceil(argumentsText.length / 2)) : argumentsText;
    if (signal.aborted) return yield aborted;
    yield { type: "call-start", callId, tool: call.tool };
    for (let at = 0; at < shown.length; at += ARGUMENTS_PIECE) {
      if (signal.aborted) return yield aborted;
      yield { type: "call-delta", callId, text: shown.slice(at, at + ARGUMENTS_PIECE) };
      await ports.pace(ARGUMENTS_PACE_MS, signal);
    }
    written += shown.length;
    // A turn that breaks inside a call never says that the call is whole.
    if (!cut) yield { type: "call-end", callId, tool: call.tool, argumentsText };
  }
  if (signal.aborted) return yield aborted;
  yield endOf(step, calls.length, usageOf(template.prompt, written));
}

function endOf(step: ScriptStep, calls: number, usage: { inputTokens: number; outputTokens: number }): ModelPart {
  if (step.error !== undefined)
    return { type: "end", finish: "error", usage, error: { ...step.error, retryable: false } };
  if (step.finish !== undefined || step.cut === true) return { type: "end", finish: step.finish ?? "length", usage };
  return { type: "end", finish: calls > 0 ? "calls" : "text", usage };
}

/** No tokens are spent; the numbers stand for the size of the text, so that the meter has something true to show. */
function usageOf(prompt: string, written: number): { inputTokens: number; outputTokens: number } {
  return { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(written / 4) };
}

/** Words with the white space that follows them; nothing is lost. */
function wordPieces(text: string): string[] {
  return text.match(/\s*\S+\s*|\s+/g) ?? [];
}
