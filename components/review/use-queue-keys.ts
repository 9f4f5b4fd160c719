"use client";

import { useEffect, useRef } from "react";

/** Single letters that walk the queue; off while something is typed in or a modifier is held. */
export function useQueueKeys(keys: { j(): void; k(): void }): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable='true']")
      ) {
        return;
      }
      if (event.key === "j") latest.current.j();
      else if (event.key === "k") latest.current.k();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
