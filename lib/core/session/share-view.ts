import type { RunEvent } from "../agent/event";
import type { Definition, SessionDocument } from "./session-document";

/** What a link shows: built member by member, so that nothing a session gains later is shared by accident. */
export interface ShareView {
  title: string;
  definition: Definition;
  events: RunEvent[];
  createdAt: number;
}

/** The timeline stays as it happened; stack traces name paths of the author's machine and runner ids name tabs, so both go. */
export function shareView(document: SessionDocument, events: readonly RunEvent[]): ShareView {
  return {
    title: document.title,
    definition: { files: { ...document.definition.files } },
    events: events.map(sharedEvent),
    createdAt: document.createdAt,
  };
}

export function sharedEvent(event: RunEvent): RunEvent {
  if (event.type === "call-claim") return { ...event, by: "runner" };
  if (event.type !== "call-settle" || event.outcome.status !== "failed" || event.outcome.stack === undefined)
    return event;
  const { stack: _stack, ...outcome } = event.outcome;
  return { ...event, outcome };
}
