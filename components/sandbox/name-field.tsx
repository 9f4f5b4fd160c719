"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Input } from "../ui/input";

export interface NameFieldProps {
  label: string;
  initial: string;
  onSubmit(name: string): void;
  onCancel(): void;
}

/** Asks for one name. Enter takes it, Escape leaves; a path with `/` makes the folders on the way. */
export function NameField({ label, initial, onSubmit, onCancel }: NameFieldProps) {
  const [name, setName] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus();
    const dot = initial.lastIndexOf(".");
    element.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);
  const problem = nameProblem(name);
  return (
    <form
      className="border-b px-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && name.trim() !== "") onSubmit(name.trim());
      }}
    >
      <Input
        ref={field}
        aria-label={label}
        aria-describedby={noteId}
        aria-invalid={problem !== undefined}
        value={name}
        placeholder="name"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
        }}
        className="h-6"
      />
      <p
        id={noteId}
        className={`pt-0.5 text-xs ${problem === undefined ? "text-muted-foreground" : "text-danger-text"}`}
      >
        {problem ?? `${label}. Enter to take it, Escape to leave.`}
      </p>
    </form>
  );
}

/** Why a name cannot be taken; undefined when it can or is still empty. */
export function nameProblem(name: string): string | undefined {
  if (name.includes("\0")) return "A name cannot hold a NUL character.";
  if (name.startsWith("/")) return "A name cannot begin with a slash.";
  if (name.split("/").some((part) => part === "." || part === "..")) return "A name cannot hold “.” or “..” as a part.";
  return undefined;
}
