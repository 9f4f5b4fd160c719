import { z } from "zod";
import { decodeBase64 } from "@/lib/core/call/base64";
import type { WasmAnswer } from "@/lib/core/call/run-in-sandbox";
import { errorText } from "@/lib/core/errors/error-text";
import { jsonValueSchema } from "@/lib/core/errors/json-value";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { OutsideError } from "@/lib/core/tool/outside";
import { parseMemory } from "@/lib/core/tool/parse-memory";
import { createEngine, type EngineWorker } from "../engine-worker";
import type { PageService } from "../page-service";
import type { WasiRun } from "./run-wasi-module";

const LIMITS = {
  moduleBytes: 32 * 1024 ** 2,
  defaultMemory: "16MB",
  /** The page and all its workers share one address space in some browsers, so no module gets more. */
  memoryBytes: 512 * 1024 ** 2,
  timeoutMs: 300_000,
} as const;

const requestSchema = z.object({
  tool: z.string().max(200),
  arguments: z.record(z.string(), jsonValueSchema),
  sandbox: z.object({
    type: z.literal("wasm"),
    wasmModule: z.string().min(1),
    memory: z.string().max(40).default(LIMITS.defaultMemory),
  }),
  timeoutMs: z.number().positive(),
});

/**
 * Runs the module of a tool that declares `sandbox: { type: "wasm" }`: a fresh worker for each call, ended when the module
 * ends, when its time is over, and when the call is stopped.
 */
export function createWasmService({ start }: { start(): EngineWorker | Promise<EngineWorker> }): PageService {
  const engine = createEngine({ start, keep: 0 });
  return {
    name: "wasm",
    async ask(input, { signal, sandbox }): Promise<WasmAnswer> {
      const read = requestSchema.safeParse(input);
      if (!read.success) throw new OutsideError("outside-refused", "The request is not one for a WASM sandbox.");
      const request = read.data;
      const timeoutMs = Math.min(request.timeoutMs, LIMITS.timeoutMs);
      const module = await readModule(request.sandbox.wasmModule, sandbox);
      if (!(module instanceof Uint8Array)) return { status: "refused", message: module.problem };
      const memoryBytes = parseMemory(request.sandbox.memory);
      if (memoryBytes > LIMITS.memoryBytes) {
        return { status: "refused", message: `its memory may be at most ${LIMITS.memoryBytes / 1024 ** 2}MB here` };
      }
      const message: WasiRun = {
        module,
        name: request.tool,
        stdin: JSON.stringify(request.arguments),
        memoryBytes,
      };
      const reply = await engine.ask({ message, signal, timeoutMs });
      switch (reply.status) {
        case "replied":
          // Our own worker's answer; the module inside has no way to send one.
          return reply.value as WasmAnswer;
        case "timed-out":
          return { status: "timed-out", afterMs: timeoutMs };
        case "stopped":
          throw new OutsideError("outside-stopped", "The module was ended.");
        case "died":
          return { status: "trapped", message: reply.message, stderr: "" };
      }
    },
  };
}

/** Every module begins with the same eight bytes, so its base64 cannot be mistaken for a path. */
const BASE64_START = /^(?:data:application\/wasm;base64,)?(?=AGFzbQ)/;

async function readModule(wasmModule: string, sandbox: Sandbox): Promise<Uint8Array | { problem: string }> {
  if (BASE64_START.test(wasmModule)) {
    const bytes = decodeBase64(wasmModule.replace(BASE64_START, ""));
    return bytes ?? { problem: "wasmModule is not base64" };
  }
  try {
    const { size } = await sandbox.stat(wasmModule);
    if (size > LIMITS.moduleBytes) {
      return { problem: `${wasmModule} is larger than ${LIMITS.moduleBytes / 1024 ** 2} MB` };
    }
    return await sandbox.read(wasmModule);
  } catch (error) {
    return { problem: `wasmModule ${wasmModule.slice(0, 200)} cannot be read: ${errorText(error)}` };
  }
}
