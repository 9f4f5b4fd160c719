"use client";

import { useEffect, useId, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { CodeEditor } from "./code-editor";
import type { CursorOffsets, EditorProps, RevealRequest } from "./editor-types";
import type { Monaco } from "./load-monaco";
import { PlainEditor } from "./plain-editor";
import { useTabMovesFocus } from "./use-tab-moves-focus";

export interface DefinitionEditorProps extends EditorProps {
  reveal?: RevealRequest;
}

type Loading = { phase: "loading" } | { phase: "ready"; monaco: Monaco } | { phase: "failed"; reason: string };

/**
 * The definition's text. A plain field at first, so that it can be read and changed at once; the code editor takes over when
 * it has arrived, at the same place. When it cannot be loaded, the field stays and says so.
 */
export function DefinitionEditor(props: DefinitionEditorProps) {
  const [loading, setLoading] = useState<Loading>({ phase: "loading" });
  const [cursor, setCursor] = useState<CursorOffsets>();
  const [tabMovesFocus, toggleTab] = useTabMovesFocus();
  const hintId = useId();

  useEffect(() => {
    let shown = true;
    // Imported late: the page must be usable before any of this has arrived.
    import("./load-monaco")
      .then(({ loadMonaco }) => loadMonaco())
      .then(
        (monaco) => shown && setLoading({ phase: "ready", monaco }),
        (error: unknown) => shown && setLoading({ phase: "failed", reason: reasonOf(error) }),
      );
    return () => {
      shown = false;
    };
  }, []);

  return (
    <div className="group/editor flex h-full min-h-0 flex-col bg-card">
      {loading.phase === "failed" ? (
        <p className="border-b bg-muted px-3 py-1 text-muted-foreground text-xs" role="status">
          The code editor could not be loaded ({loading.reason}); this is plain text. Everything else works; reload the
          page to try again.
        </p>
      ) : null}
      <div className="min-h-0 flex-1">
        {loading.phase === "ready" ? (
          <CodeEditor
            {...props}
            cursor={cursor}
            monaco={loading.monaco}
            onToggleTab={toggleTab}
            tabMovesFocus={tabMovesFocus}
          />
        ) : (
          <PlainEditor {...props} describedBy={hintId} onCursor={setCursor} />
        )}
      </div>
      <div
        className="invisible flex h-6 shrink-0 items-center gap-2 overflow-hidden whitespace-nowrap border-t px-3 text-2xs text-muted-foreground group-focus-within/editor:visible"
        id={hintId}
      >
        {loading.phase === "ready" ? (
          <>
            <span aria-live="polite">{tabMovesFocus ? "Tab leaves the editor." : "Tab indents."}</span>
            <span>
              <Kbd keys="ctrl+m" /> {tabMovesFocus ? "makes it indent" : "lets Tab leave the editor"}
            </span>
          </>
        ) : null}
        <span className="ml-auto">
          <Kbd keys="mod+s" /> saves
        </span>
        <span>
          <Kbd keys="mod+enter" /> runs
        </span>
      </div>
    </div>
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "its files did not arrive";
}
