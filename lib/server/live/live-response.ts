import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import type { Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import type { Reader } from "../links/reader";
import { redactEvents } from "../secrets/redact-events";
import { sessionRedactors } from "../secrets/session-redactors";

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
/** A reader this many chunks behind is cut off; it comes back with its cursor. */
const MOST_WAITING_CHUNKS = 10_000;

export interface LiveOptions {
  reader: Reader;
  after: number;
  signal: AbortSignal;
  /** Asked again before everything that is sent: a link may be revoked while it is read. */
  stillAllowed(): Promise<Result<unknown>>;
  /** Lists how to end the stream when the process ends; returns how to take it off the list. */
  register(end: () => void): () => void;
}

/** Server-sent events: the log after a cursor, then whatever comes, each with its `seq` as its id. */
export function liveResponse(context: ServerContext, options: LiveOptions): Response {
  return new Response(liveStream(context, options), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // `no-transform`: a proxy that compresses would hold events back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function liveStream(context: ServerContext, options: LiveOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false;
        let queue: Promise<void> = Promise.resolve();

        const send = (text: string): void => {
          if (ended) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MOST_WAITING_CHUNKS) end();
        };
        const sendAllowed = (write: () => Promise<string>): void => {
          queue = queue.then(async () => {
            if (ended) return;
            const allowed = await options.stillAllowed();
            if (allowed.ok) return send(await write());
            send(`event: closed\ndata: ${JSON.stringify(allowed.problem)}\n\n`);
            end();
          });
          queue.catch(() => end());
        };

        const unsubscribe = context.live.subscribe({
          sessionId: options.reader.sessionId,
          after: options.after,
          ...(options.reader.linkId === undefined ? {} : { linkId: options.reader.linkId }),
          onEvents: (events) => sendAllowed(() => framesFor(context, options.reader, events)),
          onLinkChange: () => sendAllowed(async () => ": still allowed\n\n"),
        });
        const heartbeat = setInterval(() => sendAllowed(async () => ": heartbeat\n\n"), HEARTBEAT_MS);
        const unregister = options.register(() => end());
        end = () => {
          if (ended) return;
          ended = true;
          unsubscribe();
          clearInterval(heartbeat);
          unregister();
          options.signal.removeEventListener("abort", end);
          try {
            controller.close();
          } catch {
            // The reader has cancelled it already.
          }
        };
        options.signal.addEventListener("abort", end, { once: true });
        if (options.signal.aborted) return end();
        send(`retry: ${RETRY_MS}\n\n`);
      },
      cancel() {
        end();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Whoever reads through a link gets what was stored before a secret was known without it, too. */
async function framesFor(context: ServerContext, reader: Reader, events: RunEvent[]): Promise<string> {
  if (reader.role === "owner") return events.map(frame).join("");
  const redactors = await sessionRedactors(context, context.database.queries, reader.sessionId);
  return redactEvents(events, redactors).map(frame).join("");
}

function frame(event: RunEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
