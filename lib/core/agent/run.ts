import { canonicalJson } from "../call/canonical-json";
import { executeCall, type Timers } from "../call/execute-call";
import type { Assigns } from "../call/outcome";
import { prepareCall, toolNotFound } from "../call/prepare-call";
import { toJsonValue } from "../call/to-json-value";
import { errorText } from "../errors/error-text";
import type { JsonValue } from "../errors/json-value";
import { fail, ok, type Problem, type Result } from "../errors/result";
import { conversationFor } from "../model/conversation";
import type { Model } from "../model/model";
import { keepWholeText } from "../sandbox/keep-whole-text";
import { noSandbox } from "../sandbox/no-sandbox";
import type { Sandbox } from "../sandbox/sandbox";
import { issueLines } from "../schema/issue-lines";
import { parseParameters } from "../schema/parse-parameters";
import type { AgentDefinition } from "../tool/agent";
import { agent as defineAgent } from "../tool/agent";
import { definitionError, kindOf } from "../tool/check-tool";
import type { Outside } from "../tool/outside";
import type { ToolListEntry } from "../tool/resolve-tools";
import { resolveTools } from "../tool/resolve-tools";
import { submitResult } from "../tool/submit-result";
import type { ParametersOutput, Tool, ToolContext, ToolParameters } from "../tool/tool-types";
import type { AgentPorts, RunnerEventBody } from "./agent-ports";
import { composeInstructions } from "./compose-instructions";
import type { EventBody, RunEvent } from "./event";
import { emptySessionRuns, foldEvent } from "./fold-event";
import { runAgent } from "./run-agent";
import type { ApprovalState, RunState, SessionRuns } from "./run-state";
import { SUBMIT_RESULT } from "./submitted-result";
import { takeTurn } from "./take-turn";

export interface RunOptions<O extends ToolParameters = ToolParameters> {
  /** Who answers: a provider's adapter, or `scriptedModel(script)`, which needs no key. */
  model: Model;
  /** Its instructions, tools and limits are the run's; what stands beside it here is added, never put in their place. */
  agent?: AgentDefinition;
  tools?: readonly ToolListEntry[];
  system?: string;
  instructions?: string;
  /** What the run is about, as data: told to the model in a message, never in its instructions. */
  input?: unknown;
  /** Checks `input`; the agent's own `input` when left out. */
  inputSchema?: ToolParameters;
  /** What the model has to hand in; the agent's own `output` when left out. */
  output?: O;
  /** Model turns. */
  maxSteps?: number;
  signal?: AbortSignal;
  sandbox?: Sandbox;
  outside?: Outside;
  /** What the tools share from the start. */
  assigns?: Readonly<Record<string, unknown>>;
  userId?: string;
  threadId?: string;
  onEvent?(event: RunEvent): void;
  /** Decides a call that needs approval. Without it, and when it throws, such a call is denied. */
  approve?(request: ApprovalState): RunApproval | Promise<RunApproval>;
}

export type RunApproval = boolean | { approved: boolean; by?: string; reason?: string };

interface RunRecord {
  /** What the model said last. */
  text: string;
  run: RunState;
  events: RunEvent[];
  /** What the tools share at the end. */
  assigns: Assigns;
}

export type RunResult<T> =
  | ({ ok: true; output: T } & RunRecord)
  /** `record` is what happened until then; there is none when nothing was begun. */
  | { ok: false; problem: Problem; record?: RunRecord };

/** `run()` without an output schema answers with the model's last words, and with one with what it handed in. */
export interface Run {
  <O extends ToolParameters>(
    prompt: string,
    options: RunOptions<O> & { output: O },
  ): Promise<RunResult<ParametersOutput<O>>>;
  (prompt: string, options: RunOptions): Promise<RunResult<string>>;
}

const EXPIRES_NEVER = 8_640_000_000_000_000;

/**
 * Makes `run`: a prompt carried to its end by the same loop that the page uses, over a log in memory, wherever JavaScript
 * runs. What goes wrong in the run is a value; only a wrong use (no model, a tool that is none) throws.
 */
