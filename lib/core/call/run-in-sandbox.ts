import { z } from "zod";
import { errorText } from "../errors/error-text";
import type { JsonValue } from "../errors/json-value";
import { OutsideError, type OutsideInput } from "../tool/outside";
import type { Tool, ToolContext, ToolSandbox } from "../tool/tool-types";
import type { ToolProgram } from "./container-request";
import { encodeResult } from "./encode-result";
import { failedOutcome } from "./failed-outcome";
import type { Outcome } from "./outcome";
import type { CallEnd } from "./run-execute";
import { runInContainer } from "./run-in-container";
import { sandboxTimeout } from "./sandbox-timeout";
import { toJsonValue } from "./to-json-value";

/**
 * What the services "wasm" and "docker" are asked. `sandbox` is the declaration as the author wrote it, a claim that the
 * service checks; `timeoutMs` is the tool's `timeout`, else the sandbox's, else {@link SANDBOX_TIMEOUT_MS}.
 */
export interface SandboxRequest extends OutsideInput {
  tool: string;
  arguments: OutsideInput;
  sandbox: OutsideInput;
  timeoutMs: number;
}

/** The end of a module: what it wrote, and how it ended. A service that could not run it answers `refused`, in words. */
export const wasmAnswerSchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("exited"),
    exitCode: z.int(),
    stdout: z.string(),
    stderr: z.string(),
    /** Characters of output that are kept, when the module wrote more. */
    cutAt: z.int().positive().optional(),
  }),
  z.object({ status: z.literal("timed-out"), afterMs: z.number() }),
  /** The module trapped, or ran into its memory limit. */
  z.object({ status: z.literal("trapped"), message: z.string(), stderr: z.string() }),
  z.object({ status: z.literal("refused"), message: z.string() }),
]);
export type WasmAnswer = z.infer<typeof wasmAnswerSchema>;

/** There is no such place, as opposed to one that did not do what it was asked. */
const MISSING: ReadonlySet<string> = new Set(["outside-missing", "outside-unknown-service"]);
const NO_DATA = "Sandbox returned success but no data";

export type SandboxedTool = Tool & { readonly sandbox: ToolSandbox };

/** Such a tool never runs its `execute` here. */
export function isSandboxed(tool: Tool): tool is SandboxedTool {
  return tool.sandbox !== undefined;
}

/**
 * Runs a call of a tool that declares a sandbox: its `execute` is never called here, and only in a container at all. Without a
 * host that has such a place the call fails in the documented words. Never rejects.
 */
export async function runInSandbox(
  tool: SandboxedTool,
  parsed: unknown,
  context: ToolContext,
  program?: ToolProgram,
): Promise<CallEnd> {
  const { type } = tool.sandbox;
  const { outside } = context;
  if (outside === undefined) return { outcome: sandboxMissing(tool.name, type) };
  try {
    if (type === "webcontainer") return await runInContainer(tool, parsed, { ...context, outside }, program);
    const answer = await outside.ask(
      type,
      {
        tool: tool.name,
        arguments: asObject(toJsonValue(parsed).value),
        sandbox: asObject(toJsonValue(tool.sandbox).value),
        timeoutMs: sandboxTimeout(tool),
      } satisfies SandboxRequest,
      { signal: context.signal },
    );
    return { outcome: type === "wasm" ? wasmOutcome(tool.name, answer, context) : dockerOutcome(answer) };
  } catch (thrown) {
    if (OutsideError.isInstance(thrown) && MISSING.has(thrown.code))
      return { outcome: sandboxMissing(tool.name, type) };
    return { outcome: failedOutcome(errorText(thrown) || `Tool "${tool.name}" failed in its sandbox`, thrown) };
  }
}

const KINDS: Readonly<Record<ToolSandbox["type"], string>> = {
  docker: "Docker",
  wasm: "WASM",
  webcontainer: "WebContainer",
};

function sandboxMissing(tool: string, type: ToolSandbox["type"]): Outcome {
  return failedOutcome(`Tool "${tool}" needs a ${KINDS[type]} sandbox, which is unavailable`, undefined, "outside");
}

function wasmOutcome(tool: string, answer: JsonValue, context: ToolContext): Outcome {
  const read = wasmAnswerSchema.safeParse(answer);
  if (!read.success) return failedOutcome(NO_DATA, undefined);
  const end = read.data;
  switch (end.status) {
    case "timed-out":
      return {
        status: "timed-out",
        text: `Tool "${tool}" timed out in the WASM sandbox after ${end.afterMs}ms`,
        afterMs: end.afterMs,
      };
    case "refused":
      return failedOutcome(`Tool "${tool}" did not run in the WASM sandbox: ${end.message}`, undefined);
    case "trapped":
      return failedOutcome(`Tool "${tool}" failed in the WASM sandbox: ${end.message}${after(end.stderr)}`, undefined);
    case "exited":
      break;
  }
  if (end.exitCode !== 0) {
    return failedOutcome(
      `Tool "${tool}" failed in the WASM sandbox (exit code ${end.exitCode}): ${end.stderr.trimEnd()}`,
      undefined,
    );
  }
  if (end.cutAt !== undefined) {
    return failedOutcome(
      `Tool "${tool}" wrote more output than the WASM sandbox keeps (${end.cutAt} characters), so its result was cut off`,
      undefined,
    );
  }
  if (end.stderr !== "") context.log(end.stderr.trimEnd());
  return end.stdout.trim() === ""
    ? failedOutcome(NO_DATA, undefined)
    : { status: "ok", result: encodeResult(jsonOrText(end.stdout)) };
}

/** A container's answer is its result; `{ error }` says why there is none. */
function dockerOutcome(answer: JsonValue): Outcome {
  if (answer === null || answer === "") return failedOutcome(NO_DATA, undefined);
  if (typeof answer === "object" && !Array.isArray(answer) && typeof answer.error === "string") {
    return failedOutcome(answer.error, undefined);
  }
  return { status: "ok", result: encodeResult(answer) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function after(stderr: string): string {
  return stderr.trim() === "" ? "" : `\n${stderr.trimEnd()}`;
}

function asObject(value: JsonValue): OutsideInput {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value };
}
