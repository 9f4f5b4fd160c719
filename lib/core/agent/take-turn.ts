import { errorText } from "../errors/error-text";
import type { Model, ModelPart, ModelRequest } from "../model/model";
import { readArguments } from "../model/read-arguments";
import type { EventBody } from "./event";

type EndPart = Extract<ModelPart, { type: "end" }>;

interface Draft {
  callId: string;
  tool: string;
  text: string;
  whole: boolean;
}

export interface TurnToTake {
  model: Model;
  request: ModelRequest;
  step: number;
  /** Ids of the run's earlier calls: some providers count from zero in every turn. */
  takenCallIds: ReadonlySet<string>;
  newCallId(): string;
  append(body: EventBody): void;
}

/**
 * One turn of a model as events. The ends of calls are held back until the end of the turn is known: when a limit or a broken
 * stream cut it, none of its calls may run. Never rejects; a model that throws has ended its turn with an error.
 */
export async function takeTurn({ model, request, step, takenCallIds, newCallId, append }: TurnToTake): Promise<void> {
  const drafts = new Map<string, Draft>();
  const taken = new Set(takenCallIds);
  append({ type: "step-start", step });

  const draftOf = (providerId: string, tool: string): Draft => {
    const known = drafts.get(providerId);
    if (known !== undefined) return known;
    const callId = taken.has(providerId) || providerId === "" || providerId.length > 200 ? newCallId() : providerId;
    taken.add(callId);
    const draft: Draft = { callId, tool, text: "", whole: false };
    drafts.set(providerId, draft);
    append({ type: "call-start", step, callId, tool });
    return draft;
  };

  const take = (part: Exclude<ModelPart, EndPart>): void => {
    switch (part.type) {
      case "text":
        if (part.text !== "") append({ type: "text-delta", step, text: part.text });
        return;
      case "call-start":
        draftOf(part.callId, part.tool);
        return;
      case "call-delta": {
        const draft = drafts.get(part.callId);
        if (draft === undefined) return;
        draft.text += part.text;
        append({ type: "call-delta", callId: draft.callId, text: part.text });
        return;
      }
      case "call-end":
        Object.assign(draftOf(part.callId, part.tool), { tool: part.tool, text: part.argumentsText, whole: true });
    }
  };

  const end = await readParts(model, request, take);
  const broken = end.finish !== "calls" && end.finish !== "text";
  const cut = broken || [...drafts.values()].some((draft) => !draft.whole);
  for (const { callId, tool, text } of drafts.values()) {
    append({ type: "call-end", callId, tool, argumentsText: text, ...(cut ? {} : readArguments(text)), cut });
  }
  append({
    type: "step-end",
    step,
    finish: broken ? end.finish : cut ? "incomplete" : drafts.size > 0 ? "calls" : "text",
    ...(end.usage === undefined ? {} : { usage: end.usage }),
    ...(end.error === undefined ? {} : { error: end.error }),
  });
}

async function readParts(
  model: Model,
  request: ModelRequest,
  take: (part: Exclude<ModelPart, EndPart>) => void,
): Promise<EndPart> {
  try {
    for await (const part of model.stream(request)) {
      if (request.signal.aborted) break;
      if (part.type === "end") return part;
      take(part);
    }
    return { type: "end", finish: "incomplete" };
  } catch (thrown) {
    const message = errorText(thrown) || "The model threw without a message.";
    return { type: "end", finish: "error", error: { code: "model-threw", message, retryable: false } };
  }
}
