import { describe, expect, it } from "vitest";
import { regexMatch } from "@/lib/builtin/regex-match";
import { executeCall } from "@/lib/core/call/execute-call";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { startNodeWorker } from "@/lib/testing/start-node-worker";
import type { PageServiceContext } from "../page-service";
import { createRegexService } from "./create-regex-service";

let started = 0;
const service = createRegexService({
  start: () => {
    started += 1;
    return startNodeWorker("lib/client/workers/regex.worker.ts");
  },
  timeoutMs: 300,
});

const contextOf = (signal = new AbortController().signal): PageServiceContext => ({
  signal,
  settings: {},
  sessionId: "s",
  runId: "r",
  callId: "c",
  sandbox: new MemorySandbox(),
  progress: () => {},
  log: () => {},
});
const ENDLESS = { kind: "match", text: `${"a".repeat(40)}!`, pattern: "^(a+)+$", flags: "g" };
const QUICK = { kind: "match", text: "a1", pattern: "\\d", flags: "g" };

describe("a search", () => {
  it("is ended when its pattern never ends, and the next one and the one beside it are not lost", async () => {
    const [endless, beside] = await Promise.all([service.ask(ENDLESS, contextOf()), service.ask(QUICK, contextOf())]);
    expect(endless).toEqual({ error: "Regex execution timed out after 300ms", pattern: "^(a+)+$" });
    expect(beside).toMatchObject({ count: 1 });
    expect(await service.ask(QUICK, contextOf())).toMatchObject({ matches: [{ match: "1", index: 1 }] });
  });

  it("keeps its worker for the next one", async () => {
    await service.ask(QUICK, contextOf());
    const before = started;
    await service.ask(QUICK, contextOf());
    expect(started).toBe(before);
  });

  it("is ended with its call", async () => {
    const controller = new AbortController();
    const searching = service.ask(ENDLESS, contextOf(controller.signal));
    setTimeout(() => controller.abort(), 50);
    await expect(searching).rejects.toMatchObject({ code: "outside-stopped" });
  });

  it("refuses what is no search", async () => {
    await expect(service.ask({ kind: "eval", text: "1" }, contextOf())).rejects.toMatchObject({
      code: "outside-refused",
    });
  });

  it("tells the model in the documented words", async () => {
    const context = {
      signal: new AbortController().signal,
      outside: { ask: (_name: string, input: never) => service.ask(input, contextOf()) },
    } as unknown as ToolContext;
    const outcome = await executeCall(regexMatch, { text: ENDLESS.text, pattern: "^(a+)+$", flags: "g" }, context, {
      timers: { after: () => () => {} },
    });
    expect(outcome).toMatchObject({
      status: "failed",
      text: expect.stringMatching(/^Regex execution timed out after 300ms/),
    });
  });
});
