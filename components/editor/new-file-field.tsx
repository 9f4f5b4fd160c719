"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

export interface NewFileFieldProps {
  /** Returns why the file cannot be added, or nothing when it was. */
  onAdd(path: string): string | undefined;
  onClose(): void;
}

/** Asks for the name of a new tool and makes `tools/<name>.ts`. */
export function NewFileField({ onAdd, onClose }: NewFileFieldProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const problemId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const plain = name
      .trim()
      .replace(/^tools\//, "")
      .replace(/\.ts$/, "");
    const refused = nameProblem(plain) ?? onAdd(`tools/${plain}.ts`);
    if (refused) setProblem(refused);
    else onClose();
  }

  return (
    <form className="relative flex items-center gap-1" onSubmit={submit}>
      <Input
        aria-describedby={problem ? problemId : undefined}
        aria-invalid={problem !== undefined}
        aria-label="Name of the new tool"
        autoFocus
        className="h-6 w-36 font-mono text-xs"
        onBlur={(event) => {
          if (!event.currentTarget.form?.contains(event.relatedTarget) && name === "") onClose();
        }}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
        placeholder="tool_name"
        value={name}
      />
      <Button size="sm" type="submit">
        Add
      </Button>
      {problem ? (
        <p
          className="absolute top-full right-0 z-20 mt-1 whitespace-nowrap rounded-md border border-danger-line bg-popover px-2 py-1 text-danger-text text-xs shadow-md"
          id={problemId}
          role="alert"
        >
          {problem}
        </p>
      ) : null}
    </form>
  );
}

function nameProblem(name: string): string | undefined {
  if (name === "") return "Give the tool a name, such as count_words.";
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? undefined : "Use 1 to 64 letters, digits, “_” or “-”.";
}
