import type { JsonValue } from "@/lib/core/errors/json-value";
import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import { isJsonValue } from "../is-json-value";
import type { GuestMessage, HostMessage } from "../protocol";

export interface OutsideRefusal {
  code: string;
  message: string;
}

export interface OutsideDoor {
  /** Begins the request; gives the refusal of one that is not even begun. */
  ask(request: Extract<GuestMessage, { type: "outside-ask" }>): OutsideRefusal | undefined;
  cancel(id: number): void;
  /** The call has to end: what works for it is ended and refused, and nothing new begins. */
  stop(): void;
  /** The call is over: the same, and nothing is answered any more. */
  close(): void;
}

/** Requests that one call may have open at the same time. */
export const MOST_OPEN = 32;
/** Requests of one call altogether. */
export const MOST_ASKS = 10_000;
/** Characters of one request as JSON: room for a module of WebAssembly as base64. */
const LARGEST_INPUT = 16_000_000;

export const OUTSIDE_CLOSED: OutsideRefusal = {
  code: "outside-stopped",
  message: "This call is over, so nothing answers it any more.",
};
const MISSING: OutsideRefusal = { code: "outside-missing", message: "Nothing reaches outside for tools here." };
const TOO_MANY_OPEN: OutsideRefusal = {
  code: "outside-busy",
  message: `A call may have ${MOST_OPEN} requests open at the same time; await some of them first.`,
};
const TOO_MANY: OutsideRefusal = { code: "outside-busy", message: `A call may make ${MOST_ASKS} requests.` };
const TOO_LARGE: OutsideRefusal = {
  code: "outside-too-large",
  message: `A request may have ${LARGEST_INPUT / 1e6} MB; write what is larger to a file of the workspace.`,
};

/** The page's end of what one call asks of the outside. */
export function createOutsideDoor(outside: Outside | undefined, send: (message: HostMessage) => void): OutsideDoor {
  const open = new Map<number, AbortController>();
  let asks = 0;
  let isStopped = false;
  let isClosed = false;

  function answer(message: HostMessage): void {
    if (!isClosed) send(message);
  }

  async function carryOut(
    door: Outside,
    { id, service, input, settings }: Extract<GuestMessage, { type: "outside-ask" }>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const value: JsonValue = await door.ask(service, input, { signal, settings });
      // A service of the page may be wrong about what it gives; the guest would then refuse the whole message.
      if (isJsonValue(value)) return answer({ type: "outside-answer", id, value });
      answer({ type: "outside-refusal", id, code: "outside-failed", message: `"${service}" answered something odd.` });
    } catch (error) {
      answer({ type: "outside-refusal", id, ...refusalOf(error) });
    } finally {
      open.delete(id);
    }
  }

  function stop(): void {
    isStopped = true;
    for (const controller of open.values()) controller.abort();
  }

  return {
    ask(request) {
      if (isStopped) return OUTSIDE_CLOSED;
      if (outside === undefined) return MISSING;
      asks += 1;
      if (asks > MOST_ASKS) return TOO_MANY;
      if (open.size >= MOST_OPEN) return TOO_MANY_OPEN;
      if (open.has(request.id)) return { code: "outside-refused", message: "This request is open already." };
      if (JSON.stringify(request.input).length + JSON.stringify(request.settings).length > LARGEST_INPUT) {
        return TOO_LARGE;
      }
      const controller = new AbortController();
      open.set(request.id, controller);
      void carryOut(outside, request, controller.signal);
      return undefined;
    },
    cancel(id) {
      open.get(id)?.abort();
    },
    stop,
    close() {
      isClosed = true;
      stop();
    },
  };
}

function refusalOf(error: unknown): OutsideRefusal {
  if (OutsideError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: "outside-failed", message: error instanceof Error ? error.message : String(error) };
}
