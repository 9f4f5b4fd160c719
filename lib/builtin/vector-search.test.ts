import { describe, expect, it, vi } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError, type OutsideInput } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { vectorSearch } from "./vector-search";

const documents = [
  { id: "a", content: "How to bake sourdough bread at home", metadata: { topic: "food", year: 2024 } },
  { id: "b", content: "Repairing a bicycle wheel, spoke by spoke", metadata: { topic: "bikes", year: 2025 } },
  { id: 3, content: "Bread rolls with seeds", metadata: { topic: "food", year: 2025 } },
];
const lines = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");

type Answer = (service: string, input: OutsideInput) => JsonValue;

async function search(
  args: object,
  {
    files = { ".vectors/documents.jsonl": lines(documents) },
    outside,
  }: { files?: Record<string, string>; outside?: Answer } = {},
) {
  const prepared = await prepareCall(vectorSearch, args);
  if (!prepared.ok) throw new Error(prepared.outcome.status === "ok" ? "" : prepared.outcome.text);
  const context = {
    sessionId: "s",
    signal: new AbortController().signal,
    opts: {},
    sandbox: new MemorySandbox({ files: new Map(Object.entries(files)) }),
    ...(outside === undefined
      ? {}
      : { outside: { ask: async (name: string, input: OutsideInput) => outside(name, input) } }),
  } as unknown as ToolContext;
  return executeCall(vectorSearch, prepared.parsed, context, { timers: { after: () => () => {} } });
}

async function found(...parameters: Parameters<typeof search>) {
  const outcome = await search(...parameters);
  if (outcome.status !== "ok") throw new Error(outcome.text);
  return outcome.result.value as { results: { id: string | number; similarity: number; metadata: object }[] };
}

async function failure(...parameters: Parameters<typeof search>) {
  const outcome = await search(...parameters);
  return outcome.status === "ok" ? JSON.stringify(outcome.result.value) : outcome.text.split("\n")[0];
}

describe("vector_search", () => {
  it("finds the nearest documents and says that letters were compared", async () => {
    const { results, ...rest } = await found({ query: "bake bread at home", topK: 2 });
    expect(results.map(({ id }) => id)).toEqual(["a", 3]);
    expect(results[0]).toMatchObject({ content: documents[0]?.content, metadata: { topic: "food", year: 2024 } });
    expect(rest).toEqual({ query: "bake bread at home", provider: "lexical", model: "lexical-256", searched: 3 });
  });

  it("keeps to the threshold and to the filter", async () => {
    expect((await found({ query: "bread", threshold: 0.99 })).results).toEqual([]);
    const food = await found({ query: "bread", threshold: 0, filter: { topic: "food" } });
    expect(food.results.map(({ id }) => id).sort()).toEqual([3, "a"]);
    const years = await found({ query: "bread", threshold: 0, filter: { year: [2025, 2026] } });
    expect(years.results.map(({ id }) => id).sort()).toEqual([3, "b"]);
    expect((await found({ query: "bread", threshold: 0, filter: { toString: "x" } })).results).toEqual([]);
  });

  it("sees a change of the collection", async () => {
    await found({ query: "bread" });
    const files = { ".vectors/documents.jsonl": lines([{ id: "new", content: "bread" }]) };
    expect((await found({ query: "bread" }, { files })).results).toMatchObject([{ id: "new", similarity: 1 }]);
  });

  it("refuses in words", async () => {
    expect(await failure({ query: "x", collection: "../etc" })).toBe(
      'Invalid collection name: "../etc". Must match ^[A-Za-z_][A-Za-z0-9_]{0,62}$',
    );
    expect(await failure({ query: "x", collection: "none" })).toContain(
      "Collection not found: none. Write its documents to .vectors/none.jsonl",
    );
    const files = { ".vectors/documents.jsonl": `${lines(documents)}\n{"id":4}` };
    expect(await failure({ query: "x" }, { files })).toContain(
      "Line 4 of .vectors/documents.jsonl is no document: content",
    );
  });

  it("compares meaning through the server, with the stored vectors where there are some", async () => {
    const stored = [
      { id: "up", content: "up", embedding: [0, 1] },
      { id: "right", content: "right", embedding: [1, 0] },
      { id: "other model", content: "x", embedding: [1, 0, 0] },
      { id: "asked", content: "asked" },
    ];
    const asked: OutsideInput[] = [];
    const outside: Answer = (service, input) => {
      expect(service).toBe("embed");
      asked.push(input);
      return { model: "m", vectors: (input.texts as string[]).map(() => [0.1, 1]) };
    };
    const { results, ...rest } = await found(
      { query: "north", embeddingProvider: "ollama" },
      { files: { ".vectors/documents.jsonl": lines(stored) }, outside },
    );
    expect(results.map(({ id }) => id)).toEqual(["asked", "up"]);
    expect(rest).toMatchObject({ provider: "server" });
    expect(asked).toEqual([{ texts: ["north"] }, { texts: ["asked"] }]);
  });

  it("says what to do when there is no model", async () => {
    const outside = vi.fn<Answer>(() => {
      throw new OutsideError("outside-refused", "No embedding model is connected.");
    });
    expect(await failure({ query: "x", embeddingProvider: "openai" }, { outside })).toBe(
      "The texts could not be compared by meaning: No embedding model is connected. Leave embeddingProvider out to compare letters.",
    );
  });

  it("asks the server for pgvector with exactly its arguments", async () => {
    const outside = vi.fn<Answer>(() => ({ results: [] }));
    await found({ query: "x", store: "pgvector" }, { outside });
    expect(outside).toHaveBeenCalledWith("vector_search", {
      query: "x",
      collection: "documents",
      topK: 5,
      store: "pgvector",
    });
  });

  it("searches ten thousand documents, the second time without making their vectors again", async () => {
    const words = ["river", "stone", "lamp", "garden", "engine", "paper", "winter", "copper", "violin", "harbour"];
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: index,
      content: Array.from(
        { length: 30 },
        (_word, place) => words[(index * 7 + place * place * 3 + (index >> (place % 8))) % 10],
      ).join(" "),
    }));
    const files = {
      ".vectors/documents.jsonl": lines([...many, { id: "needle", content: "a saxophone in the snow" }]),
    };
    const began = performance.now();
    const first = await found({ query: "saxophone in snow" }, { files });
    const middle = performance.now();
    await found({ query: "copper lamp" }, { files });
    const end = performance.now();
    expect(first.results[0]?.id).toBe("needle");
    expect(end - middle).toBeLessThan(middle - began);
  });
});