export function createRun(timers: Timers): Run {
  const run = async (prompt: string, options: RunOptions): Promise<RunResult<unknown>> => {
    const plan = planRun(prompt, options);
    const given = await readInput(options);
    if (!given.ok) return given;
    return carryOut(withInput(prompt, given.value), plan, options, timers);
  };
  // The output has been parsed by the very schema that the type comes from.
  return run as Run;
}

interface Plan {
  name: string;
  instructions: string;
  tools: Map<string, Tool>;
  stepLimit: number;
  maxParallelCalls: number;
  assigns: Assigns;
  wantsOutput: boolean;
  submitted: { value: unknown } | undefined;
}

/** @throws ToolwrightError that says what the caller has to write instead. */
function planRun(prompt: unknown, options: RunOptions): Plan {
  if (typeof prompt !== "string") {
    throw definitionError(
      "invalid-input",
      "prompt",
      `run() was given ${kindOf(prompt)} as its prompt.`,
      "Give a text.",
    );
  }
  if (typeof (options as Partial<RunOptions> | undefined)?.model?.stream !== "function") {
    throw definitionError(
      "no-model",
      "model",
      "run() has no model.",
      'Pass one: `run(prompt, { model: scriptedModel(script) })`, or an adapter with a "stream" method.',
    );
  }
  const own = options.agent;
  const output = options.output ?? own?.output;
  const tools = [...(own?.tools ?? []).filter(({ name }) => name !== SUBMIT_RESULT), ...(options.tools ?? [])];
  // The checks of a definition are those of a run.
  const checked = defineAgent({
    name: own?.name ?? "run",
    instructions: own?.instructions ?? "",
    limits: { ...own?.limits, ...(options.maxSteps === undefined ? {} : { steps: options.maxSteps }) },
    assigns: { ...own?.assigns, ...options.assigns },
  });
  const plan: Plan = {
    name: checked.name,
    instructions: composeInstructions([own?.instructions, options.system, options.instructions], output !== undefined),
    tools: new Map(),
    stepLimit: checked.limits.steps,
    maxParallelCalls: checked.limits.maxParallelCalls,
    assigns: checked.assigns,
    wantsOutput: output !== undefined,
    submitted: undefined,
  };
  const submit = output === undefined ? [] : [submitResult(output, (value) => (plan.submitted = { value }))];
  plan.tools = new Map(resolveTools([...tools, ...submit]).map((made) => [made.name, made]));
  return plan;
}

async function readInput(options: RunOptions): Promise<Result<JsonValue | undefined>> {
  const schema = options.inputSchema ?? options.agent?.input;
  if (schema === undefined && options.input === undefined) return ok(undefined);
  try {
    const parsed =
      schema === undefined
        ? { ok: true as const, parsed: options.input }
        : await parseParameters(schema, options.input ?? {});
    if (!parsed.ok) return fail("invalid-input", `Invalid input: ${issueLines(parsed.issues).join("\n")}`);
    const reading = toJsonValue(parsed.parsed);
    return reading.cut
      ? fail("invalid-input", "The input is too large or nested too deep to be told in full.")
      : ok(reading.value);
  } catch (thrown) {
    return fail("invalid-input", `Checking the input failed: ${errorText(thrown) || "its schema threw"}`);
  }
}

function withInput(prompt: string, input: JsonValue | undefined): string {
  if (input === undefined) return prompt;
  return `${prompt}\n\nRun with these arguments:\n${JSON.stringify(input, null, 2)}`.trimStart();
}

async function carryOut(prompt: string, plan: Plan, options: RunOptions, timers: Timers): Promise<RunResult<unknown>> {
  const log = new RunLog(options);
  log.append({
    type: "run-start",
    kind: "agent",
    prompt,
    agentName: plan.name,
    instructions: plan.instructions,
    tools: [...plan.tools.values()].map((made) => ({
      ...made.toJSON(),
      sideEffects: [...(made.sideEffects ?? [])],
      fingerprint: "",
    })),
    stepLimit: plan.stepLimit,
    definitionFingerprint: "",
    assigns: plan.assigns,
  });
  const never = new AbortController().signal;
  const ended = await runAgent(portsOf(log, plan, options, timers, options.signal ?? never, never));
  const record = log.record();
  if (ended.reason === "interrupted") return { ok: false, problem: ended.problem, record };
  const problem = problemOf(record.run, plan);
  if (problem !== undefined) return { ok: false, problem, record };
  return { ok: true, output: plan.wantsOutput ? plan.submitted?.value : record.text, ...record };
}

