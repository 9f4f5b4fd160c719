import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import { redactBody } from "./redact-body";
import type { SessionRedactors } from "./secret-vault";

/**
 * Stored events as a link may show them. They were redacted on their way in; a secret that became known since then is taken
 * out here. Nothing is looked for by its form again, so what was stored is what is shown.
 */
export function redactEvents(events: RunEvent[], { exact }: SessionRedactors): RunEvent[] {
  if (exact.isIdle) return events;
  return events.map((event) => {
    const { seq, at, runId, ...body } = event;
    if (body.type === "text-delta" || body.type === "call-delta")
      return { ...event, text: exact.text(body.text) } as RunEvent;
    return { seq, at, runId, ...redactBody(body, { exact, full: exact }) };
  });
}
