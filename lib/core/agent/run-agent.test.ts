import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentPorts, RunnerEventBody } from "./agent-ports";
import type { EventBody, RunEvent } from "./event";
import { foldEvents } from "./fold-event";
import { runAgent } from "./run-agent";
import type { RunState } from "./run-state";

type Behaviour = "plain" | "throws" | "invalid" | "approve" | "deny" | "expire" | "unknown" | "cut" | "bad-json";
interface PlayedStep {
  calls: Behaviour[];
  finish?: "error" | "length" | "incomplete";
}

const ok = { ok: true as const, value: undefined };
const text = (value: string) => ({
  status: "ok" as const,
  result: { parts: [{ type: "text" as const, text: value }], empty: false, truncated: false, bytes: value.length },
});

/** The server's rules over an array, and page after page that drives the run until it dies at a chosen event. */
class World {
  readonly log: RunEvent[] = [];
  readonly executed = new Map<string, number>();
  readonly #steps: PlayedStep[];
  stepLimit: number;

  constructor(steps: PlayedStep[], stepLimit = 50) {
    this.#steps = steps;
    this.stepLimit = stepLimit;
  }

  begin(kind: "agent" | "hand" = "agent"): this {
    this.store({
      type: "run-start",
      kind,
      prompt: "go",
      agentName: "a",
      instructions: "",
      tools: [{ name: "tool", description: "", parameters: {}, sideEffects: [], fingerprint: "f" }],
      stepLimit: this.stepLimit,
      definitionFingerprint: "d",
    });
    return this;
  }

  store(body: EventBody): void {
    this.log.push({ seq: this.log.length + 1, at: this.log.length, runId: "r", ...body });
  }

  state(): RunState {
    const run = foldEvents(this.log).runs[0];
    if (run === undefined) throw new Error("not begun");
    return run;
  }

  of<T extends EventBody["type"]>(type: T): Extract<EventBody, { type: T }>[] {
    return this.log.filter((event) => event.type === type) as unknown as Extract<EventBody, { type: T }>[];
  }

