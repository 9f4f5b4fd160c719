import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { webSearchParameters } from "@/lib/builtin/web-search";
import { canaryAcross, canaryRedactor } from "../testing/canary";
import { type LocalServer, localServer, type SeenRequest, sendJson } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { createWebSearchService } from "./web-search-service";
import { readWebSearchSettings } from "./web-search-settings";

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A stand-in for all three providers that answers in their wire shapes. */
async function standIn(answer: (request: SeenRequest, response: ServerResponse) => void = answerWell) {
  server = await localServer(answer);
  return server;
}

function answerWell({ url, method }: SeenRequest, response: ServerResponse) {
  if (url === "/tavily/search" && method === "POST") {
    return sendJson(response, {
      query: "q",
      answer: "Short.",
      results: [
        {
          title: "T",
          url: "https://t.example",
          content: "c",
          score: 0.9,
          raw_content: "whole",
          published_date: "2026-01-02",
        },
        { title: "U", url: "https://u.example", content: "d", score: 0.5, raw_content: null },
      ],
    });
  }
  if (url.startsWith("/brave/res/v1/web/search?")) {
    return sendJson(response, {
      type: "search",
      web: {
        results: [
          {
            title: "B",
            url: "https://b.example",
            description: "b",
            page_age: "2026-01-02T03:04:05",
            profile: { name: "B Site" },
          },
        ],
      },
    });
  }
  if (url.startsWith("/brave/res/v1/news/search?")) {
    return sendJson(response, {
      results: [
        {
          title: "N",
          url: "https://n.example",
          description: "n",
          age: "2 days ago",
          meta_url: { hostname: "n.example" },
        },
      ],
    });
  }
  if (url === "/serper/search" && method === "POST") {
    return sendJson(response, {
      organic: [{ title: "S", link: "https://s.example", snippet: "s", date: "Jan 2, 2026", position: 1 }],
      answerBox: { title: "A", answer: "42" },
    });
  }
  if (url === "/serper/news") {
    return sendJson(response, { news: [{ title: "N", link: "https://n.example", snippet: "n", source: "Paper" }] });
  }
  sendJson(response, { error: "not found" }, 404);
}

const KEYS = { TAVILY_API_KEY: "tvly-canary-1", BRAVE_API_KEY: "brave-canary-2", SERPER_API_KEY: "serper-canary-3" };

function ask(input: object, variables: Record<string, string> = KEYS, options: ServiceContextOptions = {}) {
  const origin = server?.origin ?? "http://127.0.0.1:9";
  const service = createWebSearchService(() =>
    readWebSearchSettings({
      TOOLWRIGHT_TAVILY_URL: `${origin}/tavily`,
      TOOLWRIGHT_BRAVE_URL: `${origin}/brave/`,
      TOOLWRIGHT_SERPER_URL: `${origin}/serper`,
      ...variables,
    }),
  );
  const context = serviceContext({ privateHosts: server === undefined ? [] : [server.host], ...options });
  return service.execute(webSearchParameters.parse({ query: "q", ...input }), context);
}

const seen = () => server?.requests[0];
const sentBody = () => JSON.parse(seen()?.body ?? "");
const sentQuery = () => Object.fromEntries(new URL(`http://x${seen()?.url}`).searchParams);

describe("web_search with Tavily", () => {
  it("asks in its words and gives the documented shape", async () => {
    await standIn();
    const answer = await ask({
      provider: "tavily",
      maxResults: 2,
      searchDepth: "advanced",
      includeAnswer: true,
      includeRawContent: true,
      recency: "week",
      includeDomains: ["a.example"],
      excludeDomains: ["b.example"],
      country: "GB",
    });
    expect(answer).toEqual({
      query: "q",
      provider: "tavily",
      answer: "Short.",
      results: [
        { title: "T", url: "https://t.example", snippet: "c", score: 0.9, content: "whole", publishedAt: "2026-01-02" },
        { title: "U", url: "https://u.example", snippet: "d", score: 0.5 },
      ],
    });
    expect(seen()?.headers).toMatchObject({
      authorization: "Bearer tvly-canary-1",
      "content-type": "application/json",
    });
    expect(sentBody()).toEqual({
      query: "q",
      max_results: 2,
      topic: "general",
      search_depth: "advanced",
      include_answer: true,
      include_raw_content: true,
      time_range: "week",
      include_domains: ["a.example"],
      exclude_domains: ["b.example"],
      country: "united kingdom",
    });
  });

  it("takes days as a range", async () => {
    await standIn();
    await ask({ provider: "tavily", dateRange: { start: "2026-01-01", end: "2026-01-31" } });
    expect(sentBody()).toMatchObject({ start_date: "2026-01-01", end_date: "2026-01-31" });
  });
});

describe("web_search with Brave", () => {
  it("asks in its words and gives the documented shape", async () => {
    await standIn();
    const answer = await ask({
      provider: "brave",
      page: 3,
      recency: "month",
      country: "de",
      language: "de",
      includeDomains: ["a.example", "b.example"],
      excludeDomains: ["c.example"],
    });
    expect(answer).toEqual({
      query: "q",
      provider: "brave",
      results: [
        { title: "B", url: "https://b.example", snippet: "b", publishedAt: "2026-01-02T03:04:05", source: "B Site" },
      ],
    });
    expect(seen()?.headers["x-subscription-token"]).toBe("brave-canary-2");
    expect(sentQuery()).toEqual({
      q: "q (site:a.example OR site:b.example) -site:c.example",
      count: "5",
      offset: "2",
      freshness: "pm",
      country: "DE",
      search_lang: "de",
      text_decorations: "false",
    });
  });

  it("looks for news at its own address, and takes days as a range", async () => {
    await standIn();
    const dateRange = { start: "2026-01-01", end: "2026-01-31" };
    expect(await ask({ provider: "brave", topic: "news", dateRange })).toMatchObject({
      results: [{ title: "N", publishedAt: "2 days ago", source: "n.example" }],
    });
    expect(sentQuery()).toMatchObject({ freshness: "2026-01-01to2026-01-31" });
  });
});

