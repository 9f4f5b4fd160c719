"use client";

import { useEffect, useState } from "react";
import type { SessionWorkbench, WorkbenchInitial } from "@/lib/client/create-workbench";
import { openBrowserWorkbench } from "@/lib/client/open-browser-workbench";

/**
 * The workbench of a page, from the first effect to the last. Undefined on the server and until this browser's locks and
 * stores have answered, which takes milliseconds.
 */
export function useSessionWorkbench(initial: WorkbenchInitial): SessionWorkbench | undefined {
  const [workbench, setWorkbench] = useState<SessionWorkbench>();
  useEffect(() => {
    let isGone = false;
    let opened: SessionWorkbench | undefined;
    // Put off by one turn, so that an effect that is undone at once (React does this in development) opens nothing.
    const timer = setTimeout(async () => {
      const next = await openBrowserWorkbench(initial);
      if (isGone) return next.dispose();
      opened = next;
      setWorkbench(next);
    });
    const keepDraft = () => opened?.keepDraft();
    const reconnect = () => opened?.reconnect();
    window.addEventListener("pagehide", keepDraft);
    document.addEventListener("visibilitychange", keepDraft);
    window.addEventListener("online", reconnect);
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener("pagehide", keepDraft);
      document.removeEventListener("visibilitychange", keepDraft);
      window.removeEventListener("online", reconnect);
      opened?.dispose();
      setWorkbench(undefined);
    };
  }, [initial]);
  return workbench;
}
