import { describe, expect, test } from "vitest";
import { problemMarkers } from "./problem-markers";

const TEXT = ["const a = 1;", "  const b = ;", ""];
const markers = (problem: { file?: string; line?: number; column?: number; fix?: string; severity?: "warning" }) =>
  problemMarkers(
    [{ code: "syntax", message: "Wrong.", severity: "error", ...problem }],
    "tools/a.ts",
    (line) => TEXT[line - 1] ?? "",
    TEXT.length,
  );

describe("problemMarkers", () => {
  test("draws from the column to the end of the line", () => {
    expect(markers({ file: "tools/a.ts", line: 2, column: 13 })).toMatchObject([
      { startLineNumber: 2, startColumn: 13, endColumn: 14, severity: 8, source: "toolwright" },
    ]);
  });

  test("draws under the whole text of the line when the column is not known", () => {
    expect(markers({ file: "tools/a.ts", line: 2 })).toMatchObject([{ startColumn: 3, endColumn: 14 }]);
  });

  test("draws a problem without a line at the top, and one past the end at the end", () => {
    expect(markers({ file: "tools/a.ts" })).toMatchObject([{ startLineNumber: 1 }]);
    expect(markers({ file: "tools/a.ts", line: 99, column: 99 })).toMatchObject([{ startLineNumber: 3 }]);
  });

  test("a marker is never empty, so it can be seen on an empty line", () => {
    for (const marker of markers({ file: "tools/a.ts", line: 3, column: 1 })) {
      expect(marker.endColumn).toBeGreaterThan(marker.startColumn);
    }
  });

  test("says the fix, too, and leaves other files alone", () => {
    expect(markers({ file: "tools/a.ts", fix: "Do this." })[0]?.message).toBe("Wrong.\nDo this.");
    expect(markers({ file: "agent.ts" })).toEqual([]);
    expect(markers({})).toEqual([]);
  });
});
