import { definitionError, kindOf } from "./check-tool";
import { resolveTools, type ToolListEntry } from "./resolve-tools";
import type { Tool } from "./tool-types";

export interface AgentConfig {
  name: string;
  instructions: string;
  /** `provider/model` or a model of the chosen provider; the session's choice when left out. */
  model?: string;
  tools?: readonly ToolListEntry[];
  limits?: {
    /** Model turns in one run. */
    steps?: number;
  };
}

export interface AgentDefinition {
  readonly kind: "toolwright/agent";
  readonly name: string;
  readonly instructions: string;
  readonly model?: string;
  readonly tools: readonly Tool[];
  readonly limits: { readonly steps: number };
}

export const DEFAULT_STEP_LIMIT = 25;
const STEP_CEILING = 200;

/** Describes an agent: the default export of `agent.ts`. Its tools are resolved, and equal names refused, at once. */
export function agent(config: AgentConfig): AgentDefinition {
  if (typeof config !== "object" || config === null) {
    throw definitionError(
      "invalid-agent",
      "agent",
      `agent() was given ${kindOf(config)}.`,
      "Give it one object: `agent({ name, instructions, tools })`.",
    );
  }
  const { name, instructions, model, tools, limits } = config;
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) {
    throw definitionError(
      "invalid-agent",
      "name",
      "The agent has no name of 1 to 100 characters.",
      'Write `name: "reviewer"`.',
    );
  }
  if (typeof instructions !== "string") {
    throw definitionError(
      "invalid-agent",
      "instructions",
      `The agent's instructions are ${kindOf(instructions)}.`,
      "Write them as one text.",
    );
  }
  if (model !== undefined && typeof model !== "string") {
    throw definitionError(
      "invalid-agent",
      "model",
      `The agent's model is ${kindOf(model)}.`,
      "Write its id as text, or leave it out.",
    );
  }
  const steps = limits?.steps ?? DEFAULT_STEP_LIMIT;
  if (!Number.isInteger(steps) || steps < 1 || steps > STEP_CEILING) {
    throw definitionError(
      "invalid-agent",
      "limits.steps",
      `The step limit is ${String(steps)}.`,
      `Use a whole number from 1 to ${STEP_CEILING}.`,
    );
  }
  return Object.freeze({
    kind: "toolwright/agent" as const,
    name: name.trim(),
    instructions,
    ...(model === undefined ? {} : { model }),
    tools: Object.freeze(resolveTools(tools ?? [])),
    limits: { steps },
  });
}

export function isAgent(value: unknown): value is AgentDefinition {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "toolwright/agent";
}
