/** Two rounds never come closer than a frame. */
const LEAST_PAUSE_MS = 16;
const MOST_PAUSE_MS = 2000;
/** After a round the page has this many times as long for everything else. */
const PAUSE_PER_ROUND = 4;

export interface Pace {
  /** There is something to do: at once when nothing was done lately, otherwise once for all that is asked meanwhile. */
  ask(): void;
  /** Forgets what was asked and is not done yet. */
  end(): void;
}

/**
 * Work that many events ask for, done as often as the page can bear: the pause after a round grows with what the round took,
 * together with all that it set off before the page's next turn. The last event is always followed by a round.
 */
export function createPace(work: () => void, now: () => number = () => performance.now()): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;

  function round(): void {
    asked = false;
    const begun = now();
    timer = setTimeout(() => {
      const pause = Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, PAUSE_PER_ROUND * (now() - begun)));
      timer = setTimeout(() => {
        timer = undefined;
        if (asked) round();
      }, pause);
    }, 0);
    work();
  }

  return {
    ask() {
      asked = true;
      if (timer === undefined) round();
    },
    end() {
      if (timer !== undefined) clearTimeout(timer);
      timer = undefined;
      asked = false;
    },
  };
}
