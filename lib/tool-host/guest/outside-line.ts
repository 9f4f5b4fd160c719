import type { JsonValue } from "@/lib/core/errors/json-value";
import { type Outside, OutsideError, type OutsideInput } from "@/lib/core/tool/outside";
import type { GuestMessage, HostMessage } from "../protocol";

export interface OutsideLine {
  /** The outside of one call. */
  outsideFor(callId: string): Outside;
  /** Takes an answer of the page. */
  receive(message: Extract<HostMessage, { type: "outside-answer" | "outside-refusal" }>): void;
}

interface Asked {
  resolve(value: JsonValue): void;
  reject(error: OutsideError): void;
}

/** The guest's end of the outside: every request becomes a question to the page. */
export function createOutsideLine(send: (message: GuestMessage) => void): OutsideLine {
  const asked = new Map<number, Asked>();
  const { parse, stringify } = JSON;
  let nextId = 1;

  /** As plain data, without the members that are undefined. */
  function plain(value: OutsideInput | undefined, service: string): OutsideInput {
    try {
      return parse(stringify(value ?? {})) as OutsideInput;
    } catch (cause) {
      throw new OutsideError("outside-invalid-input", `What "${service}" was asked is not JSON.`, { cause });
    }
  }

  return {
    outsideFor: (callId) => ({
      async ask(service, input, options = {}) {
        const { signal } = options;
        const stopped = () => new OutsideError("outside-stopped", `The request to "${service}" was stopped.`);
        if (signal?.aborted) throw stopped();
        const message = {
          type: "outside-ask" as const,
          callId,
          service: String(service).slice(0, 200),
          input: plain(input, service),
          settings: plain(options.settings, service),
        };
        const id = nextId++;
        const answered = new Promise<JsonValue>((resolve, reject) => asked.set(id, { resolve, reject }));
        send({ ...message, id });
        const onAbort = () => {
          send({ type: "outside-cancel", id, callId });
          asked.get(id)?.reject(stopped());
          asked.delete(id);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        try {
          return await answered;
        } finally {
          signal?.removeEventListener("abort", onAbort);
        }
      },
    }),
    receive(message) {
      const waiting = asked.get(message.id);
      if (waiting === undefined) return;
      asked.delete(message.id);
      if (message.type === "outside-answer") waiting.resolve(message.value);
      else waiting.reject(new OutsideError(message.code, message.message));
    },
  };
}
