"use client";

import { useId, useState } from "react";
import { DefinitionEditor } from "./definition-editor";
import type { EditorProps, RevealRequest } from "./editor-types";
import { FileTabs, type FileTabsProps } from "./file-tabs";
import { ProblemList } from "./problem-list";

export interface EditorPanelProps extends EditorProps, Pick<FileTabsProps, "onAdd" | "onRemove"> {
  /** Said under errors while the last good definition still answers calls. */
  note?: string;
}

/** Files, code and problems of one definition, wired together: a problem leads to its line. */
export function EditorPanel({ note, onAdd, onRemove, ...props }: EditorPanelProps) {
  const [reveal, setReveal] = useState<RevealRequest>();
  const panelId = useId();
  const { files, activePath, problems, readOnly, onOpen } = props;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FileTabs
        activePath={activePath}
        onAdd={readOnly ? undefined : onAdd}
        onOpen={onOpen}
        onRemove={readOnly ? undefined : onRemove}
        panelId={panelId}
        paths={Object.keys(files)}
        problems={problems}
      />
      <div aria-label={activePath} className="min-h-0 flex-1" id={panelId} role="tabpanel">
        <DefinitionEditor {...props} reveal={reveal} />
      </div>
      <ProblemList
        note={note}
        onGoTo={({ file, line, column }) => {
          if (!(file in files)) return;
          onOpen(file);
          setReveal({ path: file, line: line ?? 1, column });
        }}
        problems={problems}
      />
    </div>
  );
}
