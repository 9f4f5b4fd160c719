/** Messages between the tabs of one browser that show one session. A tab never hears itself. */
export interface TabChannel {
  post(message: unknown): void;
  /** Returns what ends it. */
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  const listeners = new Set<(message: unknown) => void>();
  channel.onmessage = ({ data }) => {
    for (const listener of [...listeners]) listener(data);
  };
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      channel.close();
    },
  };
}
