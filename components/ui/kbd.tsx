"use client";

import { useSyncExternalStore } from "react";
import { cn } from "./cn";

const NAMES: Record<string, { mac: string; other: string }> = {
  mod: { mac: "⌘", other: "Ctrl" },
  ctrl: { mac: "⌃", other: "Ctrl" },
  alt: { mac: "⌥", other: "Alt" },
  shift: { mac: "⇧", other: "Shift" },
  enter: { mac: "↵", other: "Enter" },
  escape: { mac: "Esc", other: "Esc" },
  up: { mac: "↑", other: "↑" },
  down: { mac: "↓", other: "↓" },
};

const never = () => () => {};
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export interface KbdProps {
  /** Keys pressed together joined by `+`, one after the other by a space: `mod+enter`, `g a`. `mod` is ⌘ or Ctrl. */
  keys: string;
  className?: string;
}

export function Kbd({ keys, className }: KbdProps) {
  const mac = useSyncExternalStore(never, isMac, () => false);
  const chords = keys.split(" ").map((chord) =>
    chord
      .split("+")
      .map((key) => NAMES[key]?.[mac ? "mac" : "other"] ?? (key.length === 1 ? key.toUpperCase() : key))
      .join(mac ? "" : "+"),
  );
  return (
    <span className={cn("inline-flex items-center gap-1", className)}>
      {chords.map((chord, index) => (
        <kbd
          className="rounded-xs border bg-muted px-1 font-medium font-sans text-2xs text-muted-foreground"
          // biome-ignore lint/suspicious/noArrayIndexKey: chords have no identity but their place
          key={index}
        >
          {chord}
        </kbd>
      ))}
    </span>
  );
}
