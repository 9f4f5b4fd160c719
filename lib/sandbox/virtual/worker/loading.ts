import type { LoadingProgress } from "@/lib/core/sandbox/sandbox";
import { WorkingClock } from "../working-clock";

type Listener = (progress: LoadingProgress | undefined) => void;

/** By this clock the time of commands is measured. */
export const workingClock = new WorkingClock();

const listeners = new Set<Listener>();
let current: LoadingProgress | undefined;
const PROGRESS_INTERVAL_MS = 100;
/** What is loaded for longer does not come any more. */
const LONGEST_LOAD_MS = 120_000;

/** `listener` hears what is loaded, and nothing (`undefined`) when that has ended. Gives what ends it. */
export function onLoading(listener: Listener): () => void {
  listeners.add(listener);
  if (current !== undefined) listener(current);
  return () => listeners.delete(listener);
}

function tell(progress: LoadingProgress | undefined): void {
  current = progress;
  for (const listener of listeners) listener(progress);
}

/**
 * Loads what commands need to run at all. It takes none of their time, and whoever watches them hears how far it is. `load`
 * calls back with the bytes of each piece.
 */
export async function whileLoading<T>(
  what: string,
  of: number,
  load: (took: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  let bytes = 0;
  let toldAt = performance.now();
  workingClock.stand();
  tell({ what, bytes, of });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const words = `${what} was not there after ${LONGEST_LOAD_MS / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(words)), LONGEST_LOAD_MS);
  });
  try {
    const took = (more: number): void => {
      bytes += more;
      if (performance.now() - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = performance.now();
      tell({ what, bytes, of });
    };
    return await Promise.race([load(took), tooLong]);
  } finally {
    clearTimeout(timer);
    workingClock.go();
    tell(undefined);
  }
}
