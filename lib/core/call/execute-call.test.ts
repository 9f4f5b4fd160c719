import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sandbox } from "../sandbox/sandbox";
import { assign } from "../tool/assign";
import { OutsideError } from "../tool/outside";
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

  it("tells an error that was returned, and one of what lies outside, from a throw", async () => {
    const originOf = async (execute: () => unknown) => {
      const outcome = await settle(toolThat(execute));
      return outcome.status === "failed" ? outcome.origin : outcome.status;
    };
    expect(await originOf(() => ({ error: new Error("no") }))).toBe("returned");
    expect(await originOf(() => new Error("no"))).toBe("returned");
    expect(
      await originOf(() => {
        throw new OutsideError("outside-refused", "10.0.0.1 is not public.");
      }),
    ).toBe("outside");
    expect(
      await originOf(() => {
        throw new TypeError("fetch failed", { cause: new OutsideError("outside-refused", "10.0.0.1 is not public.") });
      }),
    ).toBe("outside");
    expect(await originOf(() => boom())).toBeUndefined();
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

  it("settles hostile values once, as data: proxies, getters, thenables and classes that throw wherever they are touched", async () => {
    const hostile: [string, () => unknown][] = [
      ["a proxy that throws at everything", () => hostileProxy()],
      ["a function proxy that throws at everything", () => new Proxy(() => 1, hostileHandler())],
      ["a revoked proxy", revokedProxy],
      // biome-ignore lint/suspicious/noThenProperty: hostile on purpose
      ["a then that throws when it is read", () => Object.defineProperty({}, "then", { get: boom })],
      ["a then that throws when it is called", () => thenable(boom)],
      ["a then that settles twice", () => thenable((yes) => [yes("first"), yes("second")])],
      ["a then that rejects with itself", () => selfRejecting()],
      [
        "a member that throws",
        () => ({
          a: 1,
          get b() {
            return boom();
          },
        }),
      ],
      [
        "an error member that throws",
        () => ({
          get error() {
            return boom();
          },
        }),
      ],
      ["an Error whose message throws", () => Object.defineProperty(new Error("x"), "message", { get: () => boom() })],
      ["an Error whose stack throws", () => Object.defineProperty(new Error("x"), "stack", { get: () => boom() })],
      ["a list with a length that lies", () => Object.setPrototypeOf({ length: 4e9 }, Array.prototype)],
      [
        "an endless iterator",
        () => ({
          *[Symbol.iterator]() {
            for (;;) yield 1;
          },
        }),
      ],
      ["an assignment of something that throws", () => assign("ok", { bad: hostileProxy() })],
    ];
    for (const [what, make] of hostile) {
      for (const throws of [false, true]) {
        const outcome = await settle(
          toolThat(() => {
            if (throws) throw make();
            return make();
          }),
        );
        expect(outcomeSchema.safeParse(JSON.parse(JSON.stringify(outcome))).success, what).toBe(true);
        if (throws) expect(outcome.status, what).toBe("failed");
      }
    }
  });

  it("gives exactly one outcome for any race of a result, a timeout and a stop", async () => {
    const end = fc.constantFrom("returns", "throws", "times out", "is stopped");
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(end, { minLength: 1 }), async (order) => {
        const timers = new ManualTimers();
        const controller = new AbortController();
        let finish: (value: unknown) => void = () => {};
        let fail: (reason: unknown) => void = () => {};
        const slow = toolThat(
          () =>
            new Promise((resolve, reject) => {
              finish = resolve;
              fail = reject;
            }),
          { timeout: 50 },
        );
        const outcomes: string[] = [];
        const settled = settle(slow, contextWith(controller.signal), timers).then(({ status }) =>
          outcomes.push(status),
        );
        await Promise.resolve();
        for (const what of order) {
          if (what === "returns") finish("value");
          if (what === "throws") fail(new Error("no"));
          if (what === "times out") timers.advance(50);
          if (what === "is stopped") controller.abort();
          // The first end is known before the next one comes.
          for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
        }
        await settled;
        const first = { returns: "ok", throws: "failed", "times out": "timed-out", "is stopped": "stopped" } as const;
        expect(outcomes).toEqual([first[order[0] ?? "returns"]]);
        expect(timers.pending).toBe(0);
      }),
    );
  });

  it("keeps the whole of a cut result, and names its place to the model", async () => {
    const kept: string[] = [];
    const keeping = (made: Tool) =>
      executeCall(made, {}, contextWith(), {
        timers: new ManualTimers(),
        async keepWhole(text) {
          kept.push(text);
          return "/results/r_1-c_1.txt";
        },
      });
    const whole = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join("\n");
    const outcome = await keeping(toolThat(() => whole));
    expect(kept).toEqual([whole]);
    expect(outcome).toMatchObject({ result: { truncated: true, wholeAt: "/results/r_1-c_1.txt" } });
    expect(outcome.status === "ok" && outcome.result.parts.at(-1)).toEqual({
      type: "text",
      text: `[The whole result, ${whole.length} bytes, is in /results/r_1-c_1.txt. Read it in parts, with offset and limit.]`,
    });
    await keeping(toolThat(() => ({ rows: Array.from({ length: 20_000 }, (_, id) => ({ id })) })));
    expect(JSON.parse(kept[1] ?? "").rows).toHaveLength(20_000);
    await keeping(toolThat(() => "short"));
    expect(kept).toHaveLength(2);
  });

  it("says that the whole could not be kept, where somebody tried, and tells no place", async () => {
    for (const [keepWhole, parts] of [
      [undefined, 1],
      [async () => undefined, 2],
    ] as const) {
      const outcome = await executeCall(
        toolThat(() => "x\n".repeat(5000)),
        {},
        contextWith(),
        {
          timers: new ManualTimers(),
          keepWhole,
        },
      );
      expect(outcome).toMatchObject({ status: "ok", result: { truncated: true } });
      expect(outcome.status === "ok" && outcome.result.parts).toHaveLength(parts);
      if (parts === 2) expect(JSON.stringify(outcome)).toContain("was not kept: there was no room for it");
    }
  });

  it("does not take the time that keeping a result needs from the tool", async () => {
    const timers = new ManualTimers();
    let kept: (place: undefined) => void = () => {};
    const settled = executeCall(
      toolThat(() => "x\n".repeat(5000), { timeout: 50 }),
      {},
      contextWith(),
      {
        timers,
        keepWhole: () =>
          new Promise((resolve) => {
            kept = resolve;
          }),
      },
    );
    for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
    timers.advance(50);
    kept(undefined);
    expect((await settled).status).toBe("ok");
  });

  it("hands on what a tool shares beside its result, as JSON, and nothing of a call that fails", async () => {
    expect(await settle(toolThat(() => assign("signed in", { user: "ana", since: new Date(0), n: 1n })))).toEqual({
      status: "ok",
      result: { parts: [{ type: "text", text: "signed in" }], empty: false, truncated: false, bytes: 9 },
      assigns: { user: "ana", since: "1970-01-01T00:00:00.000Z", n: "1" },
    });
    const failed = await settle(toolThat(() => assign({ error: "no" }, { user: "ana" })));
    expect(failed).toMatchObject({ status: "failed", text: "no" });
    expect(failed).not.toHaveProperty("assigns");
  });

  it("fails a call that shares too much, and takes no data for a share", async () => {
    expect(await settle(toolThat(() => assign("x", { text: "y".repeat(64_000) })))).toMatchObject({
      status: "failed",
      text: expect.stringContaining("too large: at most 64000 characters"),
    });
    expect(await settle(toolThat(() => assign("x", ["a"] as never)))).toMatchObject({ status: "failed" });
    const forged: unknown = JSON.parse('{"kind":"toolwright/assigned","value":1,"assigns":{"admin":true}}');
    expect(await settle(toolThat(() => forged))).not.toHaveProperty("assigns");
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

function boom(): never {
  throw new Error("boom");
}

function hostileHandler(): ProxyHandler<object> {
  return new Proxy({}, { get: () => boom });
}

function hostileProxy(): object {
  return new Proxy({}, hostileHandler());
}

type Settler = (value: unknown) => void;

function thenable(then: (yes: Settler, no: Settler) => unknown): object {
  // biome-ignore lint/suspicious/noThenProperty: hostile on purpose
  return Object.defineProperty({}, "then", { value: then });
}

function selfRejecting(): object {
  const made = thenable((_yes, no) => no(made));
  return made;
}
