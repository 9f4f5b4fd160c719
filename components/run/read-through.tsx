"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { isShown } from "./is-shown";

/** Distance from the end that still counts as the end, in pixels. */
const SLACK = 8;

export interface ReadThroughProps {
  label: string;
  /** Called once, when the end was on the screen: at once for what fits, after scrolling or expanding for what does not. */
  onRead(): void;
  /** `page`: the whole screen belongs to it, so the window is taller. */
  layout?: "card" | "page";
  /** False while more content is still to be asked for; the end is then not the end. */
  complete: boolean;
  children: ReactNode;
}

/** A window over content that must be seen to its end before somebody may say yes to it. */
export function ReadThrough({ label, onRead, layout = "card", complete, children }: ReadThroughProps) {
  const box = useRef<HTMLElement>(null);
  const [expanded, setExpanded] = useState(false);
  const [unread, setUnread] = useState(false);
  const done = useRef(false);

  const measure = useCallback(() => {
    const element = box.current;
    // Off the screen everything measures 0 and seems read; it is measured again when it gets a size.
    if (element === null || done.current || !complete || !isShown(element)) return;
    const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (rest > SLACK) {
      setUnread(true);
      return;
    }
    done.current = true;
    setUnread(false);
    onRead();
  }, [complete, onRead]);

  useEffect(() => {
    measure();
    const element = box.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  const expand = () => {
    setExpanded(true);
    if (!complete || done.current) return;
    done.current = true;
    setUnread(false);
    onRead();
  };

  const height = layout === "page" ? "max-h-[min(60dvh,40rem)]" : "max-h-72";
  return (
    <div>
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={measure}
        className={`overflow-auto rounded-md border bg-background focus-inset ${expanded ? "" : height}`}
      >
        {children}
      </section>
      {unread && !expanded ? (
        <div className="flex items-center justify-between gap-2 pt-1 text-muted-foreground text-xs">
          <span>There is more below. Approve opens when you have seen the end.</span>
          <Button variant="ghost" size="sm" onClick={expand}>
            Expand all
          </Button>
        </div>
      ) : null}
    </div>
  );
}
