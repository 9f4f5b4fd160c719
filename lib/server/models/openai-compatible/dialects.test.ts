import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelMessage } from "@/lib/core/model/message";
import type { ModelPart } from "@/lib/core/model/model";
import type { DialectId } from "@/lib/core/schema/dialects/dialect";
import { toolParametersSchema } from "@/lib/core/schema/tool-parameters-schema";
import type { ToolParameters, ToolSchema } from "@/lib/core/tool/tool-types";
import { startPickyProvider } from "../../testing/picky-provider";
import { delta, type RawProvider, sendChunks } from "../../testing/raw-provider";
import { guessDialect } from "./guess-dialect";
import { openAiCompatibleModel } from "./openai-compatible-model";

const WIRE = ["openai-strict", "openai", "anthropic", "gemini", "bedrock", "ollama"] as const;
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const tool = (name: string, parameters: ToolParameters): ToolSchema => ({
  name,
  description: `The tool ${name.slice(0, 40)}.`,
  parameters: toolParametersSchema(parameters),
});

async function picky(dialect: DialectId, call?: { name: string; args: string }): Promise<RawProvider> {
  const provider = await startPickyProvider(dialect, (response) => {
    const begun = { index: 0, id: "c1", function: { name: call?.name, arguments: call?.args } };
    const chunks =
      call === undefined
        ? [delta({ content: "Here." }), delta({}, "stop")]
        : [delta({ tool_calls: [begun] }), delta({}, "tool_calls")];
    sendChunks(response, [...chunks, "[DONE]"]);
    response.end();
  });
  closing.push(() => provider.close());
  return provider;
}

async function ask(
  provider: RawProvider,
  dialect: DialectId,
  tools: ToolSchema[],
  messages: ModelMessage[] = [{ role: "user", text: "Go." }],
): Promise<ModelPart[]> {
  const model = openAiCompatibleModel({ baseUrl: provider.baseUrl, apiKey: undefined, model: "m", dialect });
  const parts: ModelPart[] = [];
  const { signal } = new AbortController();
  for await (const part of model.stream({ instructions: "", messages, tools, signal })) parts.push(part);
  return parts;
}