/** Why a run that has ended gives no output. */
function problemOf(run: RunState, plan: Plan): Problem | undefined {
  const reason = run.end?.reason;
  // What was handed in stands, though the model had not said its last word.
  if (reason === "step-limit" && plan.submitted !== undefined) return undefined;
  if (reason === "finished") {
    if (!plan.wantsOutput || plan.submitted !== undefined) return undefined;
    return {
      code: "no-result-submitted",
      message: "The model ended without handing in a result that fits.",
      fix: "Say in the instructions what is wanted, or allow more steps.",
    };
  }
  if (run.end?.error !== undefined) return run.end.error;
  if (reason === "step-limit")
    return { code: "step-limit", message: `The run reached its limit of ${run.stepLimit} steps.` };
  return { code: "stopped", message: "The run was stopped." };
}

function portsOf(
  log: RunLog,
  plan: Plan,
  options: RunOptions,
  timers: Timers,
  stop: AbortSignal,
  release: AbortSignal,
): AgentPorts {
  const prepared = new Map<string, { tool: Tool; parsed: unknown }>();
  const schemas = [...plan.tools.values()].map((made) => made.toJSON());
  return {
    state: () => log.run(),
    async step(step, signal) {
      await takeTurn({
        model: options.model,
        request: {
          instructions: plan.instructions,
          messages: conversationFor(log.runs, log.runId),
          tools: schemas,
          signal,
        },
        step,
        takenCallIds: new Set(Object.keys(log.run().calls)),
        newCallId: () => `c_${log.runs.lastSeq}`,
        append: (body) => log.append(body),
      });
      return ok(undefined);
    },
    async prepare({ callId, tool, arguments: raw }) {
      const made = plan.tools.get(tool);
      if (made === undefined) return { ready: false, outcome: toolNotFound(tool) };
      const checked = await prepareCall(made, raw);
      if (!checked.ok) return { ready: false, outcome: checked.outcome };
      prepared.set(callId, { tool: made, parsed: checked.parsed });
      return {
        ready: true,
        arguments: checked.canonical,
        // Nothing leaves this memory, so the text itself is what a decision is bound to.
        digest: canonicalJson([callId, tool, checked.canonical]),
        needsApproval: checked.needsApproval,
        sideEffects: checked.sideEffects,
      };
    },
    async execute({ callId, tool }, signal) {
      const call = prepared.get(callId);
      prepared.delete(callId);
      if (call === undefined) return { outcome: toolNotFound(tool), durationMs: 0 };
      const began = Date.now();
      const context = contextOf(callId, call.tool, log, plan, options, signal);
      const { sandbox } = options;
      const outcome = await executeCall(call.tool, call.parsed, context, {
        timers,
        ...(sandbox === undefined
          ? {}
          : { keepWhole: (text) => keepWholeText(sandbox, `${log.runId}-${callId}`, text) }),
      });
      return { outcome, durationMs: Math.max(0, Date.now() - began) };
    },
    async record(bodies) {
      for (const body of bodies) recordOne(log, body, options);
      return ok(undefined);
    },
    waitForDecision: (callId, signal) => log.decided(callId, signal),
    traits: (tool) => plan.tools.get(tool),
    now: () => Date.now(),
    runnerId: "run",
    stop,
    release,
    concurrency: plan.maxParallelCalls,
  };
}

