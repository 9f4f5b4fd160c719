import type { z } from "zod";
import type { CacheCommand, CacheReport } from "@/lib/core/cache/cache-report";
import type { RefusedBy } from "@/lib/core/call/outcome";
import {
  executeReplySchema,
  type GuestMessage,
  type GuestRequest,
  guestMessageSchema,
  type HostMessage,
  loadReplySchema,
  pingReplySchema,
  prepareReplySchema,
} from "../protocol";
import { createOutsideDoor, OUTSIDE_CLOSED, type OutsideDoor } from "./outside-door";
import { createSandboxDoor, type SandboxDoor } from "./sandbox-door";
import type { ExecutePorts } from "./tool-host-types";

/** Why a realm ended before it replied. */
export type RealmEnd = "deadline" | "stopped" | "lost" | "broke-protocol" | "flooded" | "did-not-start" | "disposed";

export type RealmReply<T> = { ok: true; value: T } | { ok: false; end: RealmEnd } | { ok: false; fault: string };

const replySchemas = {
  load: loadReplySchema,
  prepare: prepareReplySchema,
  execute: executeReplySchema,
  ping: pingReplySchema,
} as const;
type ReplyOf<M extends GuestRequest["type"]> = z.output<(typeof replySchemas)[M]>;
type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;

/** Lines of log that one call may show; a loop that logs must not fill the page's memory. */
const LOG_LINES = 2000;
/** Lines that a call may say after it ended, and how many ended calls may. */
const LATE_LINES = 20;
const ENDED_CALLS = 20;
/** Messages that make no sense before a realm is ended: a guest that is not ours any more cannot be reasoned with. */
const WRONG_MESSAGES = 20;

/** Requests refused without a look before a realm is ended: no honest tool goes on asking that long. */
export const REFUSED_ASKS = 1000;

/** An honest guest tells of its caches four times a second; what comes faster is not even read. */
const REPORT_PAUSE_MS = 50;

const CALL_OVER = { code: "disposed", message: "This call is over, so its sandbox is closed." } as const;

export interface GuestRealm {
  readonly number: number;
  readonly ready: Promise<boolean>;
  readonly ended: RealmEnd | undefined;
  readonly liveCalls: number;
  /** The file whose top level ran last. */
  readonly loadingFile: string | undefined;
  request<M extends GuestRequest["type"]>(
    request: WithoutId<Extract<GuestRequest, { type: M }>>,
  ): Promise<RealmReply<ReplyOf<M>>>;
  /** Lets this call, and only this one, use the sandbox and the outside, and say log lines until `closeCall`. */
  openCall(callId: string, ports: ExecutePorts): void;
  closeCall(callId: string): void;
  abort(callId: string, by: RefusedBy): void;
  /** How its caches stand, as it told last. */
  readonly caches: readonly CacheReport[];
  /** Called when that changes. */
  onCaches: (() => void) | undefined;
  commandCache(tool: string, command: CacheCommand, removed: boolean): void;
  /** Settles everything that waits; the worker itself is ended by the owner. */
  end(reason: RealmEnd): void;
}

interface LiveCall {
  ports: ExecutePorts;
  door: SandboxDoor;
  outside: OutsideDoor;
  lines: number;
}

