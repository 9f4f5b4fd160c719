"use client";

import type * as MonacoModule from "monaco-editor";
import { useEffect, useRef } from "react";
import { createDefinitionModels, type DefinitionModels } from "./definition-models";
import { EDITOR_OPTIONS } from "./editor-options";
import type { CursorOffsets, EditorProps, RevealRequest } from "./editor-types";
import type { Monaco } from "./load-monaco";
import { DARK_THEME, LIGHT_THEME } from "./monaco-themes";
import { problemMarkers } from "./problem-markers";
import { useDarkClass } from "./use-dark-class";

export interface CodeEditorProps extends Omit<EditorProps, "onOpen"> {
  monaco: Monaco;
  reveal?: RevealRequest;
  /** Set when a person was typing in the plain field when this editor arrived. */
  cursor: CursorOffsets | undefined;
  tabMovesFocus: boolean;
  onToggleTab(): void;
  /** Follows a definition to another file. */
  onOpen(path: string): void;
}

/** Monaco over the definition's files, one model each. Mounted once; what changes is handed to it. */
export function CodeEditor(props: CodeEditorProps) {
  const { monaco, files, activePath, problems, readOnly, reveal, tabMovesFocus } = props;
  const dark = useDarkClass();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<MonacoModule.editor.IStandaloneCodeEditor>(undefined);
  const models = useRef<DefinitionModels>(undefined);
  const shown = useRef<string>(undefined);
  const views = useRef(new Map<string, MonacoModule.editor.ICodeEditorViewState | null>());
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const created = monaco.editor.create(host.current, { ...EDITOR_OPTIONS, model: null });
    const held = createDefinitionModels(monaco, (path, text) => latest.current.onChange(path, text));
    editor.current = created;
    models.current = held;
    addKeys(monaco, created, latest);
    // Go to definition in another file opens it in the tabs, not in a peek that cannot be edited.
    const opener = monaco.editor.registerEditorOpener({
      openCodeEditor(_source, resource) {
        const path = resource.path.replace(/^\//, "");
        if (resource.scheme !== "file" || !(path in latest.current.files)) return false;
        latest.current.onOpen(path);
        return true;
      },
    });
    return () => {
      opener.dispose();
      created.dispose();
      held.dispose();
      editor.current = undefined;
      models.current = undefined;
      shown.current = undefined;
    };
  }, [monaco]);

  useEffect(() => {
    const current = editor.current;
    models.current?.sync(files);
    const model = models.current?.get(activePath);
    if (!current || !model || current.getModel() === model) return;
    if (shown.current !== undefined) views.current.set(shown.current, current.saveViewState());
    shown.current = activePath;
    const first = current.getModel() === null;
    current.setModel(model);
    current.restoreViewState(views.current.get(activePath) ?? null);
    current.updateOptions({ ariaLabel: `Code of ${activePath}` });
    const { cursor } = latest.current;
    if (first && cursor) {
      const from = model.getPositionAt(cursor.start);
      const to = model.getPositionAt(cursor.end);
      current.setSelection(monaco.Range.fromPositions(from, to));
      current.focus();
    }
  }, [monaco, activePath, files]);

  useEffect(() => {
    for (const path of Object.keys(files)) {
      const model = models.current?.get(path);
      if (!model) continue;
      const markers = problemMarkers(problems, path, (line) => model.getLineContent(line), model.getLineCount());
      monaco.editor.setModelMarkers(model, "toolwright", markers);
    }
  }, [monaco, problems, files]);

  useEffect(() => {
    editor.current?.updateOptions({ readOnly: readOnly ?? false, tabFocusMode: tabMovesFocus });
  }, [readOnly, tabMovesFocus]);

  useEffect(() => monaco.editor.setTheme(dark ? DARK_THEME : LIGHT_THEME), [monaco, dark]);

  useEffect(() => {
    const current = editor.current;
    if (!current || !reveal || reveal.path !== activePath) return;
    const position = { lineNumber: reveal.line, column: reveal.column ?? 1 };
    current.setPosition(position);
    current.revealPositionInCenterIfOutsideViewport(position);
    current.focus();
  }, [reveal, activePath]);

  return <div className="h-full w-full" data-testid="code-editor" ref={host} />;
}

function addKeys(
  monaco: Monaco,
  editor: MonacoModule.editor.IStandaloneCodeEditor,
  latest: { readonly current: CodeEditorProps },
): void {
  const { KeyMod, KeyCode } = monaco;
  const add = (id: string, label: string, keys: number[], run: () => void) =>
    editor.addAction({ id: `toolwright.${id}`, label, keybindings: keys, run });
  add("save", "Save", [KeyMod.CtrlCmd | KeyCode.KeyS], () => latest.current.onSave());
  add("run", "Run the tool", [KeyMod.CtrlCmd | KeyCode.Enter], () => latest.current.onRun());
  // Ctrl on every system: Cmd+M hides the window on a Mac.
  add("tab", "Let Tab move the focus", [KeyMod.WinCtrl | KeyCode.KeyM, KeyMod.CtrlCmd | KeyCode.KeyM], () =>
    latest.current.onToggleTab(),
  );
}
