"use client";

import { useEffect, useRef } from "react";
import { isEnabled, type WorkbenchAction } from "./workbench-action";

/** How long the second key of `g a` may take. */
const SEQUENCE_MS = 1200;

/** Runs actions by their keys. Plain keys rest while something is typed into or a dialog is open; chords with mod do not. */
export function useActionKeys(actions: readonly WorkbenchAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const find = (keys: string | undefined) =>
      latest.current.find((action) => keys !== undefined && action.keys === keys && isEnabled(action));
    const run = (event: KeyboardEvent, action: WorkbenchAction | undefined) => {
      if (!action) return;
      first = undefined;
      event.preventDefault();
      event.stopPropagation();
      action.perform();
    };
    // A chord is taken on the way down, before an editor that has a use of its own for it.
    const onChord = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || isDialogOpen()) return;
      const pressed = chordOf(event);
      if (pressed?.startsWith("mod+")) run(event, find(pressed));
    };
    const onPlainKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const pressed = chordOf(event);
      if (pressed === undefined || pressed.startsWith("mod+")) return;
      if (isTyping(event.target) || isDialogOpen()) {
        first = undefined;
        return;
      }
      const sequence = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${pressed}` : undefined;
      first = { key: pressed, at: event.timeStamp };
      run(event, find(sequence) ?? find(pressed));
    };
    document.addEventListener("keydown", onChord, { capture: true });
    document.addEventListener("keydown", onPlainKey);
    return () => {
      document.removeEventListener("keydown", onChord, { capture: true });
      document.removeEventListener("keydown", onPlainKey);
    };
  }, []);
}

/** `mod+shift+k`; undefined for a modifier alone. Shift is left out where the sign itself says it: `?`. */
export function chordOf(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string | undefined {
  if (["Control", "Meta", "Alt", "Shift", "Dead"].includes(event.key)) return undefined;
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const isLetter = /^[a-z0-9]$/.test(key);
  return [
    event.ctrlKey || event.metaKey ? "mod" : "",
    event.altKey ? "alt" : "",
    event.shiftKey && (isLetter || key.length > 1) ? "shift" : "",
    key,
  ]
    .filter(Boolean)
    .join("+");
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest("input, textarea, select, [role='textbox'], .monaco-editor, .xterm") !== null
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("[role='dialog'][data-state='open'], [role='alertdialog'], [role='menu']") !== null;
}
