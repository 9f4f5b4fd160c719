import { createGuestFrame, type GuestFrame } from "./guest-frame";
import { createGuestRealm, type GuestRealm, type RealmEnd } from "./guest-realm";

export interface RealmPoolOptions {
  document: Document;
  frameUrl: string;
  guestUrl: string;
  startMs: number;
  heartbeatMs: number;
  missedBeats: number;
  onLost(): void;
}

export interface RealmPool {
  /** A fresh guest with nothing loaded. Rejects when none can be started. */
  take(): Promise<GuestRealm>;
  /** Starts the next one ahead of time: a worker needs some hundred milliseconds, an edit should not wait for it. */
  warm(): void;
  end(realm: GuestRealm, reason: RealmEnd): void;
  /** Whether the frame's death is watched for; on while anything is pending. */
  watch(on: boolean): void;
  dispose(): void;
}

const START_ATTEMPTS = 3;

/** Owns the frame and its workers: starts, ends, replaces them, and keeps one in reserve. */
export function createRealmPool(options: RealmPoolOptions): RealmPool {
  const realms = new Map<number, GuestRealm>();
  let frame: GuestFrame | undefined;
  let guestCode: Promise<string> | undefined;
  let spare: Promise<GuestRealm> | undefined;
  let watching = false;
  let nextNumber = 1;
  let disposed = false;

  function loadGuestCode(): Promise<string> {
    guestCode ??= fetch(options.guestUrl).then(async (response) => {
      if (!response.ok) throw new Error(`${options.guestUrl} answered ${response.status}`);
      return response.text();
    });
    guestCode.catch(() => {
      guestCode = undefined;
    });
    return guestCode;
  }

  function dropFrame(reason: RealmEnd): void {
    frame?.dispose();
    frame = undefined;
    spare = undefined;
    for (const realm of [...realms.values()]) realm.end(reason);
  }

  function currentFrame(): GuestFrame {
    frame ??= createGuestFrame({
      document: options.document,
      url: options.frameUrl,
      startMs: options.startMs,
      heartbeatMs: options.heartbeatMs,
      missedBeats: options.missedBeats,
      onRealmError: (number) => {
        // An uncaught error of a running guest is not its end (authored code may throw in a timer); one that never got ready is.
        const realm = realms.get(number);
        if (realm && !started.has(realm)) end(realm, "did-not-start");
      },
      onLost: () => {
        dropFrame("lost");
        options.onLost();
      },
    });
    frame.watch(watching);
    return frame;
  }

  const started = new WeakSet<GuestRealm>();

  async function start(): Promise<GuestRealm> {
    let cause: unknown;
    for (let attempt = 0; attempt < START_ATTEMPTS && !disposed; attempt += 1) {
      try {
        const code = await loadGuestCode();
        const home = currentFrame();
        await home.ready;
        const { port1, port2 } = new MessageChannel();
        const number = nextNumber++;
        const realm = createGuestRealm(number, port1, (ended) => realms.delete(ended.number));
        realms.set(number, realm);
        home.startRealm(number, code, port2);
        const timer = setTimeout(() => end(realm, "did-not-start"), options.startMs);
        const ready = await realm.ready;
        clearTimeout(timer);
        if (ready) {
          started.add(realm);
          return realm;
        }
        cause = new Error("The tool host's worker did not start.");
      } catch (error) {
        cause = error;
      }
      // A frame that cannot start a worker is not worth keeping, unless others live in it.
      if (realms.size === 0) dropFrame("did-not-start");
    }
    throw cause instanceof Error ? cause : new Error("The tool host was disposed.");
  }

  function end(realm: GuestRealm, reason: RealmEnd): void {
    if (realm.ended) return;
    frame?.endRealm(realm.number);
    realm.end(reason);
  }

  function warm(): void {
    if (spare || disposed) return;
    const starting = start();
    spare = starting;
    starting.catch(() => {
      if (spare === starting) spare = undefined;
    });
  }

  return {
    async take() {
      const ready = spare;
      spare = undefined;
      if (ready) {
        const realm = await ready.catch(() => undefined);
        if (realm && !realm.ended) return realm;
      }
      return start();
    },
    warm,
    end,
    watch(on) {
      watching = on;
      frame?.watch(on);
    },
    dispose() {
      disposed = true;
      dropFrame("disposed");
    },
  };
}