  /** `diesAt`: the page is gone once the log is this long; the last record was stored, but its answer never arrived. */
  page(
    diesAt = Number.POSITIVE_INFINITY,
    controls: Partial<AgentPorts> = {},
  ): { ports: AgentPorts; died: Promise<void> } {
    let die = () => {};
    const died = new Promise<void>((resolve) => {
      die = resolve;
    });
    const alive = () => {
      if (this.log.length < diesAt) return true;
      die();
      return false;
    };
    const never = () => new Promise<never>(() => {});
    const guarded = async <T>(work: () => Promise<T> | T): Promise<T> => {
      if (!alive()) return never();
      const value = await work();
      return alive() ? value : never();
    };
    const ports: AgentPorts = {
      state: () => this.state(),
      step: (step) => guarded(() => this.#step(step, alive)),
      prepare: (call) =>
        guarded(() => {
          const behaviour = this.#behaviourOf(call.callId);
          if (behaviour === "invalid") {
            const outcome = { status: "invalid-arguments" as const, text: "Invalid arguments: x: no", issues: [] };
            return { ready: false as const, outcome };
          }
          const needsApproval = behaviour === "approve" || behaviour === "deny" || behaviour === "expire";
          return {
            ready: true as const,
            arguments: call.arguments,
            digest: call.callId,
            needsApproval,
            sideEffects: [],
          };
        }),
      execute: (call) =>
        guarded(async () => {
          this.executed.set(call.callId, (this.executed.get(call.callId) ?? 0) + 1);
          for (let tick = 0; tick < 3; tick += 1) await Promise.resolve();
          if (this.#behaviourOf(call.callId) === "throws") throw new Error("the frame is gone");
          return { outcome: text("done"), durationMs: 1 };
        }),
      record: (bodies) => guarded(() => this.#record(bodies)),
      waitForDecision: (callId) =>
        guarded(async () => {
          await Promise.resolve();
          const approval = this.state().calls[callId]?.approval;
          if (approval === undefined || approval.decision !== undefined || !alive()) return;
          const kind = this.#behaviourOf(callId);
          const decision = kind === "deny" ? "denied" : kind === "expire" ? "expired" : "approved";
          const { approvalId, digest } = approval;
          this.store({ type: "approval-end", approvalId, callId, decision, digest, by: "Ana", reason: "because" });
        }),
      now: () => this.log.length,
      runnerId: "me",
      stop: new AbortController().signal,
      release: new AbortController().signal,
      concurrency: 2,
      ...controls,
    };
    return { ports, died };
  }

  #behaviourOf(callId: string): Behaviour {
    const [step, place] = callId.split("_").map(Number);
    return this.#steps[(step ?? 0) - 1]?.calls[place ?? 0] ?? "plain";
  }

  async #step(step: number, alive: () => boolean): Promise<typeof ok> {
    const open = this.state().steps.find((known) => known.step === step);
    if (open !== undefined) {
      for (const callId of open.callIds) {
        if (this.state().calls[callId]?.phase === "drafting")
          this.store({ type: "call-end", callId, tool: "tool", argumentsText: "{", cut: true });
      }
      if (open.endedAt === undefined) this.store({ type: "step-end", step, finish: "incomplete" });
      return ok;
    }
    for (const body of this.#bodiesOf(step)) {
      if (!alive()) return ok;
      this.store(body);
      await Promise.resolve();
    }
    return ok;
  }

  #bodiesOf(step: number): EventBody[] {
    const played = this.#steps[step - 1] ?? { calls: [] };
    const ids = played.calls.map((_behaviour, place) => `${step}_${place}`);
    const toolOf = (place: number) => (played.calls[place] === "unknown" ? "other" : "tool");
    const error = { code: "overloaded", message: "The provider is overloaded.", retryable: true };
    return [
      { type: "step-start", step },
      { type: "text-delta", step, text: "…" },
      ...ids.map((callId, place): EventBody => ({ type: "call-start", step, callId, tool: toolOf(place) })),
      ...ids.map((callId, place): EventBody => {
        const base = { type: "call-end" as const, callId, tool: toolOf(place) };
        const behaviour = played.calls[place];
        if (behaviour === "cut") return { ...base, argumentsText: '{"a":', cut: true };
        if (behaviour === "bad-json") return { ...base, argumentsText: "{'a'}", problem: "not valid JSON", cut: false };
        return { ...base, argumentsText: "{}", arguments: {}, cut: false };
      }),
      played.finish === "error"
        ? { type: "step-end", step, finish: "error", error }
        : { type: "step-end", step, finish: played.finish ?? (ids.length > 0 ? "calls" : "text") },
    ];
  }

  #record(bodies: RunnerEventBody[]) {
    const run = this.state();
    if (run.end !== undefined) return { ok: false as const, problem: { code: "run-ended", message: "ended" } };
    for (const body of bodies) {
      const call = "callId" in body ? run.calls[body.callId] : undefined;
      const refuse = (code: string) => ({ ok: false as const, problem: { code, message: code } });
      if (body.type === "call-claim" && call?.claimedAt !== undefined) return refuse("already-claimed");
      if (body.type === "call-claim" && call?.needsApproval && call.approval?.decision?.kind !== "approved")
        return refuse("needs-approval");
      if (body.type === "call-settle" && call?.phase === "settled") return refuse("already-settled");
    }
    for (const body of bodies) {
      this.store(body);
      if (body.type === "call-check" && body.needsApproval) {
        const { callId, tool, digest } = body;
        const approval = { approvalId: `a_${callId}`, callId, tool, digest, arguments: body.arguments };
        this.store({ type: "approval-start", ...approval, sideEffects: [], risk: "low", expiresAt: 1e15 });
      }
    }
    return ok;
  }
}

const behaviours: Behaviour[] = [
  "plain",
  "throws",
  "invalid",
  "approve",
  "deny",
  "expire",
  "unknown",
  "cut",
  "bad-json",
];
const playedSteps = fc.array(
  fc.record(
    {
      calls: fc.array(fc.constantFrom(...behaviours), { maxLength: 4 }),
      finish: fc.constantFrom("error", "length", "incomplete"),
    },
    { requiredKeys: ["calls"] },
  ),
  { maxLength: 4 },
) as fc.Arbitrary<PlayedStep[]>;

