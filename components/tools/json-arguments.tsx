"use client";

import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ArgumentsDraft } from "./arguments-draft";

export interface JsonArgumentsProps {
  draft: ArgumentsDraft;
  onText(text: string): void;
  /** Names the editor for a screen reader. */
  label?: string;
  disabled?: boolean;
  className?: string;
}

/** The arguments as text. What is typed stays as it is typed; it is read as JSON, and never written back. */
export function JsonArguments({ draft, onText, label = "Arguments as JSON", disabled, className }: JsonArgumentsProps) {
  const editor = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const faultId = useId();
  const fault = draft.parsed.ok ? undefined : draft.parsed.fault;
  const notObject = draft.parsed.ok && draft.parsed.root.kind !== "object";
  const lines = draft.text.split("\n").length;

  const jump = () => {
    if (!fault || !editor.current) return;
    editor.current.focus();
    editor.current.setSelectionRange(fault.offset, Math.min(fault.offset + 1, draft.text.length));
  };

  return (
    <div className={cn("flex min-h-0 min-w-0 flex-col", className)}>
      <div
        className={cn(
          "relative flex min-h-32 min-w-0 flex-1 overflow-hidden rounded-md border border-input bg-card font-mono text-xs leading-5",
          "focus-within:border-ring has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring",
          (fault || notObject) && "border-danger",
        )}
      >
        <div
          aria-hidden
          className="shrink-0 select-none overflow-hidden border-r bg-muted/50 px-2 py-1.5 text-right text-muted-foreground"
          ref={gutter}
        >
          {Array.from({ length: Math.min(lines, 5000) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line number is its place
            <div className={cn(fault?.line === index + 1 && "font-semibold text-danger-text")} key={index}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          aria-describedby={faultId}
          aria-invalid={fault || notObject ? true : undefined}
          aria-label={label}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className="min-w-0 flex-1 resize-none overflow-auto whitespace-pre bg-transparent px-2 py-1.5 outline-none pointer-coarse:text-lg"
          disabled={disabled}
          onChange={(event) => onText(event.target.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          ref={editor}
          rows={Math.min(Math.max(lines, 6), 18)}
          spellCheck={false}
          value={draft.text}
          wrap="off"
        />
      </div>
      <div className="flex min-h-6 items-center gap-2 pt-1 text-xs" id={faultId} role="status">
        {fault ? (
          <>
            <span className="min-w-0 text-danger-text">
              Line {fault.line}, column {fault.column}: {fault.message}
            </span>
            <Button className="ml-auto" onClick={jump} size="sm" variant="ghost">
              Go there
            </Button>
          </>
        ) : notObject ? (
          <span className="text-danger-text">
            A tool takes an object: begin with {"{"} and end with {"}"}.
          </span>
        ) : null}
      </div>
    </div>
  );
}
