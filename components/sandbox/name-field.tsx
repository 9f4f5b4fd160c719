"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Input } from "../ui/input";

export interface NameFieldProps {
  label: string;
  initial: string;
  /** Why the last name that was given could not be taken; the name stays to be mended. */
  refusal: string | undefined;
  onSubmit(name: string): void;
  onCancel(): void;
}

/** Asks for one name in its place in the tree. Enter takes it, Escape leaves; a path with `/` makes the folders on the way. */
export function NameField({ label, initial, refusal, onSubmit, onCancel }: NameFieldProps) {
  const [name, setName] = useState(initial);
  const [given, setGiven] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus();
    const dot = initial.lastIndexOf(".");
    element.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);
  const problem = nameProblem(name) ?? (given === name ? refusal : undefined);
  const submit = () => {
    if (nameProblem(name) !== undefined || name.trim() === "") return;
    setGiven(name);
    onSubmit(name);
  };
  return (
    <form
      className="relative flex min-w-0 flex-1 items-center"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
        onBlur={() => {
          // Nothing to lose: the field goes with the focus.
          if (name.trim() === "" || name === initial) onCancel();
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") onCancel();
        }}
        className="h-5 px-1 pointer-coarse:h-8"
      />
      <p
        id={noteId}
        role={problem === undefined ? undefined : "alert"}
        className={`absolute inset-x-0 top-full z-20 mt-0.5 rounded-md border bg-popover px-2 py-1 text-xs shadow-md [overflow-wrap:anywhere] ${
          problem === undefined ? "text-muted-foreground" : "border-danger-line text-danger-text"
        }`}
      >
        {problem ?? "Enter takes it, Escape leaves."}
      </p>
    </form>
  );
}

const LONGEST_NAME_BYTES = 255;

/** Why a name cannot be taken and what to do about it; undefined when it can or is still empty. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return undefined;
  if (name.includes("\0")) return "A name cannot hold a NUL character. Remove it.";
  if (name.startsWith("/"))
    return "A name cannot begin with a slash: it is a place in the workspace. Remove the slash.";
  const parts = name.split("/");
  if (parts.some((part) => part === "." || part === "..")) {
    return "A name cannot hold “.” or “..” as a part. To move it elsewhere, cut and paste it.";
  }
  if (parts.slice(0, -1).includes("")) return "There is an empty name between two slashes. Remove one of them.";
  if (parts.at(-1) === "") return "A name cannot end with a slash. Remove it; New folder makes folders.";
  if (name !== name.trim() || parts.some((part) => part !== part.trim())) {
    return "A name that begins or ends with a space is hard to see and to type. Remove the space.";
  }
  if (parts.some((part) => new TextEncoder().encode(part).length > LONGEST_NAME_BYTES)) {
    return `A name holds at most ${LONGEST_NAME_BYTES} bytes. Make it shorter.`;
  }
  return undefined;
}