/** One worker with one loaded definition, as the page sees it: requests out, sandbox questions in. */
export function createGuestRealm(number: number, port: MessagePort, onEnd: (realm: GuestRealm) => void): GuestRealm {
  const waiting = new Map<number, { type: GuestRequest["type"]; settle(reply: RealmReply<unknown>): void }>();
  const calls = new Map<string, LiveCall>();
  const endedCalls = new Map<string, { onLog(text: string): void; lines: number }>();
  let nextId = 1;
  let ended: RealmEnd | undefined;
  let wrong = 0;
  let refusedAsks = 0;
  let loadingFile: string | undefined;
  let caches: readonly CacheReport[] = [];
  let reportedAt = Number.NEGATIVE_INFINITY;
  let settleReady: ((ready: boolean) => void) | undefined;
  const ready = new Promise<boolean>((resolve) => {
    settleReady = resolve;
  });

  function send(message: HostMessage, transfer: Transferable[] = []): void {
    if (!ended) port.postMessage(message, transfer);
  }

  function onReply(message: Extract<GuestMessage, { type: "reply" | "fault" }>): void {
    const asked = waiting.get(message.id);
    if (!asked) return;
    waiting.delete(message.id);
    if (message.type === "fault") {
      asked.settle({ ok: false, fault: message.message });
      return;
    }
    const value = parse(replySchemas[asked.type], message.value);
    asked.settle(value.ok ? value : { ok: false, fault: `its reply was not well formed (${value.fault})` });
  }

  function onAsk(message: Extract<GuestMessage, { type: "ask" | "cancel" }>): void {
    const call = calls.get(message.callId);
    if (message.type === "cancel") call?.door.cancel(message.id);
    else if (call) call.door.ask(message.id, message.request);
    else send({ type: "refusal", id: message.id, fault: CALL_OVER });
  }

  function onOutside(message: Extract<GuestMessage, { type: "outside-ask" | "outside-cancel" }>): void {
    const call = calls.get(message.callId);
    if (message.type === "outside-cancel") {
      call?.outside.cancel(message.id);
      return;
    }
    const refusal = call === undefined ? OUTSIDE_CLOSED : call.outside.ask(message);
    if (refusal === undefined) return;
    refusedAsks += 1;
    if (refusedAsks > REFUSED_ASKS) realm.end("flooded");
    else send({ type: "outside-refusal", id: message.id, ...refusal });
  }

  function onSaid(message: Extract<GuestMessage, { type: "log" | "progress" }>): void {
    const call = calls.get(message.callId);
    if (!call) {
      onSaidLate(message);
      return;
    }
    if (call.lines > LOG_LINES) return;
    call.lines += 1;
    if (call.lines > LOG_LINES) {
      call.ports.onLog(`(more than ${LOG_LINES} lines: the rest is not shown)`);
    } else if (message.type === "log") call.ports.onLog(message.text);
    else call.ports.onProgress(message.text, message.fraction);
  }

  /** What a call left running may still go wrong, and its card is where that is looked for. */
  function onSaidLate(message: Extract<GuestMessage, { type: "log" | "progress" }>): void {
    const call = endedCalls.get(message.callId);
    if (message.type !== "log" || call === undefined || call.lines >= LATE_LINES) return;
    call.lines += 1;
    call.onLog(message.text);
  }

  port.onmessage = (event: MessageEvent) => {
    if (ended || isEarlyReport(event.data)) return;
    const parsed = parse(guestMessageSchema, event.data);
    if (!parsed.ok) {
      wrong += 1;
      if (wrong >= WRONG_MESSAGES) realm.end("broke-protocol");
      return;
    }
    const message = parsed.value;
    if (message.type === "ready") settleReady?.(true);
    else if (message.type === "loading") loadingFile = message.file;
    else if (message.type === "reply" || message.type === "fault") onReply(message);
    else if (message.type === "ask" || message.type === "cancel") onAsk(message);
    else if (message.type === "outside-ask" || message.type === "outside-cancel") onOutside(message);
    else if (message.type === "cache-report") onCacheReport(message.caches);
    else onSaid(message);
  };

  function isEarlyReport(data: unknown): boolean {
    const isReport = (data as { type?: unknown } | null | undefined)?.type === "cache-report";
    return isReport && performance.now() - reportedAt < REPORT_PAUSE_MS;
  }

  function onCacheReport(reports: readonly CacheReport[]): void {
    reportedAt = performance.now();
    caches = reports;
    realm.onCaches?.();
  }

  const realm: GuestRealm = {
    number,
    ready,
    get ended() {
      return ended;
    },
    get liveCalls() {
      return calls.size;
    },
    get loadingFile() {
      return loadingFile;
    },
    get caches() {
      return caches;
    },
    onCaches: undefined,
    commandCache(tool, command, removed) {
      send({ type: "cache-command", tool, command, removed });
    },
    request(request) {
      return new Promise((resolve) => {
        if (ended) return resolve({ ok: false, end: ended });
        const id = nextId++;
        // The reply was parsed with the schema of this very request.
        waiting.set(id, { type: request.type, settle: resolve as (reply: RealmReply<unknown>) => void });
        send({ ...request, id } as HostMessage);
      });
    },
    openCall(callId, ports) {
      calls.set(callId, {
        ports,
        door: createSandboxDoor(ports.sandbox, send, ports.outside),
        outside: createOutsideDoor(ports.outside, send),
        lines: 0,
      });
    },
    closeCall(callId) {
      const call = calls.get(callId);
      if (call !== undefined) endedCalls.set(callId, { onLog: call.ports.onLog, lines: 0 });
      const oldest = endedCalls.keys().next();
      if (endedCalls.size > ENDED_CALLS && !oldest.done) endedCalls.delete(oldest.value);
      call?.door.close();
      call?.outside.close();
      calls.delete(callId);
    },
    abort(callId, by) {
      // The call may need a moment to end; what others do for it ends now.
      calls.get(callId)?.outside.stop();
      send({ type: "abort", callId, by });
    },
    end(reason) {
      if (ended) return;
      ended = reason;
      port.onmessage = null;
      port.close();
      settleReady?.(false);
      for (const call of calls.values()) {
        call.door.close();
        call.outside.close();
      }
      const open = [...waiting.values()];
      waiting.clear();
      for (const asked of open) asked.settle({ ok: false, end: reason });
      onEnd(realm);
    },
  };
  return realm;
}

/** A hostile value can also break the parser itself (depth); that is a refusal, too. */
function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; fault: string } {
  try {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
    const issue = parsed.error.issues[0];
    return { ok: false, fault: issue ? `${issue.path.join(".")}: ${issue.message}` : "unknown" };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : "unreadable" };
  }
}
