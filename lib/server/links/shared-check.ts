import "server-only";

interface Entry<T> {
  current: Promise<T>;
  /** Begins when `current` is done; shared by all who asked meanwhile. */
  next: Promise<T> | undefined;
}

/**
 * Answers many who ask the same question at once with few readings, and nobody with one that began before they asked: two
 * hundred watchers of one link are one or two queries per event, and none of them sees an answer from before a revocation.
 */
export class SharedCheck<T> {
  readonly #entries = new Map<string, Entry<T>>();

  ask(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known === undefined) return this.#begin(key, read());
    known.next ??= known.current.then(read, read);
    return known.next;
  }

  #begin(key: string, current: Promise<T>): Promise<T> {
    const entry: Entry<T> = { current, next: undefined };
    this.#entries.set(key, entry);
    const done = () => {
      if (entry.next === undefined) this.#entries.delete(key);
      else this.#begin(key, entry.next);
    };
    current.then(done, done);
    return current;
  }
}