/** What the provider says to tools that nobody rewrote. */
async function askPlainly(provider: RawProvider, { name, description, parameters }: ToolSchema): Promise<string> {
  const tools = [{ type: "function", function: { name, description, parameters, strict: true } }];
  const response = await fetch(`${provider.baseUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [], tools }),
  });
  return response.status === 200 ? "taken" : response.text();
}

interface Tree {
  name: string;
  children?: Tree[] | undefined;
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree).optional() }));

const unionAtRoot = tool(
  "union_at_root",
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), x: z.string() }),
    z.object({ kind: z.literal("b"), y: z.number() }),
  ]),
);
const nestedOneOf = tool(
  "nested_one_of",
  z.strictObject({
    data: z.discriminatedUnion("t", [z.strictObject({ t: z.literal("a") }), z.strictObject({ t: z.literal("b") })]),
  }),
);
const positive = tool("positive", z.object({ n: z.number().int().positive() }));
const bare: ToolSchema = { name: "bare", description: "Bare.", parameters: { type: "object" } };
const spaced = { ...positive, name: "Dockerfile problems scanner" };
const awkward: ToolSchema[] = [
  unionAtRoot,
  nestedOneOf,
  positive,
  bare,
  spaced,
  { ...positive, name: "fs.read" },
  { ...positive, name: "a".repeat(80) },
  tool(
    "everything",
    z.object({
      any: z.any(),
      tuple: z.tuple([z.string(), z.number().optional()]).optional(),
      record: z.record(z.string(), z.array(z.url())),
      loose: z.looseObject({ a: z.string() }),
      numbers: z.union([z.literal(1), z.literal(2)]),
      nothing: z.null(),
      empty: z.object({}),
      open: z.intersection(z.object({ a: z.string().min(2) }), z.object({ b: z.email().nullish() })),
      untold: z.date().optional(),
      "odd name!": z.boolean().default(true),
      pattern: z.string().regex(/^(?=x).y/),
      json: z.json(),
    }),
  ),
  tool("tree", z.object({ root: tree })),
  tool("old", {
    type: "object",
    properties: {
      list: { type: "array" },
      bound: { type: "number", minimum: 0, exclusiveMinimum: true },
      pair: { type: "array", items: [{ type: "string" }] },
      free: { type: "object" },
      typeless: { properties: { a: { type: ["string", "integer"] } } },
    },
    required: ["list", "elsewhere"],
    anyOf: [{ required: ["bound"] }, { required: ["pair"] }],
  }),
];

describe("a provider that refuses what the real one refuses", () => {
  it.each(WIRE)("takes every awkward tool in the dialect %s, all in one request", async (dialect) => {
    const provider = await picky(dialect);
    const parts = await ask(provider, dialect, awkward);
    expect(parts.at(-1)).toEqual({ type: "end", finish: "text" });
    expect((provider.requests[0] as { tools: unknown[] }).tools).toHaveLength(awkward.length);
  });

  it.each<[DialectId, ToolSchema, string]>([
    ["openai", unionAtRoot, "at the top level"],
    ["openai-strict", nestedOneOf, "'oneOf' is not permitted"],
    ["gemini", positive, 'Unknown name \\"exclusiveMinimum\\"'],
    ["openai", bare, "object schema missing properties"],
    ["anthropic", unionAtRoot, "does not support oneOf"],
    ["openai", spaced, "does not match pattern"],
  ])(
    "in the dialect %s refuses such a tool as it stands, so that the test above means something",
    async (dialect, one, words) => {
      expect(await askPlainly(await picky(dialect), one)).toContain(words);
    },
  );

  it.each(WIRE)("is told of the others when one tool cannot be told, and a person is told why: %s", async (dialect) => {
    const provider = await picky(dialect);
    const parts = await ask(provider, dialect, [tool("impossible", z.object({ a: z.never() })), positive]);
    const sent = provider.requests[0] as { tools: { function: { name: string } }[] };
    expect(sent.tools.map((one) => one.function.name)).toEqual(["positive"]);
    expect(parts.at(-1)).toMatchObject({
      finish: "text",
      notices: [expect.stringContaining('not told of the tool "impossible"')],
    });
  });

  it("is asked strictly for what strict can say, and in the ordinary form for the rest", async () => {
    let deep: z.ZodType = z.string();
    for (let level = 0; level < 12; level += 1) deep = z.object({ a: deep });
    const provider = await picky("openai-strict");
    await ask(provider, "openai-strict", [positive, tool("deep", deep as z.ZodObject)]);
    const sent = provider.requests[0] as { tools: { function: { name: string; strict: boolean } }[] };
    expect(sent.tools.map((one) => one.function.strict)).toEqual([true, false]);
  });
});

describe("a call in the provider's form", () => {
  const search = tool(
    "search",
    z.object({ q: z.string(), limit: z.int().optional(), filter: z.record(z.string(), z.string()).optional() }),
  );

  it("comes out in the author's shape: null for absence, pairs for a record", async () => {
    const args = '{"q":"x","limit":null,"filter":[{"key":"lang","value":"en"}]}';
    const provider = await picky("openai-strict", { name: "search", args });
    expect(await ask(provider, "openai-strict", [search])).toContainEqual({
      type: "call-end",
      callId: "c1",
      tool: "search",
      argumentsText: '{"q":"x","filter":{"lang":"en"}}',
    });
  });

  it("comes out under the author's name, and out of the member that a union was put into", async () => {
    const renamed = { ...unionAtRoot, name: "union at root" };
    const provider = await picky("openai", { name: "union_at_root", args: '{"request":{"kind":"b","y":2}}' });
    const parts = await ask(provider, "openai", [renamed]);
    expect(parts.filter(({ type }) => type === "call-start" || type === "call-end")).toEqual([
      { type: "call-start", callId: "c1", tool: "union at root" },
      { type: "call-end", callId: "c1", tool: "union at root", argumentsText: '{"kind":"b","y":2}' },
    ]);
  });

  it("stays as it came when it is no JSON object, and when nothing of the tool was rewritten", async () => {
    for (const args of ["{q: unquoted}", '["x"]', ""]) {
      const provider = await picky("openai-strict", { name: "search", args });
      const end = (await ask(provider, "openai-strict", [search])).find(({ type }) => type === "call-end");
      expect(end).toMatchObject({ argumentsText: args === "" ? "{}" : args });
    }
    const provider = await picky("openai", { name: "positive", args: '{ "n":  1 }' });
    expect(await ask(provider, "openai", [positive])).toContainEqual(
      expect.objectContaining({ type: "call-end", argumentsText: '{ "n":  1 }' }),
    );
  });

  it("is told again in the provider's form when the conversation goes on", async () => {
    const provider = await picky("openai-strict");
    const messages: ModelMessage[] = [
      { role: "user", text: "Go." },
      {
        role: "assistant",
        text: "",
        calls: [{ callId: "c1", tool: "search", arguments: { q: "x", filter: { a: "b" } } }],
      },
      {
        role: "tool",
        results: [{ callId: "c1", tool: "search", isError: false, parts: [{ type: "text", text: "-" }] }],
      },
    ];
    await ask(provider, "openai-strict", [search], messages);
    const sent = provider.requests[0] as { messages: { tool_calls?: { function: { arguments: string } }[] }[] };
    const told = sent.messages
      .flatMap((message) => message.tool_calls ?? [])
      .map((call) => JSON.parse(call.function.arguments));
    expect(told).toEqual([{ q: "x", limit: null, filter: [{ key: "a", value: "b" }] }]);
  });
});

describe("guessDialect", () => {
  it.each([
    ["https://api.openai.com/v1", "openai"],
    ["https://generativelanguage.googleapis.com/v1beta/openai", "gemini"],
    ["https://api.anthropic.com/v1", "anthropic"],
    ["http://localhost:11434/v1", "ollama"],
    ["https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1", "bedrock"],
    ["https://anthropic.com.example.org/v1", "openai"],
    ["https://models.example.org/v1", "openai"],
  ] as const)("%s speaks %s", (baseUrl, dialect) => {
    expect(guessDialect(baseUrl)).toBe(dialect);
  });
});
