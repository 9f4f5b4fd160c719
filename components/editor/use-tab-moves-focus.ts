"use client";

import { useCallback, useSyncExternalStore } from "react";

const KEY = "toolwright.tab-moves-focus";
const listeners = new Set<() => void>();

/** Whether Tab leaves the editor instead of indenting. Remembered: who needs it needs it every time. */
export function useTabMovesFocus(): [moves: boolean, toggle: () => void] {
  const moves = useSyncExternalStore(subscribe, read, () => false);
  const toggle = useCallback(() => write(!read()), []);
  return [moves, toggle];
}

let fallback = false;

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    // No storage for this page: it holds until the page is closed.
    return fallback;
  }
}

function write(moves: boolean): void {
  fallback = moves;
  try {
    localStorage.setItem(KEY, moves ? "yes" : "no");
  } catch {
    // The fallback holds it.
  }
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
