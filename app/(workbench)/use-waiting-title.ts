"use client";

import { useEffect } from "react";

/** The tab's title says how many requests wait, so that a tab in the background is not overlooked. */
export function useWaitingTitle(title: string, waiting: number): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Toolwright`;
  }, [title, waiting]);
}
