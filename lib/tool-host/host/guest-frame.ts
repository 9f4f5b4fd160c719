import { z } from "zod";

const frameMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("frame-ready") }),
  z.object({ type: z.literal("pong"), id: z.number() }),
  z.object({ type: z.literal("realm-error"), realm: z.number(), message: z.string() }),
]);

export interface GuestFrameOptions {
  document: Document;
  /** Where the frame's document is served; it must come with `FRAME_HEADERS`. */
  url: string;
  /** Milliseconds the frame may take to start. */
  startMs: number;
  /** Milliseconds between two heartbeats. */
  heartbeatMs: number;
  /** Heartbeats in a row without an answer that mean the frame's process is gone. */
  missedBeats: number;
  onRealmError(realm: number, message: string): void;
  /** The frame's process died (no event tells of that: it was out of memory, or the browser ended it). Called once. */
  onLost(): void;
}

export interface GuestFrame {
  /** Resolves when the frame answers, rejects when it does not in time. */
  readonly ready: Promise<void>;
  /** Starts a worker with the guest's code; `port` goes straight to it. */
  startRealm(realm: number, guestCode: string, port: MessagePort): void;
  /** Ends the worker at once, whatever it is doing. */
  endRealm(realm: number): void;
  /** Listen for the process's death; only while something depends on it, so that an idle page stays idle. */
  watch(on: boolean): void;
  dispose(): void;
}

/** The opaque frame as the page sees it. It holds several workers, so that a new definition loads beside the old one. */
export function createGuestFrame(options: GuestFrameOptions): GuestFrame {
  const { document } = options;
  const view = document.defaultView;
  if (!view) throw new TypeError("The tool host needs a document that is shown in a window.");
  const element = document.createElement("iframe");
  let disposed = false;
  let beat: ReturnType<typeof setInterval> | undefined;
  let sent = 0;
  let answered = 0;

  let settleReady: { resolve(): void; reject(error: Error): void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    settleReady = { resolve, reject };
  });
  ready.catch(() => undefined);
  const startTimer = setTimeout(
    () => settleReady?.reject(new Error(`The tool host's frame at ${options.url.slice(0, 80)} did not start.`)),
    options.startMs,
  );

  function tell(message: object, transfer: Transferable[] = []): void {
    element.contentWindow?.postMessage(message, "*", transfer);
  }

  function onMessage(event: MessageEvent): void {
    if (event.source === null || event.source !== element.contentWindow) return;
    const parsed = frameMessageSchema.safeParse(event.data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === "frame-ready") {
      clearTimeout(startTimer);
      settleReady?.resolve();
    } else if (message.type === "pong") answered = Math.max(answered, message.id);
    else options.onRealmError(message.realm, message.message);
  }

  function dispose(): void {
    if (disposed) return;
    disposed = true;
    clearTimeout(startTimer);
    clearInterval(beat);
    settleReady?.reject(new Error("The tool host's frame was removed."));
    view?.removeEventListener("message", onMessage);
    element.remove();
  }

  view.addEventListener("message", onMessage);
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("aria-hidden", "true");
  element.tabIndex = -1;
  element.title = "Tool host";
  element.hidden = true;
  element.src = options.url;
  document.body.append(element);

  return {
    ready,
    startRealm(realm, guestCode, port) {
      tell({ type: "start", realm, guest: guestCode }, [port]);
    },
    endRealm(realm) {
      tell({ type: "end", realm });
    },
    watch(on) {
      if (disposed || on === (beat !== undefined)) return;
      clearInterval(beat);
      beat = undefined;
      if (!on) return;
      answered = sent;
      beat = setInterval(() => {
        if (sent - answered >= options.missedBeats) {
          clearInterval(beat);
          options.onLost();
          return;
        }
        sent += 1;
        tell({ type: "ping", id: sent });
      }, options.heartbeatMs);
    },
    dispose,
  };
}
