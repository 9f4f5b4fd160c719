"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";

export interface TextEditorProps {
  label: string;
  /** The text on disk; when it moves underneath an edit, that is said and nothing is overwritten silently. */
  text: string;
  onSave(text: string): Promise<void>;
  onClose(): void;
}

/** A plain editor for one workspace file. */
export function TextEditor({ label, text, onSave, onClose }: TextEditorProps) {
  const [draft, setDraft] = useState(text);
  const [base, setBase] = useState(text);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const dirty = draft !== base;
  const moved = text !== base && text !== draft;
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(draft);
      setBase(draft);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <textarea
        ref={field}
        aria-label={label}
        value={draft}
        spellCheck={false}
        wrap="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
            event.preventDefault();
            void save();
          }
          if (event.key === "Escape" && !dirty) onClose();
        }}
        className="focus-inset min-h-32 flex-1 resize-none bg-card px-3 py-2 font-mono text-xs leading-5"
      />
      <div className="flex flex-wrap items-center gap-2 border-t px-2 py-1">
        <Button size="sm" variant="primary" busy={busy} disabled={!dirty} onClick={() => void save()}>
          Save <Kbd keys="mod+s" />
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {dirty ? "Leave without saving" : "Done"}
        </Button>
        {moved ? (
          <span role="alert" className="text-xs">
            The file changed meanwhile. Save overwrites that;{" "}
            <Button
              size="sm"
              variant="link"
              onClick={() => {
                setDraft(text);
                setBase(text);
              }}
            >
              take the new text
            </Button>
          </span>
        ) : null}
        {problem === undefined ? null : (
          <span role="alert" className="text-danger-text text-xs">
            Not saved: {problem}
          </span>
        )}
      </div>
    </div>
  );
}
