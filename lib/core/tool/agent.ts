import { DEFAULT_PARALLEL_CALLS } from "../agent/parallel-calls";
import { type Assigns, assignsSchema } from "../call/outcome";
import { toJsonValue } from "../call/to-json-value";
import { toolParametersSchema } from "../schema/tool-parameters-schema";
import { definitionError, kindOf } from "./check-tool";
import { resolveTools, type ToolListEntry } from "./resolve-tools";
import { submitResult } from "./submit-result";
import type { Tool, ToolParameters } from "./tool-types";

export interface AgentConfig {
  name: string;
  instructions: string;
  /** `provider/model` or a model of the chosen provider; the session's choice when left out. */
  model?: string;
  tools?: readonly ToolListEntry[];
  limits?: {
    /** Model turns in one run. */
    steps?: number;
    /** Calls that may run at the same time. */
    maxParallelCalls?: number;
  };
  /** What `run()` may be given as `input`. */
  input?: ToolParameters;
  /** What a run has to hand in: the model gets a tool `submit_result` for it. */
  output?: ToolParameters;
  /** What the tools share from the start: JSON. */
  assigns?: Readonly<Record<string, unknown>>;
}

export interface AgentDefinition {
  readonly kind: "toolwright/agent";
  readonly name: string;
  readonly instructions: string;
  readonly model?: string;
  readonly tools: readonly Tool[];
  readonly limits: { readonly steps: number; readonly maxParallelCalls: number };
  readonly input?: ToolParameters;
  readonly output?: ToolParameters;
  readonly assigns: Assigns;
}

export const DEFAULT_STEP_LIMIT = 25;
const STEP_CEILING = 200;
const PARALLEL_CEILING = 32;

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
  return Object.freeze({
    kind: "toolwright/agent" as const,
    name: name.trim(),
    instructions,
    ...(model === undefined ? {} : { model }),
    tools: Object.freeze(
      resolveTools([...(tools ?? []), ...(config.output === undefined ? [] : [submitResult(config.output)])]),
    ),
    limits: {
      steps: checkLimit("steps", limits?.steps ?? DEFAULT_STEP_LIMIT, STEP_CEILING),
      maxParallelCalls: checkLimit(
        "maxParallelCalls",
        limits?.maxParallelCalls ?? DEFAULT_PARALLEL_CALLS,
        PARALLEL_CEILING,
      ),
    },
    ...(config.input === undefined ? {} : { input: checkInput(config.input) }),
    ...(config.output === undefined ? {} : { output: config.output }),
    assigns: checkAssigns(config.assigns ?? {}),
  });
}

function checkLimit(name: string, limit: unknown, ceiling: number): number {
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= ceiling) return limit;
  throw definitionError(
    "invalid-agent",
    `limits.${name}`,
    `The agent's limit "${name}" is ${typeof limit === "number" ? limit : kindOf(limit)}.`,
    `Use a whole number from 1 to ${ceiling}.`,
  );
}

function checkInput(input: ToolParameters): ToolParameters {
  toolParametersSchema(input);
  return input;
}

function checkAssigns(assigns: unknown): Assigns {
  const reading = toJsonValue(assigns);
  const checked = assignsSchema.safeParse(reading.value);
  if (checked.success && !reading.cut) return checked.data;
  throw definitionError(
    "invalid-agent",
    "assigns",
    "The agent's assigns are not an object of JSON values of a modest size.",
    "Write `assigns: { key: value }`.",
  );
}

export function isAgent(value: unknown): value is AgentDefinition {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "toolwright/agent";
}
