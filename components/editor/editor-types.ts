import type { DefinitionProblem } from "@/lib/tool-host/described-definition";

export interface EditorProps {
  /** Definition files, path → text. */
  files: Readonly<Record<string, string>>;
  activePath: string;
  onChange(path: string, text: string): void;
  onOpen(path: string): void;
  problems: readonly DefinitionProblem[];
  readOnly?: boolean;
  onSave(): void;
  onRun(): void;
}

/** Puts the cursor there; a new object each time, also for the same place. */
export interface RevealRequest {
  path: string;
  line: number;
  column?: number;
}

/** Where the person was typing, to carry over from the plain text field to the editor. */
export interface CursorOffsets {
  start: number;
  end: number;
}
