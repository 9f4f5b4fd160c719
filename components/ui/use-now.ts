"use client";

import { useSyncExternalStore } from "react";

/**
 * The current time, renewed every second; `undefined` while the page is drawn on the server and during hydration, so that
 * ages never differ between the two. One timer serves every user of it and stops with the last.
 */
export function useNow(): number | undefined {
  return useSyncExternalStore(subscribe, read, readOnServer);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function read(): number {
  return now;
}

function readOnServer(): undefined {
  return undefined;
}
