import "server-only";
import { decodeSignal, type Signal } from "./database";

interface Listener {
  onSignal(signal: Signal): void;
  onGap(): void;
}

/** The process's own list of who wants to be woken; both engines feed it. */
export class SignalListeners {
  readonly #listeners = new Set<Listener>();

  add(onSignal: (signal: Signal) => void, onGap: () => void = () => {}): () => void {
    const listener = { onSignal, onGap };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  deliver(payload: string): void {
    const signal = decodeSignal(payload);
    if (signal === undefined) return;
    for (const listener of this.#listeners) listener.onSignal(signal);
  }

  gap(): void {
    for (const listener of this.#listeners) listener.onGap();
  }
}
