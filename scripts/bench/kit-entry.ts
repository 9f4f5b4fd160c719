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
import { PEER } from "./peer-figures.mjs";
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

const AGAINST = "÷ the peer's figure";

/** Our rate, and how many times the peer's it is. */
function beside(what: string, rate: number, peer: number, atLeast?: number): Row[] {
  return [
    { part: "kit", what, result: rate, unit: "/s" },
    {
      part: "kit",
      what: `${what} ${AGAINST}`,
      result: rate / peer,
      unit: "×",
      ...(atLeast === undefined ? {} : { atLeast }),
    },
  ];
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
    {
      part: "kit",
      what: `${what}, memoised ${AGAINST}`,
      result: 1000 / memoised / PEER.schemas,
      unit: "×",
      atLeast: 100,
    },
  ];
}

const CACHE_SIZES = [1000, 10_000] as const;
/** Both sizes are looked at in turns, so that a bad moment of the machine meets both. */
const TURNS = 7;

async function cache(): Promise<Row[]> {
  const caches = await Promise.all(
    CACHE_SIZES.map(async (size) => {
      const cached = withCache(addTool(), { strategy: "exact", ttl: "1h", maxSize: size });
      let next = 0;
      for (; next < size; next += 1) await cached.execute({ a: next, b: 1 }, context);
      return {
        size,
        hits: [] as number[],
        misses: [] as number[],
        hit: () => cached.execute({ a: next - 1, b: 1 }, context),
        miss: () => cached.execute({ a: next++, b: 1 }, context),
      };
    }),
  );
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { hit, hits, miss, misses } of caches) {
      hits.push(await perSecond(hit, { roundMs: 50 }));
      misses.push(await perSecond(miss, { roundMs: 50 }));
    }
  }
  const [few, many] = caches.map(({ misses }) => median(misses));
  return [
    ...caches.flatMap(({ size, hits, misses }) => {
      const entries = `${size.toLocaleString("en-US")} entries`;
      return [
        ...beside(`cache hit, ${entries}`, median(hits), PEER.cacheHit, 2),
        ...beside(`cache miss that evicts, ${entries}`, median(misses), PEER.cacheMiss[size]),
      ];
    }),
    {
      part: "kit",
      what: "time of a cache miss, 10,000 entries ÷ 1,000 entries",
      result: (few ?? Number.NaN) / (many ?? Number.NaN),
      unit: "×",
      atMost: 1.3,
    },
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
    ...beside("tool() with a known schema", await perSecond(() => tool(known)), PEER.defineTool),
    ...beside("one valid call, prepared and executed", await perSecond(() => call(add, { a: 1 })), PEER.validCall, 2),
    ...beside("one refused call", await perSecond(() => prepareCall(add, { a: "one" })), PEER.refusedCall),
    ...beside(
      "calculator, the function alone",
      await perSecond(() => calculator.execute({ expression: "2 * (3 + 4) ^ 2 / sqrt(16)" }, context)),
      PEER.calculator,
    ),
    ...(await schemas()),
    ...(await cache()),
    ...(await fold()),
    { part: "kit", what: "encodeResult of 5 MB of text", result: median(encoded), unit: "ms" },
    { part: "kit", what: "encodeResult of 60,000 rows (4 MB)", result: median(encodedObject), unit: "ms" },
  ];
}
