import { describe, expect, it } from "vitest";
import * as zod from "zod";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import type { AgentPorts } from "@/lib/core/agent/agent-ports";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import { runAgent } from "@/lib/core/agent/run-agent";
import { argumentDigest } from "@/lib/core/call/digest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall, toolNotFound } from "@/lib/core/call/prepare-call";
import { ok } from "@/lib/core/errors/result";
import { conversationFor } from "@/lib/core/model/conversation";
import { readArguments } from "@/lib/core/model/read-arguments";
import { parseScript } from "@/lib/core/model/script";
import { scriptedModel } from "@/lib/core/model/scripted-model";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { definitionSchema } from "@/lib/core/session/session-document";
import type { ExampleSession } from "@/lib/examples/example-session";
import { exampleSessions } from "@/lib/examples/example-sessions";
import * as kit from "@/lib/kit";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { readDefinition } from "@/lib/tool-host/guest/read-definition";
import { inProcessChannel } from "./in-process-channel";
import { typeErrors } from "./type-errors";

/** The TypeScript files of the definitions, each below the name of its example. */
function definitionTexts(examples: readonly ExampleSession[]): ReadonlyMap<string, string> {
  return new Map(
    examples.flatMap(({ name, definition }) =>
      Object.entries(definition.files)
        .filter(([file]) => file.endsWith(".ts"))
        .map(([file, text]) => [`${name}/${file}`, text] as const),
    ),
  );
}

function load(example: ExampleSession) {
  const modules: Record<string, string> = {};
  for (const [file, text] of Object.entries(example.definition.files)) {
    if (!file.endsWith(".ts")) continue;
    const transpiled = transpileFile(file, text);
    if (!transpiled.ok) throw new Error(transpiled.problem.message);
    modules[file] = transpiled.code;
  }
  const read = readDefinition({
    modules,
    packages: (marking) => ({
      toolwright: { ...kit, tool: marking(kit.tool), __esModule: true },
      zod: { ...zod, __esModule: true },
    }),
    onEnter: () => {},
  });
  if (!read.reply.ok) throw new Error(JSON.stringify(read.reply.problems));
  return { tools: read.tools, agent: read.reply.agent, described: read.reply.tools };
}

async function sandboxOf(example: ExampleSession): Promise<Sandbox> {
  const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  await sandbox.ready();
  for (const [file, text] of Object.entries(example.workspace)) await sandbox.write(file, text);
  return sandbox;
}

/** The whole product without a page and a server: the real loop, script, tools, checks and shell over one array of events. */
async function play(
  example: ExampleSession,
  sandbox: Sandbox,
  decision: "approved" | "denied",
  prompt = example.prompt,
) {
  const { tools, agent, described } = load(example);
  const model = scriptedModel(example.definition.files["script.json"] ?? "", { pace: async () => {} });
  const log: RunEvent[] = [];
  const store = (body: EventBody) => log.push({ seq: log.length + 1, at: log.length, runId: "r", ...body });
  const runs = () => foldEvents(log, emptySessionRuns);
  const state = () => {
    const run = runs().runs[0];
    if (run === undefined) throw new Error("not begun");
    return run;
  };
  const given = described.filter((tool) => tool.givenToAgent);
  store({
    type: "run-start",
    kind: "agent",
    prompt,
    agentName: agent.name,
    instructions: agent.instructions,
    tools: given.map((tool) => ({ ...tool, fingerprint: "f" })),
    stepLimit: agent.stepLimit,
    definitionFingerprint: "d",
  });
  const signal = new AbortController().signal;
  const parsed = new Map<string, unknown>();
  const ports: AgentPorts = {
    state,
    async step(step) {
      store({ type: "step-start", step });
      const messages = conversationFor(runs(), "r");
      for await (const part of model.stream({ instructions: agent.instructions, messages, tools: given, signal })) {
        if (part.type === "text") store({ type: "text-delta", step, text: part.text });
        else if (part.type === "call-start") store({ ...part, step });
        else if (part.type === "call-end") store({ ...part, ...readArguments(part.argumentsText), cut: false });
        else if (part.type === "end") store({ ...part, type: "step-end", step });
        else store(part);
      }
      return ok(undefined);
    },
    async prepare(call) {
      const tool = tools.get(call.tool);
      if (tool === undefined) return { ready: false, outcome: toolNotFound(call.tool) };
      const prepared = await prepareCall(tool, call.arguments);
      if (!prepared.ok) return { ready: false, outcome: prepared.outcome };
      parsed.set(call.callId, prepared.parsed);
      const digest = await argumentDigest(call.callId, call.tool, prepared.canonical);
      const { canonical, needsApproval } = prepared;
      return { ready: true, arguments: canonical, digest, needsApproval, sideEffects: [...(tool.sideEffects ?? [])] };
    },
    async execute(call) {
      const tool = tools.get(call.tool);
      if (tool === undefined) throw new Error(`no ${call.tool}`);
      const context = {
        agentId: agent.name,
        agent: { name: agent.name },
        runId: "r",
        callId: call.callId,
        sessionId: "s",
        sandbox,
        cwd: sandbox.cwd,
        secrets: {},
        opts: {},
        assigns: {},
        signal,
        log: () => {},
        progress: () => {},
      };
      const timers = { after: () => () => {} };
      return { outcome: await executeCall(tool, parsed.get(call.callId), context, { timers }), durationMs: 1 };
    },
    async record(bodies) {
      for (const body of bodies) {
        store(body);
        if (body.type !== "call-check" || !body.needsApproval) continue;
        const { type: _type, needsApproval: _needs, ...request } = body;
        store({ type: "approval-start", approvalId: body.callId, ...request, risk: "medium", expiresAt: 1e15 });
      }
      return ok(undefined);
    },
    async waitForDecision(callId) {
      const digest = state().calls[callId]?.digest ?? "";
      store({ type: "approval-end", approvalId: callId, callId, digest, decision, by: "Ana" });
    },
    now: () => log.length,
    runnerId: "test",
    stop: signal,
    release: signal,
  };
  const result = await runAgent(ports);
  const run = state();
  const calls = run.steps.flatMap((step) => step.callIds.flatMap((callId) => run.calls[callId] ?? []));
  return { result, run, calls, words: run.steps.map(({ text }) => text) };
}

