import type { RunEvent } from "@/lib/core/agent/event";
import type { SessionAccess } from "./server-port";

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 8_000;
/** The server sends a heartbeat every 15 s; silence for longer means the line is dead. */
const SILENCE_MS = 40_000;

export type LiveState = "connecting" | "open" | "lost";

export interface LiveOptions {
  access: SessionAccess;
  /** The resume cursor, read anew at every connect. */
  after(): number;
  onEvents(events: RunEvent[]): void;
  onState(state: LiveState): void;
}

export interface LiveConnection {
  /** Tries at once instead of waiting for the next attempt. */
  retryNow(): void;
  close(): void;
}

/**
 * The live channel: server-sent events read through `fetch`, because a link's key travels in a header and never in an
 * address. Reconnects for ever with growing pauses, each time from the last event that was folded.
 */
export function openLiveConnection(options: LiveOptions, fetchLive: typeof fetch = fetch): LiveConnection {
  let closed = false;
  let pause = FIRST_RETRY_MS;
  let request: AbortController | undefined;
  let wake: (() => void) | undefined;

  async function keepOpen(): Promise<void> {
    options.onState("connecting");
    while (!closed) {
      await listenOnce();
      if (closed) return;
      options.onState("lost");
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
      pause = Math.min(pause * 2, LONGEST_RETRY_MS);
    }
  }

  async function listenOnce(): Promise<void> {
    const controller = new AbortController();
    request = controller;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      if (silence !== undefined) clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENCE_MS);
    };
    try {
      heard();
      const query = new URLSearchParams({ after: String(options.after()) });
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if ("sessionId" in options.access) query.set("session", options.access.sessionId);
      else headers["x-toolwright-link"] = `${options.access.linkId}.${options.access.key}`;
      const response = await fetchLive(`/api/live?${query}`, { headers, signal: controller.signal, cache: "no-store" });
      if (!response.ok || response.body === null) return;
      options.onState("open");
      pause = FIRST_RETRY_MS;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard();
        const frames = (rest + value).split(/\r?\n\r?\n/);
        rest = frames.pop() ?? "";
        const events = frames.flatMap(eventsOfFrame);
        if (events.length > 0) options.onEvents(events);
      }
    } catch {
      // A dropped line is the normal end of a connection; the loop above tells and tries again.
    } finally {
      if (silence !== undefined) clearTimeout(silence);
      controller.abort();
    }
  }

  void keepOpen();
  return {
    retryNow() {
      pause = FIRST_RETRY_MS;
      wake?.();
    },
    close() {
      closed = true;
      request?.abort();
      wake?.();
    },
  };
}

/** The events of one server-sent frame; a heartbeat or a comment has none. */
function eventsOfFrame(frame: string): RunEvent[] {
  const data = frame
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(line.startsWith("data: ") ? 6 : 5))
    .join("\n");
  if (data === "") return [];
  const parsed = JSON.parse(data) as RunEvent;
  return typeof parsed.seq === "number" ? [parsed] : [];
}
