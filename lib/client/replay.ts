import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";

/** A pause of a person or a slow model is shortened to this when it is played. */
const LONGEST_PAUSE_MS = 1_200;
const SHORTEST_PAUSE_MS = 8;

export interface ReplayState {
  /** How many events there are, and how many of them are shown. */
  total: number;
  position: number;
  playing: boolean;
  speed: number;
  /** The time of the newest shown event, milliseconds since the epoch. */
  at: number | undefined;
}

export interface Replay {
  readonly state: StoreApi<ReplayState>;
  log(): SessionRuns;
  play(): void;
  pause(): void;
  /** Shows the first `position` events. */
  seek(position: number): void;
  setSpeed(speed: number): void;
  dispose(): void;
}

/** Plays a stored log as it happened: the same fold, up to a cursor. Executes nothing. */
export function createReplay(events: readonly RunEvent[], onLog: (log: SessionRuns) => void): Replay {
  let log = foldEvents(events, emptySessionRuns);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const state = createStore<ReplayState>(() => ({
    total: events.length,
    position: events.length,
    playing: false,
    speed: 1,
    at: events.at(-1)?.at,
  }));

  function show(position: number): void {
    const before = state.getState().position;
    const from = position >= before ? before : 0;
    log = foldEvents(events.slice(from, position), from === 0 ? emptySessionRuns : log);
    state.setState({ position, at: events[position - 1]?.at });
    onLog(log);
  }

  function stopTimer(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  }

  function scheduleNext(): void {
    const { position, speed, playing } = state.getState();
    if (!playing) return;
    const next = events[position];
    if (next === undefined) return void state.setState({ playing: false });
    const gap = next.at - (events[position - 1]?.at ?? next.at);
    const pause = Math.max(SHORTEST_PAUSE_MS, Math.min(gap, LONGEST_PAUSE_MS) / speed);
    timer = setTimeout(() => {
      show(position + 1);
      scheduleNext();
    }, pause);
  }

  return {
    state,
    log: () => log,
    play() {
      stopTimer();
      if (state.getState().position >= events.length) show(0);
      state.setState({ playing: true });
      scheduleNext();
    },
    pause() {
      stopTimer();
      state.setState({ playing: false });
    },
    seek(position) {
      stopTimer();
      show(Math.max(0, Math.min(Math.round(position), events.length)));
      scheduleNext();
    },
    setSpeed(speed) {
      stopTimer();
      state.setState({ speed });
      scheduleNext();
    },
    dispose: stopTimer,
  };
}
