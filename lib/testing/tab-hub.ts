import type { TabChannel } from "@/lib/client/tab-channel";

/** Channels that hear one another, as those of the tabs of one browser do: messages are copies and come later. */
export function createTabHub(): { open(): TabChannel } {
  const tabs = new Set<Set<(message: unknown) => void>>();
  return {
    open() {
      const own = new Set<(message: unknown) => void>();
      tabs.add(own);
      return {
        post(message) {
          const copy = structuredClone(message);
          queueMicrotask(() => {
            for (const tab of tabs) if (tab !== own) for (const listener of [...tab]) listener(copy);
          });
        },
        listen(listener) {
          own.add(listener);
          return () => own.delete(listener);
        },
        close: () => void tabs.delete(own),
      };
    },
  };
}
