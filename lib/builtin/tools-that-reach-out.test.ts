import { describe, expect, it } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { OutsideInput, OutsideOptions } from "@/lib/core/tool/outside";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { githubApi } from "./github-api";
import { httpRequest } from "./http-request";
import { sendEmail } from "./send-email";
import { webScrape } from "./web-scrape";
import { webSearch } from "./web-search";

const timers = { after: () => () => {} };

interface Asked {
  service: string;
  input: OutsideInput;
  options: OutsideOptions | undefined;
}

async function outcomeOf(tool: Tool, args: object, answer?: JsonValue) {
  const asked: Asked[] = [];
  const prepared = await prepareCall(tool, args);
  if (!prepared.ok) return { asked, outcome: prepared.outcome };
  const outside = {
    ask: async (service: string, input: OutsideInput, options?: OutsideOptions) => {
      asked.push({ service, input, options });
      return answer ?? null;
    },
  };
  const signal = new AbortController().signal;
  const context = { agentId: "a", signal, secrets: {}, opts: tool.opts, ...(answer === undefined ? {} : { outside }) };
  return { asked, outcome: await executeCall(tool, prepared.parsed, context as unknown as ToolContext, { timers }) };
}

const CALLS: readonly [Tool, object, object][] = [
  [httpRequest, { url: "https://a.example" }, { url: "https://a.example", method: "GET", timeout: 30_000 }],
  [
    webSearch,
    { query: "x" },
    { query: "x", maxResults: 5, page: 1, includeAnswer: false, includeRawContent: false, topic: "general" },
  ],
  [
    webScrape,
    { url: "https://a.example" },
    {
      url: "https://a.example",
      format: "text",
      maxLength: 50_000,
      timeout: 30_000,
      includeLinks: false,
      includeImages: false,
    },
  ],
  [
    githubApi,
    { action: "get_repo", owner: "o", repo: "r" },
    { action: "get_repo", owner: "o", repo: "r", perPage: 30, page: 1 },
  ],
  [
    sendEmail,
    { to: "a@a.example", subject: "s", body: "b" },
    { to: "a@a.example", subject: "s", body: "b", html: false },
  ],
];

describe.each(CALLS)("%s", (tool, args, parsed) => {
  it("asks the service of its own name, with all its defaults and nothing that was left out", async () => {
    const { asked, outcome } = await outcomeOf(tool, args, { fine: true });
    expect(asked).toMatchObject([{ service: tool.name }]);
    expect(asked[0]?.input).toEqual(parsed);
    expect(outcome).toMatchObject({ status: "ok" });
  });

  it("fails as a call does when the service answers with an error, and without a host says that it needs one", async () => {
    expect((await outcomeOf(tool, args, { error: "No.", echo: 1 })).outcome).toMatchObject({
      status: "failed",
      text: 'No.\n{"echo":1}',
    });
    expect((await outcomeOf(tool, args)).outcome).toMatchObject({
      status: "failed",
      text: expect.stringContaining("needs a host"),
    });
  });

  it("is described for a palette and for whoever approves", () => {
    expect(tool.category).toBeDefined();
    expect(tool.tags?.length).toBeGreaterThan(0);
    expect(tool.sideEffects).toContain("network");
  });
});

describe("the options of a tool that reaches out", () => {
  it("go along, so that the server narrows by them", async () => {
    const narrowed = httpRequest.with({ allowedHosts: ["api.example.com"] }) as Tool;
    const { asked } = await outcomeOf(narrowed, { url: "https://a.example" }, {});
    expect(asked[0]?.options?.settings).toEqual({ allowedHosts: ["api.example.com"] });
  });
});
