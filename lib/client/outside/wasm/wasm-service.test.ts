import { afterEach, beforeAll, describe, expect, it } from "vitest";
import loadWabt from "wabt";
import { z } from "zod";
import { encodeBase64 } from "@/lib/core/call/base64";
import { executeCall } from "@/lib/core/call/execute-call";
import type { WasmAnswer } from "@/lib/core/call/run-in-sandbox";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { startNodeWorker } from "@/lib/testing/start-node-worker";
import type { PageServiceContext } from "../page-service";
import { capModuleMemory } from "./cap-module-memory";
import { createWasmService } from "./create-wasm-service";

const IMPORTS = `
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "environ_sizes_get" (func $environ_sizes_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_open" (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))`;

/** A module whose `_start` is the given instructions; address 0 holds one buffer descriptor, 16 the text, 1024 what is read. */
const command = (
  body: string,
  { memory = '(memory (export "memory") 1)', text = "", imports = IMPORTS } = {},
) => `(module
  ${imports} ${memory} (data (i32.const 16) ${JSON.stringify(text)})
  (func $buffer (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $length)))
  (func (export "_start") ${body}))`;

const write = (stream: number, length: number) =>
  `(call $buffer (i32.const 16) (i32.const ${length})) (drop (call $fd_write (i32.const ${stream}) (i32.const 0) (i32.const 1) (i32.const 8)))`;

const modules = {
  echo: command(
    `(call $buffer (i32.const 1024) (i32.const 60000))
     (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
     (call $buffer (i32.const 1024) (i32.load (i32.const 8)))
     (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))`,
  ),
  loop: command("(loop $again (br $again))"),
  exitThree: command(`${write(2, 12)} (call $proc_exit (i32.const 3))`, { text: "no such word" }),
  trap: command("unreachable"),
  silent: command(""),
  plain: command(write(1, 5), { text: "hello" }),
  flood: command(`(loop $again ${write(1, 26)} (br $again))`, { text: "abcdefghijklmnopqrstuvwxyz" }),
  /** Grows page by page until it is refused, then says how many pages it has as one character: A is 1. */
  grow: command(
    `(loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
     (i32.store8 (i32.const 16) (i32.add (i32.const 64) (memory.size))) ${write(1, 1)}`,
  ),
  hungry: command("", { memory: '(memory (export "memory") 2000)' }),
  recursion: command("(call $deeper)").replace("(func $buffer", "(func $deeper (call $deeper)) (func $buffer"),
  stranger: command("", { imports: '(import "env" "fetch" (func))' }),
  unknownCall: command("", { imports: '(import "wasi_snapshot_preview1" "host_exec" (func))' }),
  ownMemory: command("", {
    memory: '(import "wasi_snapshot_preview1" "memory" (memory 1)) (export "memory" (memory 0))',
    imports: "",
  }),
  library: '(module (memory (export "memory") 1) (func (export "run")))',
  noMemory: '(module (func (export "_start")))',
  /** Opens "a" below descriptor 3, counts variables, and writes both answers as digits: 8 is "bad descriptor". */
  looksAround: command(
    `(i32.store8 (i32.const 16) (i32.add (i32.const 48) (call $path_open (i32.const 3) (i32.const 0) (i32.const 17) (i32.const 1) (i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 512))))
     (drop (call $environ_sizes_get (i32.const 512) (i32.const 516)))
     (i32.store8 (i32.const 17) (i32.add (i32.const 48) (i32.load (i32.const 512)))) ${write(1, 2)}`,
    { text: "xa" },
  ),
  /** Writes y when the clock runs and random bytes are not all zero. */
  clockAndChance: command(
    `(drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 512)))
     (drop (call $random_get (i32.const 520) (i32.const 8)))
     (if (i32.and (i64.ne (i64.load (i32.const 512)) (i64.const 0)) (i64.ne (i64.load (i32.const 520)) (i64.const 0)))
       (then ${write(1, 1)}))`,
    { text: "y" },
  ),
  manyBuffers: command(
    `(i32.store8 (i32.const 16) (i32.add (i32.const 48) (call $fd_write (i32.const 1) (i32.const 0) (i32.const 5000) (i32.const 8)))) ${write(1, 2)}`,
    { text: "  " },
  ),
} as const;

const binaries = new Map<string, Uint8Array>();
let started = 0;
let ended = 0;

beforeAll(async () => {
  const wabt = await loadWabt();
  for (const [name, text] of Object.entries(modules)) {
    binaries.set(name, new Uint8Array(wabt.parseWat(`${name}.wat`, text).toBinary({}).buffer));
  }
});

afterEach(() => {
  expect(ended, "every worker is ended").toBe(started);
});

const binary = (name: keyof typeof modules) => binaries.get(name) as Uint8Array;

const service = createWasmService({
  async start() {
    const worker = await startNodeWorker("lib/client/workers/wasm.worker.ts");
    started += 1;
    const terminate = worker.terminate;
    worker.terminate = () => {
      ended += 1;
      terminate();
    };
    return worker;
  },
});

function contextOf(files: Record<string, Uint8Array | string> = {}, signal = new AbortController().signal) {
  return {
    signal,
    settings: {},
    sessionId: "s",
    runId: "r",
    callId: "c",
    sandbox: new MemorySandbox({ files: new Map(Object.entries(files)) }),
    progress: () => {},
    log: () => {},
  } satisfies PageServiceContext;
}

