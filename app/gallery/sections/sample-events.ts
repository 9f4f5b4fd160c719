import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { okText, SAMPLE_TIME } from "./sample-calls";

type Values = { [key: string]: JsonValue };

/** Writes a log the way the server would: one growing number, one growing clock. */
export class SampleLog {
  readonly events: RunEvent[] = [];
  #at: number;
  #call = 0;

  constructor(start = SAMPLE_TIME) {
    this.#at = start;
  }

  add(runId: string, body: EventBody, after = 20): this {
    this.#at += after;
    this.events.push({ seq: this.events.length + 1, at: this.#at, runId, ...body });
    return this;
  }

  start(runId: string, prompt: string, stepLimit = 20): this {
    return this.add(runId, {
      type: "run-start",
      kind: "agent",
      prompt,
      model: { provider: "scripted", model: "script.json" },
      agentName: "tidy",
      instructions: "Keep the code tidy.",
      tools: [],
      stepLimit,
      definitionFingerprint: "0",
    });
  }

  say(runId: string, step: number, text: string): this {
    for (const word of text.match(/\S+\s*/g) ?? []) this.add(runId, { type: "text-delta", step, text: word }, 30);
    return this;
  }

  /** A whole call, run and settled; returns nothing to the log when `text` is undefined: it stays running. */
  call(runId: string, step: number, tool: string, values: Values, text?: string): this {
    const callId = this.draft(runId, step, tool, values);
    this.check(runId, callId, tool, values, false);
    this.add(runId, { type: "call-claim", callId, by: "tab" }, 5);
    if (text !== undefined) {
      this.add(runId, { type: "call-settle", callId, outcome: okText(text), durationMs: 14 }, 14);
    }
    return this;
  }

  /** A call that asks a person first. */
  ask(runId: string, step: number, tool: string, values: Values, expiresAt: number): this {
    const callId = this.draft(runId, step, tool, values);
    this.check(runId, callId, tool, values, true);
    return this.add(runId, {
      type: "approval-start",
      approvalId: `a_${callId}`,
      callId,
      tool,
      arguments: values,
      digest: "d".repeat(64),
      sideEffects: ["filesystem", "process"],
      risk: tool === "Bash" ? "high" : "medium",
      expiresAt,
    });
  }

  draft(runId: string, step: number, tool: string, values: Values): string {
    this.#call += 1;
    const callId = `c_${this.#call}`;
    const text = JSON.stringify(values);
    this.add(runId, { type: "call-start", step, callId, tool });
    for (let at = 0; at < text.length; at += 24) {
      this.add(runId, { type: "call-delta", callId, text: text.slice(at, at + 24) }, 25);
    }
    this.add(runId, { type: "call-end", callId, tool, argumentsText: text, arguments: values, cut: false }, 5);
    return callId;
  }

  check(runId: string, callId: string, tool: string, values: Values, needsApproval: boolean): this {
    return this.add(
      runId,
      { type: "call-check", callId, tool, arguments: values, digest: "d".repeat(64), needsApproval, sideEffects: [] },
      4,
    );
  }

  step(runId: string, step: number): this {
    return this.add(runId, { type: "step-start", step });
  }

  endStep(runId: string, step: number, finish: "text" | "calls" | "length" | "incomplete"): this {
    return this.add(runId, { type: "step-end", step, finish, usage: { inputTokens: 812, outputTokens: 96 } });
  }

  end(runId: string, reason: Extract<EventBody, { type: "run-end" }>["reason"], more: { by?: string } = {}): this {
    return this.add(runId, { type: "run-end", reason, ...more });
  }
}

const EDIT = { path: "src/price.ts", old_text: "return amount * 1.19;", new_text: "return amount * TAX;" };

/** A short run that is whole: says, reads, edits, is done. */
export function finishedLog(): SampleLog {
  return new SampleLog()
    .start("r_1", "Give the tax rate a name and list what is still to do.")
    .step("r_1", 1)
    .say("r_1", 1, "I look for the **number** first, then I read `src/price.ts`.\n\n- one search\n- one read")
    .call("r_1", 1, "Grep", { pattern: "1\\.19" }, "src/price.ts:2:   return amount * 1.19;")
    .call(
      "r_1",
      1,
      "Read",
      { path: "src/price.ts" },
      "export function price(amount: number) {\n  return amount * 1.19;\n}\n",
    )
    .endStep("r_1", 1, "calls")
    .step("r_1", 2)
    .call("r_1", 2, "Edit", EDIT, "Successfully edited src/price.ts")
    .endStep("r_1", 2, "calls")
    .step("r_1", 3)
    .say("r_1", 3, "The rate now has a name. See [the guide](https://example.org).\n\n```ts\nconst TAX = 1.19;\n```")
    .endStep("r_1", 3, "text")
    .end("r_1", "finished");
}

/** Two requests wait at once, after work that is done. */
export function waitingLog(): SampleLog {
  const now = Date.now();
  const log = new SampleLog(now - 90_000)
    .start("r_2", "Now rename it everywhere and run the tests.")
    .step("r_2", 1)
    .say("r_2", 1, "Two things need your word.")
    .ask("r_2", 1, "Edit", EDIT, now + 3_600_000)
    .ask("r_2", 1, "Bash", { command: "npm test -- --run && rm -rf coverage" }, now + 3_600_000);
  return log.endStep("r_2", 1, "calls");
}

/** A log of ten thousand events: many steps, many calls. */
export function longLog(): SampleLog {
  const log = new SampleLog().start("r_3", "Read everything.", 2000);
  for (let step = 1; log.events.length < 10_000; step += 1) {
    log.step("r_3", step).say("r_3", step, `Reading part ${step} of the project, one file after the other.`);
    log.call("r_3", step, "Read", { path: `src/file-${step}.ts` }, `export const value${step} = ${step};\n`.repeat(6));
    log.endStep("r_3", step, "calls");
  }
  return log;
}
