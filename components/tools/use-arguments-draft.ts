"use client";

import { useCallback, useMemo, useState } from "react";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { type ArgumentsDraft, exampleDraft, newDraft, openDraft } from "./arguments-draft";
import { argumentsStorage } from "./arguments-storage";

export interface ArgumentsDraftState {
  draft: ArgumentsDraft;
  change(edit: (draft: ArgumentsDraft) => ArgumentsDraft): void;
  /** Puts other arguments in place of these; `undo` brings these back. */
  replace(text: string): void;
  undo: (() => void) | undefined;
  /** Back to what the schema decides; `undefined` while nothing was changed. */
  reset: (() => void) | undefined;
}

/**
 * The draft of the selected tool. Each tool has its own, and keeps it while another is looked at. One that nobody touched
 * follows the schema as the author changes it; a touched one keeps its text.
 */
export function useArgumentsDraft(
  tool: Pick<DescribedTool, "name" | "parameters">,
  initialText: string | undefined,
  scope: string,
): ArgumentsDraftState {
  const [touched, setTouched] = useState<ReadonlyMap<string, ArgumentsDraft>>(new Map());
  const [replaced, setReplaced] = useState<{ tool: string; draft: ArgumentsDraft } | undefined>(undefined);
  const storage = useMemo(() => argumentsStorage(scope), [scope]);
  const { name, parameters } = tool;
  const fresh = useMemo(
    () => (initialText === undefined ? newDraft(parameters) : exampleDraft(parameters, initialText)),
    [parameters, initialText],
  );
  const stored = useMemo(() => {
    const text = storage.read(name);
    return text === undefined ? undefined : openDraft(text);
  }, [storage, name]);
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  const kept = touched.get(name) ?? (forgotten.has(name) ? undefined : stored);
  const draft = kept ?? fresh;

  const put = useCallback(
    (next: ArgumentsDraft | undefined) => {
      storage.write(name, next?.text);
      setForgotten((all) => new Set(all).add(name));
      setTouched((all) => {
        const others = new Map(all);
        if (next === undefined) others.delete(name);
        else others.set(name, next);
        return others;
      });
    },
    [storage, name],
  );
  const change = useCallback(
    (edit: (draft: ArgumentsDraft) => ArgumentsDraft) => {
      const next = edit(draft);
      if (next !== draft) put(next);
    },
    [draft, put],
  );

  return {
    draft,
    change,
    replace: (text) => {
      setReplaced({ tool: name, draft });
      put(openDraft(text));
    },
    undo:
      replaced?.tool === name
        ? () => {
            put(replaced.draft);
            setReplaced(undefined);
          }
        : undefined,
    reset:
      kept === undefined
        ? undefined
        : () => {
            setReplaced({ tool: name, draft });
            put(undefined);
          },
  };
}
