"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";

export interface CopyButtonProps {
  /** The text, or a function for text that is dear to make. */
  text: string | (() => string);
  /** What is copied: "Copy arguments". */
  label?: string;
  className?: string;
}

/** Copies text and says so. Says so too when the browser refuses. */
export function CopyButton({ text, label = "Copy", className }: CopyButtonProps) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), 1600);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  const said = state === "copied" ? "Copied" : state === "refused" ? "The browser did not allow copying" : label;
  return (
    <IconButton className={className} label={said} onClick={copy} size="iconSm">
      {state === "copied" ? <Check aria-hidden /> : state === "refused" ? <X aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite" className="sr-only">
        {state === "ready" ? "" : said}
      </span>
    </IconButton>
  );
}
