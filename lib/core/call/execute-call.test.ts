import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sandbox } from "../sandbox/sandbox";
import { tool } from "../tool/tool";
import type { Tool, ToolContext } from "../tool/tool-types";
import { executeCall, type Timers } from "./execute-call";
import { outcomeSchema } from "./outcome";

class ManualTimers implements Timers {
  private waiting: { at: number; callback: () => void }[] = [];
  private now = 0;

  after(milliseconds: number, callback: () => void): () => void {
    const entry = { at: this.now + milliseconds, callback };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  advance(milliseconds: number): void {
    this.now += milliseconds;
    for (const entry of this.waiting.filter((waiting) => waiting.at <= this.now)) entry.callback();
  }

  get pending(): number {
    return this.waiting.length;
  }
}

function contextWith(signal: AbortSignal = new AbortController().signal): ToolContext {
  return {
    agentId: "hand",
    agent: { name: "hand" },
    runId: "r_1",
    callId: "c_1",
    sessionId: "s_1",
    sandbox: {} as Sandbox,
    cwd: "/workspace",
    secrets: {},
    opts: {},
    assigns: {},
    signal,
    log: () => {},
    progress: () => {},
  };
}

function toolThat(execute: (params: unknown, context: ToolContext) => unknown, extra: { timeout?: number } = {}): Tool {
  return tool({ name: "probe", description: "A probe.", parameters: z.object({}), execute, ...extra });
}

const settle = (made: Tool, context = contextWith(), timers: Timers = new ManualTimers()) =>
  executeCall(made, {}, context, { timers });

describe("executeCall", () => {
  it("settles a value, synchronous or awaited, as ok", async () => {
    for (const execute of [() => "hello", async () => "hello"]) {
      expect(await settle(toolThat(execute))).toEqual({
        status: "ok",
        result: { parts: [{ type: "text", text: "hello" }], empty: false, truncated: false, bytes: 5 },
      });
    }
  });

  it.each([
    ["an Error", new Error("no such city"), "no such city"],
    ["an Error with an empty message", new Error(""), 'Tool "probe" threw an Error without a message'],
    ["a TypeError with an empty message", new TypeError(""), 'Tool "probe" threw a TypeError without a message'],
    ["a text", "plain words", "plain words"],
    ["an empty text", "", 'Tool "probe" threw an empty string without a message'],
    ["undefined", undefined, 'Tool "probe" threw undefined without a message'],
    ["null", null, 'Tool "probe" threw null without a message'],
    ["a number", 7, "7"],
    ["a plain object", { code: 1 }, 'Tool "probe" threw an object without a message'],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a revoked proxy", revokedProxy(), 'Tool "probe" threw a value that cannot be read without a message'],
  ])("settles a throw of %s as failed, with words", async (_what, thrown, text) => {
    const outcome = await settle(
      toolThat(() => {
        throw thrown;
      }),
    );
    expect(outcome).toMatchObject({ status: "failed", text });
  });

  it("points at the author's own line", async () => {
    const error = new Error("boom");
    error.stack = "Error: boom\n    at Object.execute (tools/x.ts:4:9)\n    at kit.js:1:2";
    const outcome = await settle(toolThat(() => Promise.reject(error)));
    expect(outcome).toMatchObject({ status: "failed", place: { file: "tools/x.ts", line: 4, column: 9 } });
  });

  it("never rejects, whatever a tool throws or returns, and the outcome is data the log accepts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        fc.boolean(),
        async (value, throws) => {
          const outcome = await settle(
            toolThat(() => {
              if (throws) throw value;
              return value;
            }),
          );
          expect(outcomeSchema.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome);
          if (throws) expect(outcome.status).toBe("failed");
        },
      ),
    );
  });

  it("settles a returned { error } as failed and keeps what else the tool said", async () => {
    expect(await settle(toolThat(() => ({ error: "city unknown" })))).toMatchObject({
      status: "failed",
      text: "city unknown",
    });
    expect(await settle(toolThat(() => ({ error: "bad", expression: "1+" })))).toMatchObject({
      status: "failed",
      text: 'bad\n{"expression":"1+"}',
    });
    expect(await settle(toolThat(() => ({ error: "" })))).toMatchObject({ status: "failed" });
    expect(await settle(toolThat(() => ({ error: { code: 4 } })))).toMatchObject({
      status: "failed",
      text: '{"code":4}',
    });
    expect(await settle(toolThat(() => new Error("returned")))).toMatchObject({ status: "failed", text: "returned" });
  });

  it("does not take an absent error for a failure", async () => {
    expect(await settle(toolThat(() => ({ error: null, data: 1 })))).toMatchObject({ status: "ok" });
    expect(await settle(toolThat(() => ({ error: undefined })))).toMatchObject({ status: "ok" });
  });

  it("gives the documented words when the timeout passes, aborts the tool's signal, and drops the late result", async () => {
    const timers = new ManualTimers();
    let seen: AbortSignal | undefined;
    let finish: (value: string) => void = () => {};
    const slow = toolThat(
      (_params, context) => {
        seen = context.signal;
        return new Promise<string>((resolve) => {
          finish = resolve;
        });
      },
      { timeout: 50 },
    );
    const settled = settle(slow, contextWith(), timers);
    await Promise.resolve();
    timers.advance(50);
    finish("too late");
    expect(await settled).toEqual({ status: "timed-out", text: 'Tool "probe" timed out after 50ms', afterMs: 50 });
    expect(seen?.aborted).toBe(true);
  });

  it("leaves no timer behind and no timeout at 0", async () => {
    const timers = new ManualTimers();
    await settle(
      toolThat(() => 1, { timeout: 50 }),
      contextWith(),
      timers,
    );
    expect(timers.pending).toBe(0);
    const untimed = settle(
      toolThat(() => 1, { timeout: 0 }),
      contextWith(),
      timers,
    );
    expect(timers.pending).toBe(0);
    expect((await untimed).status).toBe("ok");
  });

  it("stops at once when the run is aborted, and says who did it", async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const settled = settle(
      toolThat((_params, context) => {
        seen = context.signal;
        return new Promise(() => {});
      }),
      contextWith(controller.signal),
    );
    await Promise.resolve();
    controller.abort({ kind: "limit", name: "budget" });
    expect(await settled).toEqual({
      status: "stopped",
      text: 'Tool "probe" aborted',
      by: { kind: "limit", name: "budget" },
    });
    expect(seen?.aborted).toBe(true);
  });

  it("does not start a call whose run was already stopped", async () => {
    let ran = false;
    const controller = new AbortController();
    controller.abort();
    const outcome = await settle(
      toolThat(() => {
        ran = true;
      }),
      contextWith(controller.signal),
    );
    expect(outcome.status).toBe("stopped");
    expect(ran).toBe(false);
  });

  it("gives execute the options it was listed with", async () => {
    const byTable = tool({
      name: (opts: { table: string }) => `query_${opts.table}`,
      description: "Query",
      parameters: z.object({}),
      execute: (_params, context) => context.opts.table,
    });
    const outcome = await settle(byTable.with({ table: "users" }));
    expect(outcome).toMatchObject({ result: { parts: [{ text: "users" }] } });
  });

  it("never runs execute of a tool that declares a sandbox", async () => {
    let ran = false;
    const boxed = tool({
      name: "boxed",
      description: "Runs in a container",
      parameters: z.object({}),
      sandbox: { type: "docker", image: "alpine" },
      execute: () => {
        ran = true;
      },
    });
    expect(await settle(boxed)).toMatchObject({
      status: "failed",
      text: expect.stringContaining("needs a Docker sandbox"),
    });
    expect(ran).toBe(false);
  });
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
