"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import type { CursorOffsets, EditorProps, RevealRequest } from "./editor-types";

export interface PlainEditorProps
  extends Pick<EditorProps, "files" | "activePath" | "onChange" | "readOnly" | "onSave" | "onRun"> {
  reveal?: RevealRequest;
  describedBy?: string;
  /** Told on every move, so that the real editor can go on at the same place. */
  onCursor(cursor: CursorOffsets | undefined): void;
}

/** The same text before the code editor is there, or where it cannot be loaded. Tab moves on, as in every text field. */
export function PlainEditor(props: PlainEditorProps) {
  const { files, activePath, onChange, readOnly, onSave, onRun, reveal, describedBy, onCursor } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = files[activePath] ?? "";

  useEffect(() => {
    const element = field.current;
    if (!element || !reveal || reveal.path !== activePath) return;
    const before = element.value.split("\n").slice(0, reveal.line - 1);
    const offset = before.reduce((sum, line) => sum + line.length + 1, 0) + (reveal.column ?? 1) - 1;
    element.focus();
    element.setSelectionRange(offset, offset);
  }, [reveal, activePath]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key === "s") onSave();
    else if (event.key === "Enter") onRun();
    else return;
    event.preventDefault();
  }

  function tellCursor(): void {
    const element = field.current;
    if (element) onCursor({ start: element.selectionStart, end: element.selectionEnd });
  }

  return (
    <textarea
      aria-describedby={describedBy}
      aria-label={`Code of ${activePath}`}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      className="focus-inset h-full w-full resize-none bg-card px-3 py-2 font-mono text-sm leading-5 pointer-coarse:text-lg"
      onBlur={() => onCursor(undefined)}
      onChange={(event) => {
        onChange(activePath, event.target.value);
        tellCursor();
      }}
      onFocus={tellCursor}
      onKeyDown={onKeyDown}
      onSelect={tellCursor}
      readOnly={readOnly}
      ref={field}
      spellCheck={false}
      value={text}
      wrap="off"
    />
  );
}
