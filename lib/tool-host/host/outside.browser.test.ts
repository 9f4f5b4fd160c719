import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { FRAME_DOCUMENT } from "../frame-document";
import { createToolHost } from "./create-tool-host";
import type { ExecutePorts, ToolHost } from "./tool-host-types";

const frameUrl = `data:text/html;charset=utf-8,${encodeURIComponent(FRAME_DOCUMENT)}`;

function toolFile(name: string, execute: string, fields = ""): string {
  return `"use strict"; const { tool } = require("toolwright"); const { z } = require("zod");
exports.default = tool({ name: "${name}", description: "Does it.", parameters: z.object({ city: z.string().default("Rome"), units: z.string().default("celsius") }), ${fields}
execute: ${execute} });`;
}

const DEFINITION = {
  // As the document writes it.
  "tools/weather.ts": toolFile(
    "weather",
    "async ({ city, units }, context) => { const response = await fetch('https://api.weather.com/' + city + '?units=' + units, { signal: context.signal }); return response.json(); }",
    "timeout: 10_000,",
  ),
  "tools/ask.ts": toolFile("ask", "(_, context) => context.outside.ask('sql', { q: 1 }, { settings: { t: 2 } })"),
  "tools/post.ts": toolFile(
    "post",
    "async () => (await fetch('https://x.example/', { method: 'POST', body: '1' })).text()",
  ),
  "tools/late.ts": toolFile(
    "late",
    "async () => { await new Promise((done) => setTimeout(done, 20)); return (await fetch('https://x.example/late')).text(); }",
  ),
  "tools/own.ts": toolFile(
    "own",
    "async (_, context) => { await new Promise((done) => setTimeout(done, 20)); return (await context.fetch('https://x.example/own')).text(); }",
  ),
  "tools/short.ts": toolFile(
    "short",
    "async (_, context) => (await fetch('https://x.example/')).text()",
    "timeout: 1000,",
  ),
  "tools/flood.ts": toolFile(
    "flood",
    "(_, context) => { for (let i = 0; i < 5000; i += 1) context.outside.ask('sql', { i }).catch(() => {}); return new Promise(() => {}); }",
  ),
  "tools/walls.ts": toolFile(
    "walls",
    "async () => { const tried = {}; for (const [name, go] of Object.entries({ xhr: () => new XMLHttpRequest(), socket: () => new WebSocket('wss://x.example'), script: () => importScripts('https://x.example/x.js') })) { try { go(); tried[name] = 'open'; } catch (error) { tried[name] = error.message; } } return tried; }",
  ),
};

let host: ToolHost;
let calls = 0;

beforeEach(async () => {
  host = createToolHost({ document, frameUrl });
  expect(await host.load(DEFINITION, "fingerprint")).toMatchObject({ ok: true });
});
afterEach(() => host.dispose());

async function call(tool: string, ask: Outside["ask"], ports: Partial<ExecutePorts> = {}, args = {}) {
  const callId = `c_${++calls}`;
  const prepared = await host.prepare({ callId, tool, arguments: args });
  if (!prepared.ready) return prepared.outcome;
  const { outcome } = await host.execute(
    {
      callId,
      tool,
      arguments: prepared.arguments,
      digest: prepared.digest,
      runId: "r_1",
      sessionId: "s_1",
      agentName: "agent",
      assigns: {},
      secrets: {},
    },
    {
      sandbox: new MemorySandbox(),
      outside: { ask },
      signal: new AbortController().signal,
      deadlineMs: 10_000,
      onLog: () => undefined,
      onProgress: () => undefined,
      ...ports,
    },
  );
  return outcome;
}

function answers(text: string): Outside["ask"] {
  return async (_service, input) => ({
    status: 200,
    statusText: "OK",
    headers: [["content-type", "application/json"]],
    body: { text },
    truncated: false,
    url: String(input.url),
    redirected: false,
  });
}

