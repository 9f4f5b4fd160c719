import type { GuestMessage } from "../protocol";
import { formatLog } from "./format-log";

/** Lines of log that one call sends: fewer than a page shows, so that the count of the others still reaches it. */
const LOG_LINES = 1000;
/** Lines that it may send after it ended. */
const LATE_LINES = 20;
/** Milliseconds between two messages of progress. */
const PROGRESS_PAUSE_MS = 50;

type Said = Extract<GuestMessage, { type: "log" | "progress" }>;

export interface CallVoice {
  log(...values: unknown[]): void;
  progress(message: unknown, fraction?: number): void;
  /** Says what was held back. Called before the reply, so that nothing of a call comes after it. */
  finish(): void;
}

export interface CallVoiceOptions {
  callId: string;
  send(message: Said): void;
  now(): number;
  /** Calls back later; gives what keeps it from that. */
  after(milliseconds: number, callback: () => void): () => void;
}

/**
 * What one call says while it runs. A flood of it would stand before the reply in the same queue, and a call would then be
 * over long after its timeout: so of progress, which each time replaces the last, only what a person could see is sent,
 * and of log only so many lines.
 */
export function createCallVoice({ callId, send, now, after }: CallVoiceOptions): CallVoice {
  let lines = 0;
  let mostLines = LOG_LINES;
  let progressedAt = Number.NEGATIVE_INFINITY;
  let held: { message: unknown; fraction: number | undefined } | undefined;
  let cancelTimer: (() => void) | undefined;
  let isFinished = false;

  function sendHeld(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    if (held === undefined) return;
    const { message, fraction } = held;
    held = undefined;
    progressedAt = now();
    const known = typeof fraction === "number" && Number.isFinite(fraction);
    send({
      type: "progress",
      callId,
      text: formatLog([message]),
      ...(known ? { fraction: Math.min(1, Math.max(0, fraction)) } : {}),
    });
  }

  return {
    log(...values) {
      lines += 1;
      if (lines <= mostLines) send({ type: "log", callId, text: formatLog(values) });
    },
    progress(message, fraction) {
      if (isFinished) return;
      held = { message, fraction };
      const wait = progressedAt + PROGRESS_PAUSE_MS - now();
      if (wait <= 0) sendHeld();
      else cancelTimer ??= after(wait, sendHeld);
    },
    finish() {
      sendHeld();
      isFinished = true;
      const left = lines - LOG_LINES;
      mostLines = lines + LATE_LINES;
      if (left > 0) {
        const text = left === 1 ? "1 more line was not kept" : `${left.toLocaleString("en")} more lines were not kept`;
        send({ type: "log", callId, text });
      }
    },
  };
}