async function runToEnd(steps: PlayedStep[], controls: Partial<AgentPorts> = {}, stepLimit = 50): Promise<World> {
  const world = new World(steps, stepLimit).begin();
  await runAgent(world.page(undefined, controls).ports);
  return world;
}

const outcomesOf = (world: World) => world.of("call-settle").map(({ outcome }) => outcome);
const endOf = (world: World) => world.of("run-end")[0];

function expectSound(world: World): void {
  for (const [callId, count] of world.executed) expect(count, `executions of ${callId}`).toBe(1);
  const settled = world.of("call-settle").map(({ callId }) => callId);
  expect(settled.sort()).toEqual(
    world
      .of("call-start")
      .map(({ callId }) => callId)
      .sort(),
  );
  expect(world.of("run-end")).toHaveLength(1);
  expect(world.log.at(-1)?.type).toBe("run-end");
}

describe("calls of one turn", () => {
  /** Counts how many calls run at once while each takes some turns of the event loop. */
  function counting(controls: Partial<AgentPorts>) {
    let running = 0;
    let most = 0;
    const execute: AgentPorts["execute"] = async () => {
      running += 1;
      most = Math.max(most, running);
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
      running -= 1;
      return { outcome: text("done"), durationMs: 1 };
    };
    return { controls: { ...controls, execute }, most: () => most };
  }

  it("never run more at once than the cap, whatever it is and however many there are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 10 }), async (concurrency, calls) => {
        const count = counting({ concurrency });
        const world = await runToEnd(
          [{ calls: Array.from({ length: calls }, () => "plain" as const) }],
          count.controls,
        );
        expect(count.most()).toBeLessThanOrEqual(concurrency);
        expect(outcomesOf(world)).toHaveLength(calls);
      }),
      { numRuns: 40 },
    );
  });

  it("run one after another when their tool is exclusive", async () => {
    const calls = Array.from({ length: 5 }, () => "plain" as const);
    const exclusive = counting({ concurrency: 4, traits: () => ({ exclusive: true }) });
    await runToEnd([{ calls }], exclusive.controls);
    expect(exclusive.most()).toBe(1);
    const free = counting({ concurrency: 4 });
    await runToEnd([{ calls }], free.controls);
    expect(free.most()).toBe(4);
  });

  it("are recorded as each one ends, not when the last one does", async () => {
    const world = new World([{ calls: ["plain", "plain"] }]).begin();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ports } = world.page(undefined, {
      execute: async ({ callId }) => {
        if (callId === "1_0") await held;
        return { outcome: text(callId), durationMs: 1 };
      },
    });
    const done = runAgent(ports);
    for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
    expect(world.of("call-settle").map(({ callId }) => callId)).toEqual(["1_1"]);
    release();
    await done;
    expect(world.of("call-settle").map(({ callId }) => callId)).toEqual(["1_1", "1_0"]);
  });
});

describe("a call that only repeats itself", () => {
  const polls = Array.from({ length: 8 }, (): PlayedStep => ({ calls: ["plain"] }));

  it("is not run a sixth time with the same answer, and the model is told why", async () => {
    const world = await runToEnd(polls);
    expect(outcomesOf(world).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "ok"),
      ...Array.from({ length: 3 }, () => "skipped"),
    ]);
    expect(outcomesOf(world)[5]).toMatchObject({ text: expect.stringContaining('the last 5 calls of "tool"') });
    expect(world.executed.size).toBe(5);
  });

  it("runs as often as it likes when its answer changes, or its tool says that it may", async () => {
    let ticks = 0;
    const changing: AgentPorts["execute"] = async () => ({ outcome: text(String(ticks++ % 2)), durationMs: 1 });
    for (const controls of [{ execute: changing }, { traits: () => ({ repeatable: true }) }]) {
      const world = await runToEnd(polls, controls);
      expect(outcomesOf(world).map(({ status }) => status)).toEqual(polls.map(() => "ok"));
    }
  });

  it("asks nobody for an approval that would lead to nothing", async () => {
    const world = await runToEnd(polls.map((): PlayedStep => ({ calls: ["approve"] })));
    expect(world.of("approval-end")).toHaveLength(5);
  });
});

