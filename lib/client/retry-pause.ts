const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/** Growing pauses between attempts; ends at once when the signal aborts. */
export function createRetryPause(signal: AbortSignal): { wait(): Promise<void> } {
  let pause = FIRST_MS;
  return {
    wait() {
      const now = pause;
      pause = Math.min(pause * 2, LONGEST_MS);
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const timer = setTimeout(finish, now);
        signal.addEventListener("abort", finish);
      });
    },
  };
}
