"use client";

import { type RefObject, useEffect, useRef } from "react";

const LINE_PIXELS = 16;

/**
 * For a strip of tabs that may be longer than its place: whichever is selected is brought into sight, and a mouse wheel moves
 * the strip sideways. `selected` changes when another tab is in front.
 */
export function useTabStrip(selected?: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front is brought into sight whenever it is another one
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [selected]);
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const turn = (event: WheelEvent): void => {
      if (event.deltaY === 0 || event.ctrlKey || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PIXELS : event.deltaY;
    };
    // The listeners of React cannot keep the page from scrolling as well.
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, []);
  return strip;
}
