import type { FileChange } from "./sandbox";

/** The listeners of `Sandbox.watch`. A listener is called after the operation's own turn, and a failing one hurts nobody else. */
export class ChangeListeners {
  private readonly listeners = new Set<(changes: FileChange[]) => void>();

  add(listener: (changes: FileChange[]) => void): () => void {
    const own = (changes: FileChange[]): void => listener(changes);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  notify(changes: readonly FileChange[]): void {
    if (changes.length === 0) return;
    for (const listener of this.listeners) {
      void Promise.resolve().then(() => {
        if (this.listeners.has(listener)) listener(changes.map(({ path, kind }) => ({ path, kind })));
      });
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}
