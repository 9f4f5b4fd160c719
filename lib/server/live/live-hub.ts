import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import type { Database, Queries } from "../db/database";
import { readEvents } from "../runs/read-events";

export interface LiveSubscriber {
  sessionId: string;
  /** Everything with a greater `seq` is delivered, once and in order. */
  after: number;
  /** The link it reads through, when it does; `onLinkChange` is then called when the link was changed. */
  linkId?: string;
  onEvents(events: RunEvent[]): void;
  onLinkChange?(): void;
}

interface Subscription extends LiveSubscriber {
  cursor: number;
  caughtUp: boolean;
}

interface Channel {
  subscriptions: Set<Subscription>;
  pumping: boolean;
  /** How often it was woken; a reader that sees it move while it reads must read again. */
  wakes: number;
}

const PAGE = 1000;

/**
 * Hands new events to every watcher of a session. A signal is only a wake-up: the table is read once per session and
 * process, however many watch. `seq` is given under a row lock, so no event can appear behind the cursor.
 */
export class LiveHub {
  readonly #queries: Queries;
  readonly #channels = new Map<string, Channel>();

  constructor(database: Database) {
    this.#queries = database.queries;
    database.listen(
      (signal) => {
        if (signal.kind === "events") this.#wake(signal.id);
        if (signal.kind === "link") this.#linkChanged(signal.id);
      },
      () => {
        for (const sessionId of this.#channels.keys()) this.#wake(sessionId);
      },
    );
  }

  /** Returns the function that ends it. */
  subscribe(subscriber: LiveSubscriber): () => void {
    const { sessionId } = subscriber;
    const channel: Channel = this.#channels.get(sessionId) ?? { subscriptions: new Set(), pumping: false, wakes: 0 };
    this.#channels.set(sessionId, channel);
    const subscription: Subscription = { ...subscriber, cursor: subscriber.after, caughtUp: false };
    channel.subscriptions.add(subscription);
    this.#catchUp(channel, subscription).catch(() => {
      // The storage failed; the heartbeat goes on and the next signal tries again.
      subscription.caughtUp = true;
    });
    return () => {
      channel.subscriptions.delete(subscription);
      if (channel.subscriptions.size === 0 && this.#channels.get(sessionId) === channel) {
        this.#channels.delete(sessionId);
      }
    };
  }

  /** How many watch, over all sessions. */
  get size(): number {
    let size = 0;
    for (const channel of this.#channels.values()) size += channel.subscriptions.size;
    return size;
  }

  async #catchUp(channel: Channel, subscription: Subscription): Promise<void> {
    for (;;) {
      const { wakes } = channel;
      const events = await readEvents(this.#queries, subscription.sessionId, subscription.cursor, PAGE);
      if (!channel.subscriptions.has(subscription)) return;
      deliver(subscription, events);
      if (events.length < PAGE && channel.wakes === wakes) break;
    }
    subscription.caughtUp = true;
  }

  #wake(sessionId: string): void {
    const channel = this.#channels.get(sessionId);
    if (channel === undefined) return;
    channel.wakes += 1;
    if (channel.pumping) return;
    this.#pump(sessionId, channel).catch(() => {
      // The storage failed; the next signal reads from the same cursors again.
    });
  }

  async #pump(sessionId: string, channel: Channel): Promise<void> {
    channel.pumping = true;
    try {
      for (let seen = -1; seen !== channel.wakes; ) {
        seen = channel.wakes;
        // One that is still catching up reads for itself.
        const waiting = [...channel.subscriptions].filter((subscription) => subscription.caughtUp);
        if (waiting.length === 0) continue;
        const from = Math.min(...waiting.map(({ cursor }) => cursor));
        const events = await readEvents(this.#queries, sessionId, from);
        for (const subscription of channel.subscriptions) {
          if (subscription.caughtUp) deliver(subscription, events);
        }
      }
    } finally {
      channel.pumping = false;
    }
  }

  #linkChanged(linkId: string): void {
    for (const channel of this.#channels.values()) {
      for (const subscription of channel.subscriptions) {
        if (subscription.linkId === linkId) subscription.onLinkChange?.();
      }
    }
  }
}

function deliver(subscription: Subscription, events: RunEvent[]): void {
  const fresh = events.filter((event) => event.seq > subscription.cursor);
  const last = fresh.at(-1);
  if (last === undefined) return;
  subscription.cursor = last.seq;
  subscription.onEvents(fresh);
}
