"use client";

import { useSyncExternalStore } from "react";

/** Every line of the tree is this tall, in pixels, so that any place in a long list is known without drawing it. */
const FOR_POINTER = 24;
const FOR_FINGER = 36;
const COARSE = "(pointer: coarse)";

/** How tall a line of the tree is: taller where a finger points. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, current, () => FOR_POINTER);
}

function current(): number {
  return globalThis.matchMedia?.(COARSE).matches ? FOR_FINGER : FOR_POINTER;
}

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(COARSE);
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
}
