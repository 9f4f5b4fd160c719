import "server-only";
import { and, eq } from "drizzle-orm";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError } from "@/lib/core/tool/outside";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import type { ServerContext } from "../../context";
import { serviceCalls } from "../../db/schema";
import { reportFault } from "../../secrets/report-fault";
import type { SecretDoor } from "../../secrets/secret-door";
import type { Service } from "../service";
import { redactJson } from "./redact-json";
import { type OpenUse, type ServiceUse, STOPPED } from "./service-registry";

export interface ServiceToRun extends ServiceUse {
  service: Service;
  /** Parsed with the service's own schema. */
  input: unknown;
  tool: string;
  ownerId: string;
  sessionId: string;
  settings: { [key: string]: JsonValue };
  withinMs: number;
  open: OpenUse;
}

/** What a service that does not listen is given to end by itself. */
const GRACE_MS = 1_000;
const TIME_IS_UP = "time";

/** Carries out a claimed use; its events stream, its end is recorded. Stop, the call's time and a reader that leaves end it. */
export function runService(context: ServerContext, task: ServiceToRun): ReadableStream<ServiceEvent> {
  const { open } = task;
  return new ReadableStream<ServiceEvent>({
    start(controller) {
      const timer = setTimeout(() => open.abort(TIME_IS_UP), task.withinMs);
      let left = false;
      open.signal.addEventListener("abort", () => {
        left ||= open.signal.reason === LEFT;
      });
      const say = (event: ServiceEvent) => {
        if (!left) controller.enqueue(event);
      };
      const work = async () => {
        const last = await carryOut(context, task, say);
        clearTimeout(timer);
        await recordEnd(context, task, last);
        open.close();
        say(last);
        if (!left) controller.close();
      };
      void work();
    },
    cancel() {
      open.abort(LEFT);
    },
  });
}

const LEFT = "left";

type LastEvent = Exclude<ServiceEvent, { type: "progress" }>;

/** Never rejects. */
async function carryOut(
  context: ServerContext,
  task: ServiceToRun,
  say: (event: ServiceEvent) => void,
): Promise<LastEvent> {
  const { service, open, sessionId, runId, callId, tool, ownerId, settings } = task;
  let secrets: SecretDoor | undefined;
  const redact = (text: string) => secrets?.redact(text) ?? text;
  try {
    secrets = await context.tools.openSecrets({ sessionId, runId, callId, tool, ownerId });
    open.signal.throwIfAborted();
    const value = await Promise.race([
      service.execute(task.input, {
        signal: open.signal,
        sessionId,
        ownerId,
        runId,
        callId,
        tool,
        settings,
        secrets,
        fetch: context.tools.fetch,
        progress: (text, fraction) =>
          say({ type: "progress", text: redact(text), ...(fraction === undefined ? {} : { fraction }) }),
      }),
      givenUp(open.signal),
    ]);
    return { type: "end", value: redactJson(value, redact) };
  } catch (error) {
    const ended = endedFromOutside(open.signal, task);
    if (ended !== undefined) return ended;
    if (OutsideError.isInstance(error)) return { type: "refusal", code: error.code, message: redact(error.message) };
    reportFault(context, `The service ${service.name} failed`, error, sessionId);
    return { type: "refusal", code: "outside-failed", message: `"${service.name}" failed; the server's log says why.` };
  }
}

/** Rejects some time after the abort, so that a service that ends in time can still say its own word. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = () =>
      setTimeout(() => reject(new OutsideError("outside-stopped", "It did not end in time.")), GRACE_MS);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function endedFromOutside(signal: AbortSignal, task: ServiceToRun): LastEvent | undefined {
  if (!signal.aborted) return undefined;
  if (signal.reason === TIME_IS_UP) {
    const message = `"${task.service.name}" was ended after ${task.withinMs} ms, when the call's time was nearly up.`;
    return { type: "refusal", code: "outside-timeout", message };
  }
  const why = signal.reason === STOPPED ? "was stopped" : "was ended, because the page that asked went away";
  return {
    type: "refusal",
    code: "outside-stopped",
    message: `"${task.service.name}" ${why}; it may have done its work.`,
  };
}

/** The claim stands whatever happens here, so a failure to write the end changes nothing that is promised. */
async function recordEnd(context: ServerContext, task: ServiceToRun, last: LastEvent): Promise<void> {
  const { runId, callId, ordinal } = task;
  try {
    await context.database.queries
      .update(serviceCalls)
      .set({ endedAt: context.now(), outcome: last.type === "end" ? "ok" : last.code })
      .where(and(eq(serviceCalls.runId, runId), eq(serviceCalls.callId, callId), eq(serviceCalls.ordinal, ordinal)));
  } catch (error) {
    reportFault(context, `The end of a service of call ${callId} could not be recorded`, error, task.sessionId);
  }
}