async function run(
  module: keyof typeof modules,
  {
    args = {},
    memory,
    timeoutMs = 20_000,
    signal,
  }: { args?: object; memory?: string; timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<WasmAnswer> {
  const sandbox = {
    type: "wasm",
    wasmModule: encodeBase64(binary(module)),
    ...(memory === undefined ? {} : { memory }),
  };
  return (await service.ask(
    { tool: "probe", arguments: args as never, sandbox, timeoutMs },
    contextOf({}, signal),
  )) as WasmAnswer;
}

describe("a WASI module", () => {
  it("reads its arguments as JSON and writes its result", async () => {
    const args = { text: "grüße", list: [1, 2] };
    expect(await run("echo", { args })).toEqual({
      status: "exited",
      exitCode: 0,
      stdout: JSON.stringify(args),
      stderr: "",
    });
  });

  it("may lie in the workspace", async () => {
    const ask = (path: string) =>
      service.ask(
        { tool: "probe", arguments: {}, sandbox: { type: "wasm", wasmModule: path }, timeoutMs: 20_000 },
        contextOf({ "bin/plain.wasm": binary("plain"), "notes.wasm": "text" }),
      );
    expect(await ask("bin/plain.wasm")).toMatchObject({ status: "exited", stdout: "hello" });
    expect(await ask("no.wasm")).toMatchObject({
      status: "refused",
      message: expect.stringContaining("no.wasm cannot be read"),
    });
    expect(await ask("notes.wasm")).toEqual({ status: "refused", message: "wasmModule is not a WebAssembly module" });
  });

  it("says its exit code and what it wrote to stderr", async () => {
    expect(await run("exitThree")).toEqual({ status: "exited", exitCode: 3, stdout: "", stderr: "no such word" });
  });

  it("is ended when its time is over, and when the call is stopped", async () => {
    expect(await run("loop", { timeoutMs: 100 })).toEqual({ status: "timed-out", afterMs: 100 });
    const controller = new AbortController();
    const running = run("loop", { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toMatchObject({ code: "outside-stopped" });
  });

  it("cannot grow past its memory", async () => {
    expect(await run("grow", { memory: "320KB" })).toMatchObject({ stdout: "E" });
    expect(await run("hungry")).toEqual({
      status: "refused",
      message: "the module starts with 131072000 bytes of memory, more than its limit of 16777216",
    });
    expect(await run("hungry", { memory: "1GB" })).toMatchObject({
      status: "refused",
      message: expect.stringContaining("at most 512MB"),
    });
  });

  it("that traps or recurses without end is a failure of the module", async () => {
    expect(await run("trap")).toMatchObject({ status: "trapped", message: "unreachable" });
    expect(await run("recursion")).toMatchObject({ status: "trapped", message: expect.stringContaining("stack") });
  });

  it("ends when it has written more than is kept", async () => {
    const answer = await run("flood");
    expect(answer).toMatchObject({ status: "exited", cutAt: 1_000_000 });
    expect(answer.status === "exited" && answer.stdout).toHaveLength(1_000_000);
  });

  it.each([
    ["stranger", "the module imports the function env.fetch"],
    ["unknownCall", "the module imports the function wasi_snapshot_preview1.host_exec"],
    ["ownMemory", "the module imports the memory wasi_snapshot_preview1.memory"],
    ["library", "exports no _start"],
    ["noMemory", "exports no memory"],
  ] as const)("%s does not run", async (module, message) => {
    expect(await run(module)).toMatchObject({ status: "refused", message: expect.stringContaining(message) });
  });

  it("finds no file, no variable, and no way to fill the worker's memory", async () => {
    expect(await run("looksAround")).toMatchObject({ stdout: "80" });
    // 28 is "invalid argument".
    expect(await run("manyBuffers")).toMatchObject({ stdout: "L " });
  });

  it("has a clock and random bytes", async () => {
    expect(await run("clockAndChance")).toMatchObject({ stdout: "y" });
  });

  it("carries a tool from its arguments to its outcome", async () => {
    const made = tool({
      name: "loud",
      description: "Echoes.",
      parameters: z.object({ text: z.string() }),
      execute: () => {
        throw new Error("execute must never run");
      },
      sandbox: { type: "wasm", wasmModule: encodeBase64(binary("echo")) },
    });
    const { signal } = new AbortController();
    const context = {
      signal,
      log: () => {},
      outside: { ask: (_name: string, input: never) => service.ask(input, contextOf()) },
    } as unknown as ToolContext;
    const outcome = await executeCall(made, { text: "hi" }, context, { timers: { after: () => () => {} } });
    expect(outcome).toMatchObject({ status: "ok", result: { value: { text: "hi" } } });
  });
});

describe("capModuleMemory", () => {
  it("refuses what is no module, and what breaks off anywhere, without a throw", () => {
    const whole = binary("echo");
    expect(capModuleMemory(new TextEncoder().encode("MZ"), 1e6)).toMatchObject({ ok: false });
    for (let length = 0; length < whole.byteLength; length += 1) {
      expect(() => capModuleMemory(whole.subarray(0, length), 1e6)).not.toThrow();
    }
  });

  it("keeps a lower maximum of the module's own", async () => {
    const wabt = await loadWabt();
    const small = new Uint8Array(wabt.parseWat("a.wat", '(module (memory (export "memory") 1 2))').toBinary({}).buffer);
    const capped = capModuleMemory(small, 10 * 65_536);
    if (!capped.ok) throw new Error(capped.message);
    const { instance } = await WebAssembly.instantiate(capped.bytes);
    const memory = instance.exports.memory as WebAssembly.Memory;
    expect(memory.grow(1)).toBe(1);
    expect(() => memory.grow(1)).toThrow();
  });
});