const read = async (sandbox: Sandbox, file: string) => new TextDecoder().decode(await sandbox.read(file));

describe.each(exampleSessions.map((example) => [example.name, example] as const))(
  "the example %s",
  (_name, example) => {
    it("is a definition that can be stored, and a script that can be played", () => {
      expect(definitionSchema.safeParse(example.definition).error).toBeUndefined();
      expect(parseScript(example.definition.files["script.json"] ?? "")).toEqual(expect.objectContaining({ ok: true }));
    });

    it("has example arguments that its tools accept", async () => {
      const { tools } = load(example);
      for (const [name, values] of Object.entries(example.exampleArguments)) {
        const tool = tools.get(name);
        if (tool === undefined) throw new Error(`no tool ${name}`);
        expect(await prepareCall(tool, values), name).toEqual(expect.objectContaining({ ok: true }));
      }
    });

    it.each(["approved", "denied"] as const)(
      "plays its prompt to the end when the person's answer is %s",
      async (decision) => {
        const { result, calls, words } = await play(example, await sandboxOf(example), decision);
        expect(result).toEqual({ reason: "finished" });
        const bad = calls.filter(({ outcome }) => outcome?.status !== "ok" && outcome?.status !== "denied");
        expect(bad.map(({ tool, outcome }) => [tool, outcome])).toEqual([]);
        expect(words.join("\n")).not.toContain("[nothing at");
      },
    );
  },
);

describe("the definitions of all examples", () => {
  it("have no type error when the kit is the real one", { timeout: 120_000 }, () => {
    expect(typeErrors(definitionTexts(exampleSessions))).toEqual([]);
  });
});

describe("the first minute", () => {
  const [first] = exampleSessions;

  it("asks for exactly one approval and leaves a diff", async () => {
    const sandbox = await sandboxOf(first);
    const { calls, words } = await play(first, sandbox, "approved");
    expect(calls.filter((call) => call.needsApproval).map(({ tool }) => tool)).toEqual(["rename_symbol"]);
    expect(calls.map(({ tool }) => tool)).toEqual(["find_todos", "Read", "Grep", "Edit", "rename_symbol"]);
    expect(await read(sandbox, "src/duration.ts")).toContain("d: 86_400");
    expect(await read(sandbox, "src/index.ts")).toContain("export { formatMoney }");
    expect(await read(sandbox, "src/money.ts")).toContain("function formatMoney(");
    expect(words.at(-1)).toContain("Renamed fmt to formatMoney");
  });

  it("changes nothing that was denied, and says so", async () => {
    const sandbox = await sandboxOf(first);
    const { words } = await play(first, sandbox, "denied");
    expect(await read(sandbox, "src/index.ts")).toContain("export { fmt }");
    expect(words.at(-1)).toContain("Denied by Ana");
  });

  it("answers a question about the expenses with the shell's own sums", async () => {
    const { words } = await play(first, await sandboxOf(first), "approved", "What did we spend?");
    expect(words.at(-1)).toContain("food 168.35");
    expect(words.at(-1)).toContain("rent 950.00");
  });

  it("gives the model a picture that is a PNG", async () => {
    const chart = exampleSessions.find(({ name }) => name === "expense-chart") ?? first;
    const { calls } = await play(chart, await sandboxOf(chart), "approved");
    const outcome = calls.find(({ tool }) => tool === "draw_chart")?.outcome;
    const parts = outcome?.status === "ok" ? outcome.result.parts : [];
    expect(parts.map((part) => (part.type === "image" ? part.mediaType : part.type))).toEqual(["text", "image/png"]);
  });
});
