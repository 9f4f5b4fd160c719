import type { ServerResponse } from "node:http";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelMessage } from "@/lib/core/model/message";
import type { ModelPart } from "@/lib/core/model/model";
import type { ToolSchema } from "@/lib/core/tool/tool-types";
import { delta, type RawProvider, sendChunks, startRawProvider } from "../../testing/raw-provider";
import { openAiCompatibleModel } from "./openai-compatible-model";

const KEY = "sk-canary-1234567890";

const fetchPage: ToolSchema = {
  name: "fetch_page",
  description: "Fetches a page.",
  parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
};

const prompt: ModelMessage[] = [{ role: "user", text: "Fetch both pages." }];

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function ask(
  baseUrl: string,
  options: { messages?: ModelMessage[]; tools?: ToolSchema[]; signal?: AbortSignal } = {},
): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  const model = openAiCompatibleModel({ baseUrl, apiKey: KEY, model: "m", dialect: "openai" });
  for await (const part of model.stream({
    instructions: "Be brief.",
    messages: options.messages ?? prompt,
    tools: options.tools ?? [fetchPage],
    signal: options.signal ?? new AbortController().signal,
  })) {
    parts.push(part);
  }
  return parts;
}

async function fake(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  await mock.start();
  closing.push(() => mock.stop());
  return mock;
}

async function raw(answer: (response: ServerResponse, attempt: number) => void): Promise<RawProvider> {
  const provider = await startRawProvider(answer);
  closing.push(() => provider.close());
  return provider;
}

const endOf = (parts: ModelPart[]) => parts.at(-1);
const callsOf = (parts: ModelPart[]) => parts.filter((part) => part.type === "call-end");
const textOf = (parts: ModelPart[]) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");

