import { afterEach, expect, it } from "vitest";
import { providerEmbedding } from "@/lib/core/embedding/provider-embedding";
import type { Outside } from "@/lib/core/tool/outside";
import { type LocalServer, localServer, sendJson } from "../tools/testing/local-server";
import { serviceContext } from "../tools/testing/service-context";
import { createEmbedService } from "./embed-service";

const KEY = "sk-embed-very-secret";
let server: LocalServer | undefined;
afterEach(() => server?.close());

/** A provider on loopback that answers as told, and the service that asks it. */
async function against(answer: (texts: string[]) => { status?: number; body: unknown }, perMinute?: number) {
  const provider = await localServer((request, response) => {
    const { input } = JSON.parse(request.body) as { input: string[] };
    const { status = 200, body } = answer(input);
    sendJson(response, body, status);
  });
  server = provider;
  const service = createEmbedService({
    provider: { baseUrl: `${provider.origin}/v1`, apiKey: KEY, model: "embed-small" },
    ...(perMinute === undefined ? {} : { perMinute }),
  });
  const outside: Outside = {
    ask: async (_name, input) => service.execute(service.input.parse(input), serviceContext()),
  };
  return { provider, service, outside };
}

const vectors = (texts: string[]) => ({
  body: {
    data: texts.map((text, index) => ({ index, embedding: [text.length, 1] })),
    model: "embed-small",
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
});

it("embeds through the provider with its key, in one request, in order", async () => {
  const { provider, outside } = await against(vectors);
  const service = providerEmbedding();
  expect(await service.embedMany?.(["a", "bbb"], { outside })).toEqual([
    [1, 1],
    [3, 1],
  ]);
  expect(provider.requests).toHaveLength(1);
  expect(provider.requests[0]).toMatchObject({ method: "POST", url: "/v1/embeddings" });
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.parse(provider.requests[0]?.body ?? "")).toMatchObject({ model: "embed-small", input: ["a", "bbb"] });
});

it("tells why the provider refused, never with the key", async () => {
  const { outside } = await against(() => ({ status: 401, body: { error: { message: `bad key ${KEY}` } } }));
  const failed = providerEmbedding().embed("a", { outside });
  await expect(failed).rejects.toMatchObject({ code: "outside-failed", message: expect.stringMatching(/HTTP 401/) });
  await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining(KEY) });
});

it("takes no answer that has not one vector for each text", async () => {
  const { outside } = await against((texts) => vectors(texts.slice(1)));
  await expect(providerEmbedding().embedMany?.(["a", "b"], { outside })).rejects.toMatchObject({
    code: "outside-failed",
  });
});

it("bounds what one owner asks for, and the size of it", async () => {
  const { outside, provider, service } = await against(vectors, 2);
  await outside.ask("embed", { texts: ["a"] });
  await outside.ask("embed", { texts: ["b"] });
  await expect(outside.ask("embed", { texts: ["c"] })).rejects.toMatchObject({ code: "outside-busy" });
  await service.execute({ texts: ["of another"] }, serviceContext({ ownerId: "o_2" }));
  expect(provider.requests).toHaveLength(3);
  expect(service.input.safeParse({ texts: Array(65).fill("x") }).success).toBe(false);
  expect(service.input.safeParse({ texts: ["x".repeat(20_001)] }).success).toBe(false);
});

it("ends with the call", async () => {
  const stop = new AbortController();
  const provider = await localServer(() => stop.abort());
  server = provider;
  const service = createEmbedService({ provider: { baseUrl: provider.origin, apiKey: undefined, model: "m" } });
  const asked = service.execute({ texts: ["a"] }, serviceContext({ signal: stop.signal }));
  await expect(asked).rejects.toMatchObject({ code: "outside-stopped" });
});

it("says what is missing where there is no model", async () => {
  const asked = createEmbedService({ provider: undefined }).execute({ texts: ["a"] }, serviceContext());
  await expect(asked).rejects.toMatchObject({
    code: "outside-missing",
    message: expect.stringContaining("TOOLWRIGHT_OPENAI_EMBEDDING_MODEL"),
  });
});
