"use client";

import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Problem, Result } from "@/lib/core/errors/result";

export interface SessionNameProps {
  title: string;
  /** Absent where it may not be changed. */
  onRename?(title: string): Promise<Result<void>>;
}

const LONGEST = 200;

/** The name of the session, changed where it stands: Enter keeps, Escape gives up. */
export function SessionName({ title, onRename }: SessionNameProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const isEditing = typed !== undefined;
  useEffect(() => {
    if (isEditing) input.current?.select();
  }, [isEditing]);

  const finish = async () => {
    const next = typed?.trim();
    setTyped(undefined);
    if (!onRename || next === undefined || next === "" || next === title) return;
    const renamed = await onRename(next);
    setProblem(renamed.ok ? undefined : renamed.problem);
  };

  if (!onRename) return <h1 className="one-line font-medium">{title}</h1>;
  if (isEditing) {
    return (
      <Input
        aria-label="Name of the session"
        autoFocus
        className="max-w-80 font-medium"
        maxLength={LONGEST}
        onBlur={() => void finish()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") void finish();
          if (event.key === "Escape") setTyped(undefined);
        }}
        ref={input}
        value={typed}
      />
    );
  }
  return (
    <h1 className="flex min-w-0 items-center">
      <Button
        className="group min-w-0 shrink px-1.5 font-medium text-foreground"
        onClick={() => setTyped(title)}
        title="Rename the session"
        variant="ghost"
      >
        <span className="one-line">{title}</span>
        <Pencil
          aria-hidden
          className="opacity-0 transition-opacity group-hover:opacity-70 group-focus-visible:opacity-70"
        />
        <span className="sr-only">, rename</span>
      </Button>
      {problem ? (
        <span className="one-line text-danger-text text-xs" role="alert">
          {problem.message}
        </span>
      ) : null}
    </h1>
  );
}
