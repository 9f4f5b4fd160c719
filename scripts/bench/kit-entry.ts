import { z } from "zod";
import { emptySessionRuns, foldEvent, foldEvents } from "@/lib/core/agent/fold-event";
import { encodeResult } from "@/lib/core/call/encode-result";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import { toolParametersSchema } from "@/lib/core/schema/tool-parameters-schema";
import { builtinTools, calculator, codingTools, type Tool, ToolRegistry, tool, withCache } from "@/lib/kit";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { longLog } from "./long-log";
import { median, perSecond, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";

const context = {
  agentId: "bench",
  agent: { name: "bench" },
  runId: "r",
  callId: "c",
  sessionId: "s",
  sandbox: new MemorySandbox(),
  cwd: "/workspace",
  secrets: {},
  opts: {},
  assigns: {},
  signal: new AbortController().signal,
  log() {},
  progress() {},
};
const timers = {
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

function addTool(): Tool {
  return tool({
    name: "add",
    description: "Adds two numbers.",
    parameters: z.object({ a: z.number(), b: z.number().default(1) }),
    execute: ({ a, b }) => ({ sum: a + b }),
  });
}

async function call(called: Tool, args: object): Promise<void> {
  const prepared = await prepareCall(called, args);
  if (!prepared.ok) return;
  const outcome = await executeCall(called, prepared.parsed, context, { timers });
  if (outcome.status !== "ok") throw new Error(outcome.text);
}

/** Schemas of as many tools as a large agent has, copied so that nothing is known of them yet. */
function freshSchemas(): z.ZodType[] {
  const known = [...builtinTools, ...codingTools()].map((each) => each.parameters as z.ZodType);
  return Array.from({ length: 27 }, (_, index) => (known[index % known.length] ?? z.object({})).clone());
}

async function schemas(): Promise<Row[]> {
  const fresh: number[] = [];
  for (let round = -10; round < 50; round += 1) {
    const parameters = freshSchemas();
    const began = performance.now();
    for (const schema of parameters) toolParametersSchema(schema);
    if (round >= 0) fresh.push(performance.now() - began);
  }
  const registry = new ToolRegistry();
  for (const [index, parameters] of freshSchemas().entries()) {
    registry.register(tool({ name: `tool_${index}`, description: "Does it.", parameters, execute: () => null }));
  }
  const memoised = 1000 / (await perSecond(() => registry.getSchemas(), { batch: 1000 }));
  const what = "schemas of 27 tools";
  return [
    { part: "kit", what: `${what}, fresh`, result: median(fresh) * 1000, unit: "µs" },
    { part: "kit", what: `${what}, fresh ÷ memoised`, result: median(fresh) / memoised, unit: "×", atLeast: 100 },
  ];
}

async function cache(size: number): Promise<Row[]> {
  const cached = withCache(addTool(), { strategy: "exact", ttl: "1h", maxSize: size });
  let next = 0;
  for (; next < size; next += 1) await cached.execute({ a: next, b: 1 }, context);
  const hit = await perSecond(() => cached.execute({ a: next - 1, b: 1 }, context));
  const miss = await perSecond(() => cached.execute({ a: next++, b: 1 }, context));
  const entries = `${size.toLocaleString("en-US")} entries`;
  return [
    { part: "kit", what: `cache hit, ${entries}`, result: hit, unit: "/s" },
    { part: "kit", what: `cache miss that evicts, ${entries}`, result: miss, unit: "/s" },
  ];
}

async function fold(): Promise<Row[]> {
  const events = longLog("r", 10_000);
  const batch = await sample(10, () => foldEvents(events), 2);
  const single = await sample(
    5,
    () => {
      let state = emptySessionRuns;
      for (const event of events) state = foldEvent(state, event);
    },
    1,
  );
  return [
    { part: "kit", what: "fold 10,000 events at once", result: median(batch), unit: "ms" },
    { part: "kit", what: "fold 10,000 events one by one", result: median(single), unit: "ms" },
  ];
}

/** What core and the kit cost by themselves, without a page around them. */
export async function measureKit(): Promise<Row[]> {
  const add = addTool();
  const known = { name: "add", description: add.description, parameters: add.parameters, execute: () => null };
  const text = "0123456789 lorem ipsum\n".repeat(Math.ceil(5_000_000 / 23));
  const encoded = await sample(20, () => encodeResult(text), 3);
  const object = {
    rows: Array.from({ length: 60_000 }, (_, id) => ({ id, name: `row number ${id}`, tags: ["a", "b"] })),
  };
  const encodedObject = await sample(10, () => encodeResult(object), 2);
  return [
    { part: "kit", what: "tool() with a new schema", result: await perSecond(addTool), unit: "/s" },
    { part: "kit", what: "tool() with a known schema", result: await perSecond(() => tool(known)), unit: "/s" },
    {
      part: "kit",
      what: "one valid call, prepared and executed",
      result: await perSecond(() => call(add, { a: 1 })),
      unit: "/s",
    },
    {
      part: "kit",
      what: "one refused call",
      result: await perSecond(() => prepareCall(add, { a: "one" })),
      unit: "/s",
    },
    {
      part: "kit",
      what: "calculator, the function alone",
      result: await perSecond(() => calculator.execute({ expression: "2 * (3 + 4) ^ 2 / sqrt(16)" }, context)),
      unit: "/s",
    },
    ...(await schemas()),
    ...(await cache(1000)),
    ...(await cache(10_000)),
    ...(await fold()),
    { part: "kit", what: "encodeResult of 5 MB of text", result: median(encoded), unit: "ms" },
    { part: "kit", what: "encodeResult of 60,000 rows (4 MB)", result: median(encodedObject), unit: "ms" },
  ];
}
