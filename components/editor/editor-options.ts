import type * as MonacoModule from "monaco-editor";

/** How every code editor of the product behaves. */
export const EDITOR_OPTIONS: MonacoModule.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  padding: { top: 8, bottom: 8 },
  renderLineHighlightOnlyWhenFocus: true,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 8,
  overviewRulerBorder: false,
  fixedOverflowWidgets: true,
  tabSize: 2,
  quickSuggestions: { other: true, comments: false, strings: true },
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true },
};
