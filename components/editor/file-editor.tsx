"use client";

import type * as MonacoModule from "monaco-editor";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { EDITOR_OPTIONS } from "./editor-options";
import type { Monaco } from "./load-monaco";
import { DARK_THEME, LIGHT_THEME } from "./monaco-themes";
import { quietLanguage } from "./quiet-language";
import { useDarkClass } from "./use-dark-class";
import { useTabMovesFocus } from "./use-tab-moves-focus";

export interface FileEditorProps {
  /** Absolute; its ending tells the language. */
  path: string;
  label: string;
  text: string;
  /** The line to go to; a new object each time. */
  reveal: { line: number } | undefined;
  onChange(text: string): void;
  onSave(): void;
}

/** Where a person was in each file, for as long as the page lives. */
const views = new Map<string, MonacoModule.editor.ICodeEditorViewState>();

/** Any text file: a plain field at first, the code editor with its colours, Find and Go to line once it has arrived. */
export function FileEditor(props: FileEditorProps) {
  const [monaco, setMonaco] = useState<Monaco>();
  const [failed, setFailed] = useState(false);
  const [tabMovesFocus, toggleTab] = useTabMovesFocus();

  useEffect(() => {
    let shown = true;
    import("./load-monaco")
      .then(({ loadMonaco }) => loadMonaco())
      .then(
        (loaded) => shown && setMonaco(loaded),
        () => shown && setFailed(true),
      );
    return () => {
      shown = false;
    };
  }, []);

  return (
    <div className="group/editor flex min-h-0 flex-1 flex-col bg-card">
      {failed ? (
        <p className="border-b bg-muted px-3 py-1 text-muted-foreground text-xs" role="status">
          The code editor could not be loaded; this is plain text. Everything else works; reload the page to try again.
        </p>
      ) : null}
      <div className="min-h-24 flex-1">
        {monaco === undefined ? (
          <PlainField {...props} />
        ) : (
          <MonacoField {...props} monaco={monaco} tabMovesFocus={tabMovesFocus} onToggleTab={toggleTab} />
        )}
      </div>
      {monaco === undefined ? null : (
        <p className="invisible flex h-6 shrink-0 items-center gap-2 overflow-hidden whitespace-nowrap border-t px-3 text-2xs text-muted-foreground group-focus-within/editor:visible">
          <span aria-live="polite">{tabMovesFocus ? "Tab leaves the editor." : "Tab indents."}</span>
          <span>
            <Kbd keys="ctrl+m" /> {tabMovesFocus ? "makes it indent" : "lets Tab leave the editor"}
          </span>
        </p>
      )}
    </div>
  );
}

interface MonacoFieldProps extends FileEditorProps {
  monaco: Monaco;
  tabMovesFocus: boolean;
  onToggleTab(): void;
}

function MonacoField(props: MonacoFieldProps) {
  const { monaco, path, label, text, reveal, tabMovesFocus } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<MonacoModule.editor.IStandaloneCodeEditor>(undefined);
  /** Texts that were told and may still come back; they are no changes from elsewhere. */
  const told = useRef<string[]>([]);
  const latest = useRef(props);
  latest.current = props;
  const dark = useDarkClass();

  useEffect(() => {
    if (host.current === null) return;
    const uri = monaco.Uri.from({ scheme: "workspace", path });
    // One may be left over from an editor that was shown before.
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(latest.current.text, "plaintext", uri);
    const created = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      model,
      ariaLabel: latest.current.label,
      wordBasedSuggestions: "currentDocument",
      detectIndentation: true,
    });
    editor.current = created;
    void quietLanguage(monaco, path).then((language) => {
      if (!model.isDisposed()) monaco.editor.setModelLanguage(model, language);
    });
    created.restoreViewState(views.get(path) ?? null);
    const { KeyMod, KeyCode } = monaco;
    created.addAction({
      id: "toolwright.save-file",
      label: "Save",
      keybindings: [KeyMod.CtrlCmd | KeyCode.KeyS],
      run: () => latest.current.onSave(),
    });
    created.addAction({
      id: "toolwright.tab",
      label: "Let Tab move the focus",
      keybindings: [KeyMod.WinCtrl | KeyCode.KeyM, KeyMod.CtrlCmd | KeyCode.KeyM],
      run: () => latest.current.onToggleTab(),
    });
    const listening = model.onDidChangeContent(() => {
      const now = textOf(model);
      told.current = [...told.current.slice(-50), now];
      latest.current.onChange(now);
    });
    return () => {
      const view = created.saveViewState();
      if (view !== null) views.set(path, view);
      listening.dispose();
      created.dispose();
      model.dispose();
      editor.current = undefined;
      told.current = [];
    };
  }, [monaco, path]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (model == null || textOf(model) === text) return;
    const echo = told.current.lastIndexOf(text);
    if (echo !== -1) {
      told.current.splice(0, echo + 1);
      return;
    }
    // As an edit, so that the person can undo it.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: withoutMark(text) }], () => null);
  }, [text]);

  useEffect(
    () => editor.current?.updateOptions({ tabFocusMode: tabMovesFocus, ariaLabel: label }),
    [tabMovesFocus, label],
  );
  useEffect(() => monaco.editor.setTheme(dark ? DARK_THEME : LIGHT_THEME), [monaco, dark]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that comes later goes to its line too
  useEffect(() => {
    if (reveal === undefined) return;
    editor.current?.setPosition({ lineNumber: reveal.line, column: 1 });
    editor.current?.revealLineInCenter(reveal.line);
    editor.current?.focus();
  }, [reveal, path]);

  return <div className="h-full w-full" data-testid="file-editor" ref={host} />;
}

/** With the byte order mark that the file begins with. */
function textOf(model: MonacoModule.editor.ITextModel): string {
  return model.getValue(undefined, true);
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function PlainField({ label, text, reveal, onChange, onSave }: FileEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (element === null || reveal === undefined) return;
    const offset =
      element.value
        .split("\n")
        .slice(0, reveal.line - 1)
        .join("\n").length + (reveal.line > 1 ? 1 : 0);
    element.focus();
    element.setSelectionRange(offset, offset);
  }, [reveal]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    onSave();
  };
  return (
    <textarea
      ref={field}
      aria-label={label}
      value={text}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      wrap="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className="focus-inset h-full w-full resize-none bg-card px-3 py-2 font-mono text-sm leading-5 pointer-coarse:text-lg"
    />
  );
}