describe("a provider over real HTTP", () => {
  it("streams text and ends with its usage", async () => {
    const mock = await fake();
    mock.onMessage("Fetch", {
      content: "I cannot fetch anything today.",
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
    const parts = await ask(`${mock.url}/v1`);
    expect(textOf(parts)).toBe("I cannot fetch anything today.");
    expect(parts.filter(({ type }) => type === "text").length).toBeGreaterThan(1);
    expect(endOf(parts)).toEqual({ type: "end", finish: "text", usage: { inputTokens: 11, outputTokens: 7 } });
    expect(mock.getLastRequest()?.body).toMatchObject({
      messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
      tools: [{ type: "function", function: { name: "fetch_page", parameters: { required: ["url"] } } }],
    });
  });

  it("streams two parallel calls whose arguments grow to exactly what would run", async () => {
    const mock = await fake();
    mock.onMessage("Fetch", {
      toolCalls: [
        { name: "fetch_page", arguments: '{"url": "https://a.example"}' },
        { name: "fetch_page", arguments: '{"url": "https://b.example"}' },
      ],
    });
    const parts = await ask(`${mock.url}/v1`);
    const calls = callsOf(parts);
    expect(calls.map((call) => call.argumentsText)).toEqual([
      '{"url": "https://a.example"}',
      '{"url": "https://b.example"}',
    ]);
    for (const call of calls) {
      const grown = parts.map((part) => (part.type === "call-delta" && part.callId === call.callId ? part.text : ""));
      expect(grown.join("")).toBe(call.argumentsText);
    }
    expect(endOf(parts)).toMatchObject({ finish: "calls" });
  });

  it("is told every result once, errors in words, and the images of a turn after all of its answers", async () => {
    const mock = await fake();
    mock.addFixture({ match: { predicate: () => true }, response: { content: "Done." } });
    const messages: ModelMessage[] = [
      ...prompt,
      {
        role: "assistant",
        text: "",
        calls: [
          { callId: "a", tool: "fetch_page", arguments: { url: "https://a.example" } },
          { callId: "b", tool: "fetch_page", arguments: {} },
        ],
      },
      {
        role: "tool",
        results: [
          {
            callId: "a",
            tool: "fetch_page",
            isError: false,
            parts: [
              { type: "text", text: "A page" },
              { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
            ],
          },
          { callId: "b", tool: "fetch_page", isError: true, parts: [{ type: "text", text: "Stopped by the owner." }] },
        ],
      },
    ];
    expect(textOf(await ask(`${mock.url}/v1`, { messages }))).toBe("Done.");
    const sent = mock.getLastRequest()?.body as { messages: unknown[] } | undefined;
    expect(sent?.messages.slice(2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "a" }, { id: "b", function: { arguments: "{}" } }] },
      { role: "tool", tool_call_id: "a", content: "A page\n(image attached below)" },
      { role: "tool", tool_call_id: "b", content: "Stopped by the owner." },
      {
        role: "user",
        content: [
          { type: "text", text: "Image in the result of fetch_page (call a):" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
        ],
      },
    ]);
  });

  it("ends with length when the token limit cut the call", async () => {
    const provider = await raw((response) => {
      const begin = { index: 0, id: "c", function: { name: "fetch_page", arguments: '{"url": "https://a.ex' } };
      sendChunks(response, [delta({ tool_calls: [begin] }), delta({}, "length"), "[DONE]"]);
      response.end();
    });
    const parts = await ask(provider.baseUrl);
    expect(endOf(parts)).toMatchObject({ finish: "length" });
    expect(callsOf(parts)).toEqual([]);
  });

  it("is incomplete when the socket breaks in the middle, and keeps what came", async () => {
    const provider = await raw((response) => {
      sendChunks(response, [delta({ content: "Hel" }), delta({ content: "lo" })]);
      setTimeout(() => response.destroy(), 50);
    });
    const parts = await ask(provider.baseUrl);
    expect(textOf(parts)).toBe("Hello");
    expect(endOf(parts)).toMatchObject({ finish: "incomplete", error: { code: "stream-broken", retryable: true } });
  });

  it("is incomplete when the stream ends cleanly without a finish reason, in text and in a call", async () => {
    const begin = { index: 0, id: "c", function: { name: "fetch_page", arguments: '{"url":' } };
    for (const content of [{ content: "Hel" }, { tool_calls: [begin] }]) {
      const provider = await raw((response) => {
        sendChunks(response, [delta(content)]);
        response.end();
      });
      const parts = await ask(provider.baseUrl);
      expect(endOf(parts)).toMatchObject({ finish: "incomplete", error: { code: "stream-broken" } });
      expect(callsOf(parts)).toEqual([]);
    }
  });

  it("ends with an error when an event is not JSON, and when the provider reports one in the middle", async () => {
    const malformed = await raw((response) => {
      sendChunks(response, [delta({ content: "Hel" }), '{"id": "chatcmpl-1", "choices": [', "[DONE]"]);
      response.end();
    });
    expect(endOf(await ask(malformed.baseUrl))).toMatchObject({ finish: "error", error: { code: "malformed-stream" } });
    const reported = await raw((response) => {
      sendChunks(response, [delta({ content: "Hel" }), { error: { message: "overloaded", type: "server_error" } }]);
      response.end();
    });
    const end = endOf(await ask(reported.baseUrl));
    expect(end).toMatchObject({ finish: "error", error: { message: expect.stringContaining("overloaded") } });
  });

  it("splits calls whose arguments a provider glued together under one index", async () => {
    const call = (args: string) => ({ index: 0, function: { name: "fetch_page", arguments: args } });
    const streams = [
      ['{"url":"a"}', '{"url":"b"}', '{"url":"c"}', '{"url":"d"}'].map((args) => delta({ tool_calls: [call(args)] })),
      [delta({ tool_calls: [call('{"url":"a"}{"url":"b"}{"url":"c"}{"url":"d"}')] })],
      [
        delta({ tool_calls: [call("")] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '{"url":"a"}{"url":"b' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '"} {"url":"c"}{"url":"d"}' } }] }),
      ],
    ];
    for (const chunks of streams) {
      const provider = await raw((response) => {
        sendChunks(response, [...chunks, delta({}, "tool_calls"), "[DONE]"]);
        response.end();
      });
      const parts = await ask(provider.baseUrl);
      const calls = callsOf(parts);
      expect(calls.map((end) => end.argumentsText)).toEqual([
        '{"url":"a"}',
        '{"url":"b"}',
        '{"url":"c"}',
        '{"url":"d"}',
      ]);
      expect(new Set(calls.map((end) => end.callId)).size).toBe(4);
      expect(endOf(parts)).toMatchObject({ finish: "calls" });
    }
  });

  it("passes arguments that are not JSON on as they are", async () => {
    const provider = await raw((response) => {
      const begin = { index: 0, id: "c", function: { name: "fetch_page", arguments: "{url: unquoted}" } };
      sendChunks(response, [delta({ tool_calls: [begin] }), delta({}, "tool_calls"), "[DONE]"]);
      response.end();
    });
    expect(callsOf(await ask(provider.baseUrl))).toMatchObject([{ callId: "c", argumentsText: "{url: unquoted}" }]);
  });

  it.each([
    [401, "provider-auth"],
    [404, "provider-not-found"],
    [400, "provider-refused"],
  ])("answers HTTP %i with %s, says what the provider said, and never shows the key", async (status, code) => {
    const provider = await raw((response) => {
      const message = `Incorrect API key ${KEY}, see tools[0].function`;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message } }));
    });
    const end = endOf(await ask(provider.baseUrl));
    expect(end).toMatchObject({ finish: "error", error: { code, retryable: false } });
    expect(JSON.stringify(end)).toContain('tools[0] (\\"fetch_page\\")');
    expect(JSON.stringify(end)).not.toContain(KEY);
    expect(provider.requests).toHaveLength(1);
  });

  it("asks once more when the provider is busy, and then says so", { timeout: 30_000 }, async () => {
    const busy = (response: ServerResponse) => {
      response.writeHead(429, { "content-type": "application/json", "retry-after-ms": "10" });
      response.end(JSON.stringify({ error: { message: "slow down" } }));
    };
    const recovering = await raw((response, attempt) => {
      if (attempt === 1) return busy(response);
      sendChunks(response, [delta({ content: "Here." }), delta({}, "stop"), "[DONE]"]);
      response.end();
    });
    expect(textOf(await ask(recovering.baseUrl))).toBe("Here.");
    const always = await raw(busy);
    expect(endOf(await ask(always.baseUrl))).toMatchObject({
      finish: "error",
      error: { code: "provider-rate-limit", retryable: true },
    });
    expect(always.requests).toHaveLength(2);
  });

  it("says that nobody listens at the address", { timeout: 30_000 }, async () => {
    const gone = await startRawProvider(() => {});
    await gone.close();
    expect(endOf(await ask(gone.baseUrl))).toMatchObject({ finish: "error", error: { code: "provider-unreachable" } });
  });

  it("closes the provider's socket when it is aborted, and ends as incomplete", async () => {
    const provider = await raw((response) => sendChunks(response, [delta({ content: "Hel" })]));
    const controller = new AbortController();
    const asking = ask(provider.baseUrl, { signal: controller.signal });
    await expect.poll(() => provider.requests.length).toBe(1);
    controller.abort();
    expect(endOf(await asking)).toEqual({ type: "end", finish: "incomplete" });
    await expect.poll(() => provider.aborted()).toBe(1);
  });
});
