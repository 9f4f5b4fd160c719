import * as zod from "zod";
import type { ToolProgram } from "@/lib/core/call/container-request";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall, toolNotFound } from "@/lib/core/call/prepare-call";
import { errorText } from "@/lib/core/errors/error-text";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import type { Tool } from "@/lib/core/tool/tool-types";
import * as kit from "@/lib/kit";
import {
  type ExecuteReply,
  type GuestMessage,
  type GuestRequest,
  hostMessageSchema,
  type LoadReply,
  type PrepareReply,
} from "../protocol";
import { attributeFetch } from "./attribute-fetch";
import { createCallVoice } from "./call-voice";
import { closeNetwork } from "./close-network";
import { createGuestFetch } from "./guest-fetch";
import { createOutsideLine } from "./outside-line";
import { readDefinition } from "./read-definition";
import { reportCaches } from "./report-caches";
import { createSandboxLine } from "./sandbox-proxy";
import type { ToolMarks } from "./tool-marks";
import { watchIntrinsics } from "./watch-intrinsics";

/** As many calls as the page keeps waiting for a person. */
const PREPARED_CALLS = 1000;

/**
 * The guest: lives in the worker beside the author's code and speaks with the page over one port. Everything it needs from
 * the global scope is taken before any of that code runs.
 */
export function connect(port: MessagePort): void {
  const { setTimeout, clearTimeout, performance, console } = globalThis;
  const post = port.postMessage.bind(port);
  const send = (message: GuestMessage, transfer: Transferable[] = []) => post(message, transfer);
  const line = createSandboxLine(send);
  const outsideLine = createOutsideLine(send);
  const fetches = attributeFetch();
  const prepared = new Map<string, { tool: Tool; parsed: unknown }>();
  const live = new Map<string, { controller: AbortController; log(...values: unknown[]): void }>();
  let tools = new Map<string, Tool>();
  let programs = new Map<string, ToolProgram>();
  /** Of the call that ended last: what comes afterwards, when no other runs, is most likely its own. */
  let lastLog: ((...values: unknown[]) => void) | undefined;
  const timers = {
    after(milliseconds: number, callback: () => void) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };

  const caches = reportCaches((reports) => send({ type: "cache-report", caches: reports }), timers.after);

  function load({ modules }: Extract<GuestRequest, { type: "load" }>): LoadReply {
    const read = readDefinition({
      modules,
      packages,
      onEnter: (file) => send({ type: "loading", file }),
    });
    tools = read.tools;
    programs = read.programs;
    // A definition may extend a prototype on purpose while it loads; from here on that is how things are.
    intrinsics.remember();
    caches.watch(tools.values());
    return read.reply;
  }

  async function prepare(call: Extract<GuestRequest, { type: "prepare" }>): Promise<PrepareReply> {
    const tool = tools.get(call.tool);
    if (!tool) return { ok: false, outcome: toolNotFound(call.tool) };
    const result = await prepareCall(tool, call.arguments);
    if (!result.ok) return result;
    prepared.delete(call.callId);
    prepared.set(call.callId, { tool, parsed: result.parsed });
    const oldest = prepared.keys().next();
    if (prepared.size > PREPARED_CALLS && !oldest.done) prepared.delete(oldest.value);
    return {
      ok: true,
      canonical: result.canonical,
      needsApproval: result.needsApproval,
      sideEffects: result.sideEffects,
    };
  }

  async function execute(call: Extract<GuestRequest, { type: "execute" }>): Promise<ExecuteReply> {
    const { callId } = call;
    const ready = prepared.get(callId);
    // Taken out before it runs: one preparation is good for one execution.
    prepared.delete(callId);
    if (!ready || ready.tool !== tools.get(call.tool)) {
      throw new Error(`call ${callId} of ${call.tool} was not prepared here`);
    }
    const controller = new AbortController();
    const voice = createCallVoice({ callId, send, now: () => performance.now(), after: timers.after });
    const { log } = voice;
    live.set(callId, { controller, log });
    const outside = outsideLine.outsideFor(callId);
    const ownFetch = createGuestFetch(outside);
    const began = performance.now();
    const sandbox = line.sandboxFor(callId, call.sandbox);
    try {
      const outcome = await executeCall(
        fetches.attributed(ready.tool, ownFetch),
        ready.parsed,
        {
          agentId: call.agentName,
          agent: { name: call.agentName },
          runId: call.runId,
          callId,
          sessionId: call.sessionId,
          sandbox,
          cwd: call.sandbox.cwd,
          outside,
          fetch: ownFetch,
          secrets: Object.freeze(call.secrets),
          opts: ready.tool.opts,
          assigns: Object.freeze(call.assigns),
          signal: controller.signal,
          log,
          progress: voice.progress,
        },
        {
          timers,
          keepWhole: (text) => keepWholeText(sandbox, `${call.runId}-${callId}`, text),
          program: programs.get(call.tool),
        },
      );
      const durationMs = performance.now() - began;
      const changed = intrinsics.changed();
      return { outcome, durationMs, ...(changed === undefined ? {} : { changed }) };
    } finally {
      live.delete(callId);
      lastLog = log;
      fetches.end(ownFetch);
      voice.finish();
    }
  }

  function answer(request: GuestRequest): unknown {
    switch (request.type) {
      case "load":
        return load(request);
      case "prepare":
        return prepare(request);
      case "execute":
        return execute(request);
      case "ping":
        return "pong";
    }
  }

  port.onmessage = async (event: MessageEvent) => {
    const message = hostMessageSchema.parse(event.data);
    switch (message.type) {
      case "abort":
        live.get(message.callId)?.controller.abort(message.by);
        return;
      case "answer":
      case "refusal":
      case "output":
      case "changes":
        line.receive(message);
        return;
      case "outside-answer":
      case "outside-refusal":
        outsideLine.receive(message);
        return;
      case "cache-command":
        caches.command(message.tool, message.command, message.removed);
        return;
      default:
        try {
          send({ type: "reply", id: message.id, value: await answer(message) });
        } catch (error) {
          send({ type: "fault", id: message.id, message: errorText(error).slice(0, 10_000) });
        }
    }
  };

  // With several calls at once nobody can say whose line it is; `context.log` always can.
  const sayForOnlyCall = (...values: unknown[]) => {
    if (live.size === 1) for (const call of live.values()) call.log(...values);
  };
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    const original = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      original(...values);
      sayForOnlyCall(...values);
    };
  }
  // What is thrown where no call can catch it, in a timer or a forgotten promise, ends nothing but must not be silent.
  const sayUncaught = (...values: unknown[]) => {
    if (live.size === 0) lastLog?.("After this call had ended:", ...values);
    else if (live.size === 1) sayForOnlyCall(...values);
    else for (const call of live.values()) call.log("In one of the calls that run at the same time:", ...values);
  };
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    sayUncaught("Uncaught", event.error ?? event.message);
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    sayUncaught("Uncaught, in a promise:", event.reason);
  });
  closeNetwork(globalThis as unknown as Record<string, unknown>, fetches.fetch);
  const intrinsics = watchIntrinsics(globalThis);
  send({ type: "ready" });
}

/** What the author's files may import. `__esModule` tells the transpiled code that `default` means `default`. */
function packages(marking: ToolMarks["marking"], wrapping: ToolMarks["wrapping"]): Record<string, object> {
  const toolwright = { ...kit, tool: marking(kit.tool), withCache: wrapping(kit.withCache), __esModule: true };
  return {
    toolwright,
    "@cogitator-ai/core": toolwright,
    zod: { ...zod, __esModule: true },
    "zod/v4": { ...zod, __esModule: true },
  };
}
