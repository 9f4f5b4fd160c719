"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type FileDrafts, markOf } from "@/lib/client/file-drafts";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { fileContent } from "./file-content";

export interface FileDocumentOptions {
  sandbox: Pick<Sandbox, "read" | "write">;
  path: string;
  /** The text on disk now; undefined when the file is gone or is no text any more. */
  disk: string | undefined;
  drafts: FileDrafts;
  autosave: boolean;
  readOnly: boolean;
}

export interface FileDocument {
  text: string;
  dirty: boolean;
  /** What somebody else wrote while there was unsaved text here. */
  theirs: string | undefined;
  saving: boolean;
  problem: string | undefined;
  change(text: string): void;
  /** Writes the text unless the file changed underneath; then that is shown instead. */
  save(): Promise<void>;
  keepMine(): Promise<void>;
  takeTheirs(): void;
}

export const AUTOSAVE_MS = 1000;

/**
 * One text file that is edited while others may write it too. Unsaved text is kept in this browser, what others write is
 * taken over while there is none, and nobody's text is overwritten unseen.
 */
export function useFileDocument(options: FileDocumentOptions): FileDocument {
  const { path, disk, drafts, autosave, readOnly } = options;
  const latest = useRef(options);
  latest.current = options;
  const [state, setState] = useState(() => begin(path, disk ?? "", drafts, readOnly));
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const current = useRef(state);
  const set = useCallback((next: DocumentState) => {
    current.current = next;
    setState(next);
  }, []);

  const seen = useRef(disk);
  useEffect(() => {
    if (disk === undefined || disk === seen.current) return;
    seen.current = disk;
    const { text, base } = current.current;
    if (disk === base) return set({ text, base, theirs: undefined });
    if (text === base || text === disk) {
      latest.current.drafts.clear(latest.current.path);
      return set({ text: disk, base: disk, theirs: undefined });
    }
    set({ text, base, theirs: disk });
  }, [disk, set]);

  const write = useCallback(
    async (force: boolean) => {
      const { sandbox, path: at, drafts: kept } = latest.current;
      const { text, base } = current.current;
      setSaving(true);
      try {
        const now = await textOnDisk(sandbox, at);
        if (!force && now !== undefined && now !== base && now !== text) {
          set({ ...current.current, theirs: now });
          return;
        }
        await sandbox.write(at, text);
        setProblem(undefined);
        const typedSince = current.current.text;
        set({ text: typedSince, base: text, theirs: undefined });
        if (typedSince === text) kept.clear(at);
        else kept.write(at, { text: typedSince, base: markOf(text) });
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      } finally {
        setSaving(false);
      }
    },
    [set],
  );

  const dirty = state.text !== state.base;
  // Every keystroke makes a new state and begins the pause anew.
  useEffect(() => {
    if (!autosave || readOnly || !dirty || state.theirs !== undefined || problem !== undefined) return;
    const timer = setTimeout(() => void write(false), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [autosave, readOnly, dirty, state, problem, write]);

  return {
    text: state.text,
    dirty,
    theirs: state.theirs,
    saving,
    problem,
    change: useCallback(
      (text) => {
        const { base, theirs } = current.current;
        if (text === base) latest.current.drafts.clear(latest.current.path);
        else latest.current.drafts.write(latest.current.path, { text, base: markOf(base) });
        setProblem(undefined);
        set({ text, base, theirs });
      },
      [set],
    ),
    save: useCallback(() => write(false), [write]),
    keepMine: useCallback(() => write(true), [write]),
    takeTheirs: useCallback(() => {
      const { theirs } = current.current;
      if (theirs === undefined) return;
      latest.current.drafts.clear(latest.current.path);
      set({ text: theirs, base: theirs, theirs: undefined });
    }, [set]),
  };
}

interface DocumentState {
  text: string;
  /** The text on disk that the person's text is a change of. */
  base: string;
  theirs: string | undefined;
}

/** Text that an earlier visit left unsaved goes on; if the file changed since, both are offered. */
function begin(path: string, disk: string, drafts: FileDrafts, readOnly: boolean): DocumentState {
  const draft = readOnly ? undefined : drafts.read(path);
  if (draft === undefined) return { text: disk, base: disk, theirs: undefined };
  if (draft.text === disk) {
    drafts.clear(path);
    return { text: disk, base: disk, theirs: undefined };
  }
  return { text: draft.text, base: disk, theirs: draft.base === markOf(disk) ? undefined : disk };
}

async function textOnDisk(sandbox: Pick<Sandbox, "read">, path: string): Promise<string | undefined> {
  try {
    const content = fileContent(await sandbox.read(path));
    return content.kind === "text" ? content.text : undefined;
  } catch {
    // Gone, or not readable: writing says what is wrong with it.
    return undefined;
  }
}
