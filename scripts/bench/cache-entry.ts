import { InMemoryToolCacheStorage } from "@/lib/core/cache/in-memory-tool-cache-storage";
import { unitVector } from "@/lib/core/embedding/unit-vector";
import { lexicalEmbedding, type ToolContext, tool, withCache } from "@/lib/kit";
import { perSecond } from "./measure.mjs";
import { PEER } from "./peer-figures.mjs";
import type { Row } from "./report.mjs";

const VECTORS = 2000;
const DIMENSIONS = 256;
const AT_ONCE = 10;

const context = { opts: {}, log() {} } as unknown as ToolContext;

function noise(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
  return unitVector(vector) ?? vector;
}

async function lookup(): Promise<Row[]> {
  const storage = new InMemoryToolCacheStorage(VECTORS);
  const entry = { value: 1, storedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, bytes: 8, label: "" };
  for (let index = 0; index < VECTORS; index += 1) {
    storage.set(`g.${index}`, { ...entry, likeness: { group: "g.", vector: noise() } });
  }
  const asked = Array.from({ length: 64 }, noise);
  let next = 0;
  const rate = await perSecond(() => storage.nearest("g.", asked[next++ % asked.length] ?? noise(), 0.95));
  const what = "the most like one of 2,000 results";
  return [
    { part: "cache", what, result: rate, unit: "/s" },
    { part: "cache", what: `${what} ÷ the peer's figure`, result: rate / PEER.semanticLookup, unit: "×", atLeast: 2 },
  ];
}

/** How many runs equal calls at the same time cost, and how fast they are all answered. */
async function atOnce(): Promise<Row[]> {
  let runs = 0;
  const cached = withCache(
    tool({
      name: "slow",
      description: "Waits a turn.",
      parameters: { type: "object", properties: {} },
      execute: async ({ n }) => {
        runs += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return { n };
      },
    }),
    { maxSize: 100 },
  );
  let rounds = 0;
  const rate = await perSecond(() => {
    rounds += 1;
    const n = rounds;
    return Promise.all(Array.from({ length: AT_ONCE }, () => cached.execute({ n }, context)));
  });
  return [
    { part: "cache", what: `${AT_ONCE} equal calls at once, answered`, result: rate, unit: "/s" },
    { part: "cache", what: `runs for ${AT_ONCE} equal calls at once`, result: runs / rounds, unit: "", atMost: 1 },
  ];
}

/** What the cache costs beside the hits and misses that the part "kit" measures. */
export async function measureCache(): Promise<Row[]> {
  const service = lexicalEmbedding();
  const text = "What will the weather be like in Paris tomorrow afternoon?";
  return [
    ...(await lookup()),
    ...(await atOnce()),
    {
      part: "cache",
      what: "lexical embedding of one sentence",
      result: await perSecond(() => service.embed(text)),
      unit: "/s",
    },
  ];
}