function contextOf(
  callId: string,
  made: Tool,
  log: RunLog,
  plan: Plan,
  options: RunOptions,
  signal: AbortSignal,
): ToolContext {
  const say = (level: "log" | "progress", text: string, fraction?: number) =>
    log.append({ type: "call-log", callId, level, text, ...(fraction === undefined ? {} : { fraction }) });
  const { sandbox = noSandbox, outside, userId, threadId } = options;
  return {
    agentId: plan.name,
    agent: { name: plan.name },
    runId: log.runId,
    callId,
    sessionId: "",
    ...(userId === undefined ? {} : { userId }),
    ...(threadId === undefined ? {} : { threadId }),
    sandbox,
    cwd: sandbox.cwd,
    ...(outside === undefined ? {} : { outside }),
    secrets: Object.freeze({}),
    opts: made.opts,
    assigns: Object.freeze(structuredClone(log.assignsFor(callId))),
    signal,
    log: (...values) =>
      say(
        "log",
        values.map((value) => (typeof value === "string" ? value : JSON.stringify(toJsonValue(value).value))).join(" "),
      ),
    progress: (message, fraction) =>
      say("progress", message, typeof fraction === "number" ? Math.min(1, Math.max(0, fraction)) : undefined),
  };
}

function recordOne(log: RunLog, body: RunnerEventBody, options: RunOptions): void {
  log.append(body);
  if (body.type !== "call-check" || !body.needsApproval) return;
  const { callId, tool, digest, arguments: values, sideEffects } = body;
  log.append({
    type: "approval-start",
    approvalId: `a_${callId}`,
    callId,
    tool,
    arguments: values,
    digest,
    sideEffects,
    risk: sideEffects.length > 0 ? "medium" : "low",
    expiresAt: EXPIRES_NEVER,
  });
  void decide(log, callId, digest, options.approve);
}

/** Fails closed: whatever is not a clear yes is a no. */
async function decide(log: RunLog, callId: string, digest: string, approve: RunOptions["approve"]): Promise<void> {
  let approved = false;
  let by = "the rule “no approver”";
  let reason: string | undefined = "This run was given nobody who approves calls.";
  const asked = log.run().calls[callId]?.approval;
  if (approve !== undefined && asked !== undefined) {
    by = "the approver";
    try {
      const answer = await approve(asked);
      approved = answer === true || (typeof answer === "object" && answer?.approved === true);
      reason = typeof answer === "object" ? answer?.reason : undefined;
      if (typeof answer === "object" && typeof answer?.by === "string") by = answer.by;
    } catch (thrown) {
      reason = `Asking failed: ${errorText(thrown) || "the approver threw"}`;
    }
  }
  log.append({
    type: "approval-end",
    approvalId: `a_${callId}`,
    callId,
    decision: approved ? "approved" : "denied",
    digest,
    by,
    ...(typeof reason === "string" ? { reason } : {}),
  });
}

/** The log of one run in memory. */
class RunLog {
  readonly runId = `r_${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join("")}`;
  runs: SessionRuns = emptySessionRuns;
  readonly #events: RunEvent[] = [];
  readonly #onEvent: RunOptions["onEvent"];
  readonly #waiting = new Set<() => void>();

  constructor(options: RunOptions) {
    this.#onEvent = options.onEvent;
  }

  append(body: EventBody): void {
    // A model and an approver may answer after a stop; nothing follows the end.
    if (this.runs.runs[0]?.end !== undefined) return;
    const event: RunEvent = { seq: this.runs.lastSeq + 1, at: Date.now(), runId: this.runId, ...body };
    this.runs = foldEvent(this.runs, event);
    this.#events.push(event);
    for (const check of this.#waiting) check();
    try {
      this.#onEvent?.(event);
    } catch {
      // Whoever watches must not be able to end what is watched.
    }
  }

  run(): RunState {
    return this.runs.runs[0] as RunState;
  }

  assignsFor(callId: string): Assigns {
    const run = this.run();
    return run.steps.find(({ step }) => step === run.calls[callId]?.step)?.assigns ?? {};
  }

  decided(callId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!signal.aborted && this.run().calls[callId]?.approval?.decision === undefined) return;
        this.#waiting.delete(check);
        signal.removeEventListener("abort", check);
        resolve();
      };
      this.#waiting.add(check);
      signal.addEventListener("abort", check);
      check();
    });
  }

  record(): RunRecord {
    const run = this.run();
    return { text: run.steps.at(-1)?.text ?? "", run, events: this.#events, assigns: this.runs.assigns };
  }
}
