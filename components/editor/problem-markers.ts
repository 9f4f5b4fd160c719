import type * as MonacoModule from "monaco-editor";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";

type Marker = MonacoModule.editor.IMarkerData;

/** What Monaco's `MarkerSeverity` is in numbers; its module is only there after it was loaded. */
const SEVERITY = { error: 8, warning: 4 } as const;

/** The problems of one file as the editor draws them: at the column where it is known, else under the whole line. */
export function problemMarkers(
  problems: readonly DefinitionProblem[],
  path: string,
  lineText: (line: number) => string,
  lineCount: number,
): Marker[] {
  return problems
    .filter((problem) => problem.file === path)
    .map((problem) => {
      const line = Math.min(Math.max(1, problem.line ?? 1), Math.max(1, lineCount));
      const text = lineText(line);
      const indent = text.length - text.trimStart().length;
      const end = Math.max(text.trimEnd().length + 1, indent + 2);
      const start = problem.column === undefined ? indent + 1 : Math.min(problem.column, end - 1);
      return {
        severity: SEVERITY[problem.severity] as MonacoModule.MarkerSeverity,
        message: problem.fix ? `${problem.message}\n${problem.fix}` : problem.message,
        source: "toolwright",
        code: problem.code,
        startLineNumber: line,
        endLineNumber: line,
        startColumn: Math.max(1, start),
        endColumn: end,
      };
    });
}
