import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { JsonValue } from "../errors/json-value";
import { OutsideError, type OutsideInput } from "../tool/outside";
import { tool } from "../tool/tool";
import type { ToolContext, ToolSandbox } from "../tool/tool-types";
import { executeCall } from "./execute-call";
import type { Outcome } from "./outcome";
import { prepareCall } from "./prepare-call";
import type { WasmAnswer } from "./run-in-sandbox";
import { sandboxTimeout } from "./sandbox-timeout";

const wasm: ToolSandbox = { type: "wasm", wasmModule: "bin/shout.wasm", memory: "16MB" };
const never = { after: () => () => {} };

function shout(extra: { sandbox?: ToolSandbox; timeout?: number } = {}) {
  const execute = vi.fn();
  const made = tool({
    name: "shout",
    description: "Says it louder.",
    parameters: z.object({ text: z.string(), times: z.number().default(1) }),
    execute,
    sandbox: wasm,
    ...extra,
  });
  return { made, execute };
}

async function call(
  answer: JsonValue | OutsideError,
  extra: { sandbox?: ToolSandbox; timeout?: number } = {},
): Promise<{ outcome: Outcome; asked: [string, OutsideInput][]; logged: unknown[] }> {
  const { made, execute } = shout(extra);
  const asked: [string, OutsideInput][] = [];
  const logged: unknown[] = [];
  const prepared = await prepareCall(made, { text: "hi" });
  if (!prepared.ok) throw new Error("not prepared");
  const context = {
    signal: new AbortController().signal,
    log: (value: unknown) => logged.push(value),
    outside: {
      async ask(service: string, input: OutsideInput) {
        asked.push([service, input]);
        if (answer instanceof OutsideError) throw answer;
        return answer;
      },
    },
  } as unknown as ToolContext;
  const outcome = await executeCall(made, prepared.parsed, context, { timers: never });
  expect(execute).not.toHaveBeenCalled();
  return { outcome, asked, logged };
}

const exited = (facts: Partial<Extract<WasmAnswer, { status: "exited" }>>): JsonValue => ({
  status: "exited",
  exitCode: 0,
  stdout: "",
  stderr: "",
  ...facts,
});

describe("a tool in a sandbox", () => {
  it("gives the parsed arguments and its declaration to the service of that name", async () => {
    const { asked } = await call(exited({ stdout: "1" }));
    expect(asked).toEqual([
      ["wasm", { tool: "shout", arguments: { text: "hi", times: 1 }, sandbox: wasm, timeoutMs: 30_000 }],
    ]);
  });

  it("takes stdout as JSON where it is JSON, else as text, and shows stderr in the log", async () => {
    const json = await call(exited({ stdout: '{"said":"HI"}\n', stderr: "warming up\n" }));
    expect(json.outcome).toMatchObject({ status: "ok", result: { value: { said: "HI" } } });
    expect(json.logged).toEqual(["warming up"]);
    const text = await call(exited({ stdout: "HI\n" }));
    expect(text.outcome).toMatchObject({ status: "ok", result: { parts: [{ type: "text", text: "HI\n" }] } });
  });

  it.each<[string, JsonValue, string]>([
    [
      "an exit code",
      exited({ exitCode: 3, stderr: "no such word\n" }),
      'Tool "shout" failed in the WASM sandbox (exit code 3): no such word',
    ],
    [
      "output that was cut",
      exited({ stdout: "x", cutAt: 1_000_000 }),
      'Tool "shout" wrote more output than the WASM sandbox keeps (1000000 characters), so its result was cut off',
    ],
    ["no output", exited({}), "Sandbox returned success but no data"],
    ["an answer of another shape", { hello: 1 }, "Sandbox returned success but no data"],
    [
      "a trap",
      { status: "trapped", message: "unreachable", stderr: "panic: x" },
      'Tool "shout" failed in the WASM sandbox: unreachable\npanic: x',
    ],
    [
      "a refusal",
      { status: "refused", message: "not a WebAssembly module" },
      'Tool "shout" did not run in the WASM sandbox: not a WebAssembly module',
    ],
  ])("fails in words for %s", async (_case, answer, text) => {
    expect((await call(answer)).outcome).toMatchObject({ status: "failed", text });
  });

  it("says which sandbox ran out of time", async () => {
    expect((await call({ status: "timed-out", afterMs: 50 })).outcome).toEqual({
      status: "timed-out",
      text: 'Tool "shout" timed out in the WASM sandbox after 50ms',
      afterMs: 50,
    });
  });

  it("never falls back to its execute where no such sandbox is", async () => {
    const missing = new OutsideError("outside-unknown-service", "none");
    expect((await call(missing)).outcome).toMatchObject({
      status: "failed",
      text: 'Tool "shout" needs a WASM sandbox, which is unavailable',
    });
    const broken = new OutsideError("outside-failed", "The engine broke.");
    expect((await call(broken)).outcome).toMatchObject({ status: "failed", text: "The engine broke." });
  });

  it("gives a container's answer as the result, and its error as a failure", async () => {
    const docker = { sandbox: { type: "docker", image: "alpine" } } as const;
    const answer = { stdout: "hi\n", stderr: "", exitCode: 0, timedOut: false, duration: 5, command: "echo hi" };
    expect((await call(answer, docker)).outcome).toMatchObject({ status: "ok", result: { value: answer } });
    expect((await call({ error: "no engine" }, docker)).outcome).toMatchObject({ status: "failed", text: "no engine" });
    expect((await call(null, docker)).outcome).toMatchObject({ text: "Sandbox returned success but no data" });
  });
});

describe("sandboxTimeout", () => {
  it("is the tool's, else the sandbox's, else thirty seconds", () => {
    expect(sandboxTimeout(shout({ timeout: 5, sandbox: { ...wasm, timeout: 9 } }).made)).toBe(5);
    expect(sandboxTimeout(shout({ sandbox: { ...wasm, timeout: 9 } }).made)).toBe(9);
    expect(sandboxTimeout(shout().made)).toBe(30_000);
  });
});
