import type * as Monaco from "monaco-editor";

export const LIGHT_THEME = "toolwright-light";
export const DARK_THEME = "toolwright-dark";

/** Monaco takes hex colours only; these are the tokens of `app/globals.css`, by eye. */
export function defineThemes(monaco: typeof Monaco): void {
  monaco.editor.defineTheme(LIGHT_THEME, {
    base: "vs",
    inherit: true,
    rules: [
      { token: "comment", foreground: "5f686b" },
      { token: "string", foreground: "3f6212" },
      { token: "number", foreground: "6d3fa8" },
      { token: "keyword", foreground: "00596b" },
      { token: "type.identifier", foreground: "1d4f91" },
    ],
    colors: {
      "editor.background": "#fdfefe",
      "editor.foreground": "#1e2426",
      "editorLineNumber.foreground": "#646d70",
      "editorLineNumber.dimmedForeground": "#646d70",
      "editorLineNumber.activeForeground": "#3b4447",
      "editor.lineHighlightBackground": "#f1f4f4",
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": "#bfe0dc",
      "editorCursor.foreground": "#0f766e",
      "editorWidget.background": "#ffffff",
      "editorWidget.border": "#dfe3e4",
      focusBorder: "#1b8a80",
    },
  });
  monaco.editor.defineTheme(DARK_THEME, {
    base: "vs-dark",
    inherit: true,
    rules: [
      { token: "comment", foreground: "98a1a4" },
      { token: "string", foreground: "b7d99a" },
      { token: "number", foreground: "cbb2f0" },
      { token: "keyword", foreground: "6fd0c3" },
      { token: "type.identifier", foreground: "9fc6f2" },
    ],
    colors: {
      "editor.background": "#151a1b",
      "editor.foreground": "#e3e8e9",
      "editorLineNumber.foreground": "#939da0",
      "editorLineNumber.dimmedForeground": "#939da0",
      "editorLineNumber.activeForeground": "#b9c1c4",
      "editor.lineHighlightBackground": "#1d2324",
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": "#1f4f4b",
      "editorCursor.foreground": "#5cc9bb",
      "editorWidget.background": "#1d2324",
      "editorWidget.border": "#31393b",
      focusBorder: "#5cc9bb",
    },
  });
}