describe("a run that nothing disturbs", () => {
  it("answers the calls of each step and finishes with the model's last words", async () => {
    const world = await runToEnd([{ calls: ["plain", "plain"] }, { calls: [] }]);
    expect(outcomesOf(world).map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(endOf(world)).toEqual(expect.objectContaining({ reason: "finished" }));
  });

  it("never runs a call that was cut, is not JSON, or names a tool that the model was not shown", async () => {
    const world = await runToEnd([{ calls: ["cut", "bad-json", "unknown"] }]);
    expect(world.executed.size).toBe(0);
    expect(
      outcomesOf(world)
        .map((outcome) => ("text" in outcome ? outcome.text : ""))
        .sort(),
    ).toEqual([
      "Cut off: the model's turn broke off before it was whole, so this call did not run.",
      "Invalid arguments: not valid JSON: {'a'}",
      "Tool not found: other",
    ]);
  });

  it("tells a denied call who refused it and why, and goes on", async () => {
    const world = await runToEnd([{ calls: ["deny"] }]);
    expect(outcomesOf(world)).toEqual([
      {
        status: "denied",
        text: "Denied by Ana; the call did not run. Reason: because",
        by: { kind: "person", name: "Ana" },
        reason: "because",
      },
    ]);
    expect(endOf(world)?.reason).toBe("finished");
  });

  it("halts as waiting when nobody decided in time, after its sibling calls were answered", async () => {
    const world = await runToEnd([{ calls: ["expire", "plain"] }, { calls: ["plain"] }]);
    expect(
      outcomesOf(world)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["expired", "ok"]);
    expect(endOf(world)?.reason).toBe("waiting");
    expect(world.of("step-start")).toHaveLength(1);
  });

  it("ends at the step limit with the last calls answered", async () => {
    const world = await runToEnd([{ calls: ["plain"] }, { calls: ["plain"] }, { calls: ["plain"] }], {}, 2);
    expect(outcomesOf(world)).toHaveLength(2);
    expect(endOf(world)?.reason).toBe("step-limit");
  });

  it("ends as failed with the provider's own words, never as stopped by a person", async () => {
    const world = await runToEnd([{ calls: ["plain"], finish: "error" }]);
    expect(endOf(world)).toEqual(
      expect.objectContaining({
        reason: "failed",
        error: { code: "overloaded", message: "The provider is overloaded." },
      }),
    );
    expectSound(world);
  });

  it("fails an answer in words that the token limit cut, and goes on from cut calls", async () => {
    expect(endOf(await runToEnd([{ calls: [], finish: "length" }]))?.error?.code).toBe("cut-at-token-limit");
    expect(endOf(await runToEnd([{ calls: ["cut"], finish: "length" }]))?.reason).toBe("finished");
  });

  it("asks for a broken turn again, and gives up after three in a row", async () => {
    const broken: PlayedStep = { calls: [], finish: "incomplete" };
    const mended = await runToEnd([broken, broken, { calls: ["plain"] }]);
    expect(endOf(mended)?.reason).toBe("finished");
    expect(outcomesOf(mended)).toHaveLength(1);
    const given = await runToEnd([broken, broken, broken, { calls: ["plain"] }]);
    expect(endOf(given)?.error?.code).toBe("stream-broken");
    expect(given.of("step-start")).toHaveLength(3);
  });

  it.each([
    ["budget", "budget"],
    ["step-limit", "step-limit"],
    ["model-unavailable", "failed"],
  ])("ends when the server refuses a step with %s", async (code, reason) => {
    const step = async () => ({ ok: false as const, problem: { code, message: "no more" } });
    const world = await runToEnd([], { step });
    expect(endOf(world)).toEqual(expect.objectContaining({ reason, error: { code, message: "no more" } }));
  });

  it("carries a call by hand to its settlement without asking any model", async () => {
    const world = new World([]).begin("hand");
    world.store({ type: "step-start", step: 1 });
    world.store({ type: "call-start", step: 1, callId: "c_1", tool: "tool" });
    world.store({ type: "call-end", callId: "c_1", tool: "tool", argumentsText: "{}", arguments: {}, cut: false });
    await runAgent(world.page().ports);
    expect(outcomesOf(world)).toEqual([text("done")]);
    expect(endOf(world)?.reason).toBe("finished");
    expect(world.of("step-start")).toHaveLength(1);
  });

  it("runs at most as many calls at a time as it may, and starts the next as one ends", async () => {
    let running = 0;
    let most = 0;
    const world = new World([{ calls: Array<Behaviour>(9).fill("plain") }]).begin();
    const { ports } = world.page();
    const counted: AgentPorts = {
      ...ports,
      concurrency: 3,
      execute: async (call, signal) => {
        running += 1;
        most = Math.max(most, running);
        const done = await ports.execute(call, signal);
        running -= 1;
        return done;
      },
    };
    await runAgent(counted);
    expect(most).toBe(3);
    expectSound(world);
  });

  it("lets a call that waits for a person hold up no other call", async () => {
    const world = new World([{ calls: ["approve", "plain", "plain"] }]).begin();
    const { ports } = world.page();
    const held: AgentPorts = {
      ...ports,
      concurrency: 1,
      waitForDecision: async (callId, signal) => {
        while (world.of("call-settle").length < 2) await Promise.resolve();
        return ports.waitForDecision(callId, signal);
      },
    };
    await runAgent(held);
    expect(world.of("call-settle").map(({ callId }) => callId)).toEqual(["1_1", "1_2", "1_0"]);
  });
});

describe("Stop", () => {
  const hanging = () => new Promise<never>(() => {});
  const places: [string, Partial<AgentPorts>, PlayedStep[]][] = [
    ["while the model writes", { step: hanging }, []],
    ["while a call is checked", { prepare: hanging }, [{ calls: ["plain"] }]],
    ["while a person is asked", { waitForDecision: hanging }, [{ calls: ["approve", "plain"] }]],
    ["while a call runs and ignores its signal", { execute: hanging }, [{ calls: ["plain", "plain", "plain"] }]],
  ];
  it.each(places)(
    "%s settles every call and ends the run once, waiting for nothing",
    async (_name, controls, steps) => {
      const stop = new AbortController();
      const world = new World(steps).begin();
      const run = runAgent(world.page(undefined, { ...controls, stop: stop.signal }).ports);
      for (let tick = 0; tick < 200; tick += 1) await Promise.resolve();
      expect(world.of("run-end")).toHaveLength(0);
      stop.abort("Ana");
      await expect(run).resolves.toEqual({ reason: "stopped" });
      expectSound(world);
      expect(endOf(world)).toEqual(expect.objectContaining({ reason: "stopped", by: "Ana" }));
    },
  );

  it("says of a running call that it may have had its effect, and of the others that they did not run", async () => {
    const stop = new AbortController();
    const world = new World([{ calls: ["plain", "plain"] }]).begin();
    const run = runAgent(world.page(undefined, { execute: hanging, concurrency: 1, stop: stop.signal }).ports);
    for (let tick = 0; tick < 200; tick += 1) await Promise.resolve();
    stop.abort("Ana");
    await run;
    expect(outcomesOf(world).map(({ status }) => status)).toEqual(["stopped", "skipped"]);
  });

  it("writes nothing when the page only lets go, so that another runner can go on", async () => {
    const release = new AbortController();
    const world = new World([{ calls: ["approve"] }]).begin();
    const run = runAgent(world.page(undefined, { waitForDecision: hanging, release: release.signal }).ports);
    for (let tick = 0; tick < 200; tick += 1) await Promise.resolve();
    const length = world.log.length;
    release.abort();
    await expect(run).resolves.toEqual({ reason: "released" });
    expect(world.log).toHaveLength(length);
    await runAgent(world.page().ports);
    expectSound(world);
  });
});

describe("a port that breaks", () => {
  it("is the outcome of the call concerned, and the run goes on", async () => {
    const broken = () => Promise.reject(new Error("gone"));
    const unchecked = await runToEnd([{ calls: ["plain"] }], { prepare: broken });
    expect(outcomesOf(unchecked)).toEqual([{ status: "crashed", text: "Could not be checked: gone" }]);
    expect(endOf(unchecked)?.reason).toBe("finished");
    const thrown = await runToEnd([{ calls: ["throws"] }]);
    expect(outcomesOf(thrown)[0]).toEqual(expect.objectContaining({ status: "crashed" }));
    expect(endOf(thrown)?.reason).toBe("finished");
  });

  it("fails closed when the wait for a decision breaks", async () => {
    const world = new World([{ calls: ["approve"] }]).begin();
    const ports = world.page(undefined, { waitForDecision: () => Promise.reject(new Error("gone")) }).ports;
    await expect(runAgent(ports)).resolves.toEqual(expect.objectContaining({ reason: "interrupted" }));
    expect(world.executed.size).toBe(0);
    expect(world.of("run-end")).toHaveLength(0);
  });

  it.each(["run-ended", "not-the-runner", "connection-lost"])(
    "leaves quietly when the log answers %s",
    async (code) => {
      const world = new World([{ calls: ["plain", "plain"] }]).begin();
      const record = async () => ({ ok: false as const, problem: { code, message: "no" } });
      const result = await runAgent(world.page(undefined, { record }).ports);
      expect(result).toEqual({ reason: "interrupted", problem: { code, message: "no" } });
      expect(world.executed.size).toBe(0);
    },
  );

  it("settles a call whose check threw with the author's own words and line", async () => {
    const world = new World([{ calls: ["plain"] }]).begin();
    const place = { file: "tools/plain.ts", line: 4 };
    const outcome = { status: "failed" as const, text: "Checking the arguments failed: boom", place };
    await runAgent(world.page(undefined, { prepare: async () => ({ ready: false, outcome }) }).ports);
    expect(outcomesOf(world)).toEqual([outcome]);
    expect(endOf(world)?.reason).toBe("finished");
  });

  it("answers a call whose result the log refuses with what was wrong with it", async () => {
    const world = new World([{ calls: ["plain"] }]).begin();
    const { ports } = world.page();
    const picky: AgentPorts = {
      ...ports,
      record: async (bodies) =>
        bodies.some((body) => body.type === "call-settle" && body.outcome.status === "ok")
          ? { ok: false, problem: { code: "invalid-input", message: "It is too large." } }
          : ports.record(bodies),
    };
    await runAgent(picky);
    expect(outcomesOf(world)).toEqual([
      { status: "failed", text: "The result could not be recorded: It is too large." },
    ]);
    expect(endOf(world)?.reason).toBe("finished");
  });
});

describe("a run whose page or server dies", () => {
  it("runs every call at most once, settles each once and ends once, wherever it died", async () => {
    await fc.assert(
      fc.asyncProperty(
        playedSteps,
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
        async (steps, lives) => {
          const world = new World(steps, 5).begin();
          for (const life of lives) {
            const { ports, died } = world.page(world.log.length + life);
            await Promise.race([runAgent(ports), died]);
            // What the dead page had in flight comes to rest before the next one begins.
            for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
          }
          const result = await runAgent(world.page().ports);
          expectSound(world);
          expect(result).toEqual({ reason: endOf(world)?.reason });
        },
      ),
      { numRuns: 400 },
    );
  });

  it("says of a claimed call that it may or may not have run, and does not run it again", async () => {
    const world = new World([{ calls: ["plain"] }]).begin();
    const hanging = () => new Promise<never>(() => {});
    void runAgent(world.page(undefined, { execute: hanging }).ports);
    for (let tick = 0; tick < 200; tick += 1) await Promise.resolve();
    expect(world.of("call-claim")).toHaveLength(1);
    await runAgent(world.page().ports);
    expect(world.executed.size).toBe(0);
    expect(outcomesOf(world)[0]).toEqual(
      expect.objectContaining({ status: "crashed", text: expect.stringContaining("may or may not have run") }),
    );
  });

  it("stops soundly at any event", async () => {
    await fc.assert(
      fc.asyncProperty(playedSteps, fc.integer({ min: 0, max: 150 }), async (steps, ticks) => {
        const stop = new AbortController();
        const world = new World(steps, 5).begin();
        const run = runAgent(world.page(undefined, { stop: stop.signal }).ports);
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
        stop.abort();
        await run;
        expect(world.of("run-end")).toHaveLength(1);
        const settled = world.of("call-settle").map(({ callId }) => callId);
        expect(new Set(settled).size).toBe(settled.length);
      }),
      { numRuns: 200 },
    );
  });
});