describe("web_search with Serper", () => {
  it("asks in its words and gives the documented shape", async () => {
    await standIn();
    const answer = await ask({
      provider: "serper",
      maxResults: 7,
      page: 2,
      includeAnswer: true,
      dateRange: { start: "2026-01-02", end: "2026-03-04" },
      country: "DE",
      language: "de",
      includeDomains: ["a.example"],
    });
    expect(answer).toEqual({
      query: "q",
      provider: "serper",
      answer: "42",
      results: [{ title: "S", url: "https://s.example", snippet: "s", publishedAt: "Jan 2, 2026" }],
    });
    expect(seen()?.headers["x-api-key"]).toBe("serper-canary-3");
    expect(sentBody()).toEqual({
      q: "q site:a.example",
      num: 7,
      page: 2,
      tbs: "cdr:1,cd_min:01/02/2026,cd_max:03/04/2026",
      gl: "de",
      hl: "de",
    });
  });

  it("looks for news at its own address", async () => {
    await standIn();
    expect(await ask({ provider: "serper", topic: "news", recency: "day" })).toMatchObject({
      results: [{ title: "N", source: "Paper" }],
    });
    expect(sentBody()).toMatchObject({ tbs: "qdr:d" });
  });
});

describe("web_search", () => {
  it("takes the first provider that has a key, a granted secret before the operator's own", async () => {
    await standIn();
    expect(await ask({})).toMatchObject({ provider: "tavily" });
    expect(await ask({}, { SERPER_API_KEY: "s", BRAVE_API_KEY: "b" })).toMatchObject({ provider: "brave" });
    const granted = { SERPER_API_KEY: { value: "mine", target: "127.0.0.1" } };
    expect(await ask({}, {}, { granted })).toMatchObject({ provider: "serper" });
    expect(server?.requests.at(-1)?.headers["x-api-key"]).toBe("mine");
    await ask({ provider: "serper" }, KEYS, { granted });
    expect(server?.requests.at(-1)?.headers["x-api-key"]).toBe("mine");
  });

  it("says in the documented words that there is no key", async () => {
    expect(await ask({}, {})).toEqual({
      error: "No search API key found. Set one of: TAVILY_API_KEY, BRAVE_API_KEY, SERPER_API_KEY",
      query: "q",
    });
    expect(await ask({ provider: "brave" }, { TAVILY_API_KEY: "t" })).toEqual({
      error: "API key not found for brave. Set BRAVE_API_KEY environment variable.",
      query: "q",
    });
  });

  it.each([
    ["tavily", { page: 2 }, "Tavily does not support page"],
    ["tavily", { language: "de" }, "Tavily does not support language"],
    ["brave", { searchDepth: "fast", includeAnswer: true }, "Brave does not support searchDepth, includeAnswer"],
    ["serper", { includeRawContent: true }, "Serper does not support includeRawContent"],
    [
      "serper",
      { recency: "day", dateRange: { start: "2026-01-01", end: "2026-01-02" } },
      "recency and dateRange cannot be used together",
    ],
  ])("refuses with %s what it cannot honour: %j", async (provider, input, error) => {
    await standIn();
    expect(await ask({ provider, ...input })).toEqual({ error, query: "q", provider });
    expect(server?.requests).toEqual([]);
  });

  it("repeats what a provider said, without the key, and not without end", async () => {
    await standIn((_request, response) =>
      sendJson(response, `{"detail":"bad key tvly-canary-1 ${"x".repeat(5_000)}"}`, 401),
    );
    const answer = (await ask({ provider: "tavily" })) as { error: string };
    expect(answer.error).toMatch(/^Tavily API error: 401 \{"detail":"bad key \[key\] x+…$/);
    expect(answer.error.length).toBeLessThan(1_100);
  });

  it("is not confused by an answer of another shape", async () => {
    await standIn((_request, response) => sendJson(response, { results: "none" }));
    expect(await ask({ provider: "tavily" })).toMatchObject({ error: expect.stringContaining("another shape") });
    await server?.close();
    await standIn((_request, response) => sendJson(response, "<html>"));
    expect(await ask({ provider: "tavily" })).toMatchObject({ error: "Tavily API sent something that is not JSON" });
  });

  it("takes bare domains and two-letter codes only", () => {
    for (const input of [
      { includeDomains: ["https://a.example"] },
      { includeDomains: ["a.example/path"] },
      { excludeDomains: ["a.example OR b"] },
      { country: "Germany" },
      { maxResults: 21 },
      { page: 11 },
      { query: "  " },
      { dateRange: { start: "2026-02-01", end: "2026-01-01" } },
    ]) {
      expect(webSearchParameters.safeParse({ query: "q", ...input }).success).toBe(false);
    }
  });

  it("keeps no half of a value that the cut of a provider's words goes through", async () => {
    await standIn((_request, response) => sendJson(response, canaryAcross(1_000, 1_500), 500));
    const answer = (await ask({ query: "q" }, KEYS, { redactor: canaryRedactor })) as { error: string };
    expect(answer.error).toMatch(/^Tavily API error: 500 x+…$/);
  });
});