/** A service that works until it is ended. */
function endless() {
  const ended: string[] = [];
  const ask = vi.fn<Outside["ask"]>(
    (service, _input, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => {
          ended.push(service);
          reject(new OutsideError("outside-stopped", "It was stopped."));
        });
      }),
  );
  return { ask, ended };
}

describe("a tool that reaches outside", () => {
  test("asks by name, with the input and the settings as they are", async () => {
    const ask = vi.fn<Outside["ask"]>(async () => ({ rows: [1] }));
    expect(await call("ask", ask)).toMatchObject({ status: "ok", result: { value: { rows: [1] } } });
    expect(ask).toHaveBeenCalledWith("sql", { q: 1 }, { settings: { t: 2 }, signal: expect.any(AbortSignal) });
  });

  test("fetches as the document writes it, several calls at once each on its own behalf", async () => {
    const cities = ["Rome", "Oslo", "Lima"];
    const asked: string[] = [];
    const outcomes = await Promise.all(
      cities.map((city) =>
        call(
          "weather",
          async (service, input) => {
            asked.push(`${city}: ${service} ${String(input.method)} ${String(input.url)}`);
            return answers(JSON.stringify({ city }))(service, input);
          },
          {},
          { city },
        ),
      ),
    );
    expect(outcomes).toMatchObject(cities.map((city) => ({ status: "ok", result: { value: { city } } })));
    expect(asked.sort()).toEqual(
      cities.map((city) => `${city}: fetch GET https://api.weather.com/${city}?units=celsius`).sort(),
    );
  });

  test("is told what to do when nobody can say whose request it is, and has its own fetch for that", async () => {
    const outcomes = await Promise.all([
      call("late", answers("a")),
      call("late", answers("b")),
      call("own", answers("c")),
    ]);
    expect(outcomes).toMatchObject([
      { status: "failed", text: expect.stringContaining("pass `{ signal: context.signal }`, or use `context.fetch`") },
      { status: "failed" },
      { status: "ok", result: { parts: [{ type: "text", text: "c" }] } },
    ]);
    expect(await call("late", answers("alone"))).toMatchObject({
      status: "ok",
      result: { parts: [{ text: "alone" }] },
    });
  });

  test("hears a refusal as the failure of its fetch", async () => {
    const outcome = await call("post", async () => {
      throw new OutsideError("outside-not-approved", "Set `requiresApproval: true` on it.");
    });
    expect(outcome).toMatchObject({ status: "failed", text: expect.stringContaining("requiresApproval") });
  });

  test("takes what works for it along when it is stopped, times out, or passes its deadline", async () => {
    const controller = new AbortController();
    for (const [ports, tool, status] of [
      [{}, "short", "timed-out"],
      [{ deadlineMs: 1000 }, "late", "timed-out"],
      [{ signal: controller.signal }, "late", "stopped"],
    ] as const) {
      const { ask, ended } = endless();
      const calling = call(tool, ask, ports);
      await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce(), 5000);
      if (status === "stopped") controller.abort();
      expect(await calling).toMatchObject({ status });
      expect(ended).toEqual(["fetch"]);
    }
  });

  test("that floods the page is ended, and the page and its other calls live", async () => {
    const { ask, ended } = endless();
    const outcome = await call("flood", ask, { deadlineMs: 5000 });
    expect(outcome).toMatchObject({
      status: "crashed",
      text: expect.stringMatching(/1,000 of its requests .* refused.* 32 open at the same time/),
    });
    expect(ask).toHaveBeenCalledTimes(32);
    expect(ended).toHaveLength(32);
    expect(await call("ask", async () => "fine")).toMatchObject({ status: "ok" });
  });

  test("has no other way out", async () => {
    const words = expect.stringContaining("a tool reaches the network with fetch");
    expect(await call("walls", answers(""))).toMatchObject({
      status: "ok",
      result: { value: { xhr: words, socket: words, script: words } },
    });
  });
});
