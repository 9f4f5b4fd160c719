export interface Places {
  /** Waits for a place, in the order of asking; rejects with the signal's reason when it aborts first. Returns the function that gives it back. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** So many at the same time, the others wait. */
export function createPlaces(count: number): Places {
  let free = count;
  const queue = new Set<() => void>();

  function giveBack(): void {
    const [next] = queue;
    if (next === undefined) free += 1;
    else {
      queue.delete(next);
      next();
    }
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else {
        await new Promise<void>((resolve, reject) => {
          const enter = () => {
            signal.removeEventListener("abort", leave);
            resolve();
          };
          const leave = () => {
            queue.delete(enter);
            reject(signal.reason);
          };
          queue.add(enter);
          signal.addEventListener("abort", leave, { once: true });
        });
      }
      let isGiven = false;
      return () => {
        if (!isGiven) giveBack();
        isGiven = true;
      };
    },
  };
}
