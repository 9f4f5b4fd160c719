import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { FRAME_DOCUMENT } from "../frame-document";
import { createToolHost } from "./create-tool-host";
import type { ToolHost } from "./tool-host-types";

const frameUrl = `data:text/html;charset=utf-8,${encodeURIComponent(FRAME_DOCUMENT)}`;
const DEFINITION = {
  "tools/count.ts": `"use strict"; const { tool, withCache } = require("toolwright"); const { z } = require("zod");
let runs = 0;
exports.count = tool({ name: "count", description: "Counts.", parameters: z.object({ q: z.string() }), execute: () => { runs += 1; return { runs }; } });
exports.cached = withCache(exports.count, { ttl: "5m" });`,
};

let host: ToolHost;
let calls = 0;
beforeEach(async () => {
  host = createToolHost({ document, frameUrl });
  expect(await host.load(DEFINITION, "fingerprint")).toMatchObject({
    ok: true,
    definition: { tools: [{ name: "count", file: "tools/count.ts" }] },
  });
});
afterEach(() => host.dispose());

async function call(q: string): Promise<{ text: string; logs: string[] }> {
  calls += 1;
  const request = { callId: `c_${calls}`, tool: "count", arguments: { q } };
  const prepared = await host.prepare(request);
  if (!prepared.ready) throw new Error(prepared.outcome.status);
  const logs: string[] = [];
  const { outcome } = await host.execute(
    { ...request, runId: "r", sessionId: "s", agentName: "a", digest: prepared.digest, assigns: {}, secrets: {} },
    {
      sandbox: new MemorySandbox(),
      signal: new AbortController().signal,
      deadlineMs: 5000,
      onLog: (text) => logs.push(text),
      onProgress: () => undefined,
    },
  );
  const [part] = outcome.status === "ok" ? outcome.result.parts : [];
  return { text: part?.type === "text" ? part.text : outcome.status, logs };
}

test("a cached tool replaces the one it wraps, says when it answers from its cache, and is evicted from outside", async () => {
  const changed = vi.fn();
  host.caches.subscribe(changed);
  expect(host.caches.list()).toMatchObject([{ tool: "count", hits: 0, misses: 0, entries: [] }]);

  expect(await call("a")).toEqual({ text: '{"runs":1}', logs: [] });
  expect(await call("a")).toEqual({
    text: '{"runs":1}',
    logs: ["Answered from the cache: the result is 0 s old."],
  });
  await call("b");
  await vi.waitFor(() => expect(host.caches.list()).toMatchObject([{ hits: 1, misses: 2, size: 2 }]));
  expect(changed).toHaveBeenCalled();

  const key = host.caches.list()[0]?.entries.find(({ label }) => label.includes('"a"'))?.key ?? "";
  host.caches.command("count", { kind: "evict", key }, false);
  host.caches.command("unknown", { kind: "clear" }, false);
  await vi.waitFor(() => expect(host.caches.list()[0]?.entries).toHaveLength(1));
  expect((await call("a")).text).toBe('{"runs":3}');
  expect((await call("b")).text).toBe('{"runs":2}');

  host.caches.command("count", { kind: "clear" }, false);
  await vi.waitFor(() => expect(host.caches.list()[0]?.entries).toHaveLength(0));
  expect((await call("b")).text).toBe('{"runs":4}');
});

test("a definition that is loaded again begins with an empty cache", async () => {
  await call("a");
  await host.load(DEFINITION, "next");
  expect(host.caches.list()).toMatchObject([{ hits: 0, misses: 0, entries: [] }]);
});
