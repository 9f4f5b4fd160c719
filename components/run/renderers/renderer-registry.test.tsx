// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { encodeResult } from "@/lib/core/call/encode-result";
import { TooltipProvider } from "../../ui/tooltip";
import { RENDERERS, rendererFor } from "./renderer-registry";

afterEach(cleanup);

/** Of `lib/builtin`, which the screens do not import: a name here that no tool has would never be drawn. */
const sources = import.meta.glob<string>("../../../lib/builtin/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

function drawn(tool: string, values: Record<string, string>, returned: unknown): string {
  const result = encodeResult(returned);
  const text = result.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const node = rendererFor(tool).result?.(text, values, result);
  return render(<TooltipProvider>{node}</TooltipProvider>).container.textContent ?? "";
}

describe("the renderers of the built-in tools", () => {
  it("go by names that the tools have", () => {
    const code = Object.values(sources).join("\n");
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    for (const name of RENDERERS.keys()) expect(code).toContain(`name: "${name}"`);
  });

  it("draw what exec printed on both streams, and its exit code", () => {
    const returned = { stdout: "out\n", stderr: "err\n", exitCode: 3, command: "x" };
    const text = drawn("exec", { command: "x" }, returned);
    expect(text).toContain("out\nerr");
    expect(text).toContain("exit code 3");
    expect(text).not.toContain("stdout");
  });

  it("draw the file that file_read gave, and leave bytes to the JSON view", () => {
    const returned = { content: "const a = 1;", path: "a.ts", encoding: "utf-8", size: 12 };
    expect(drawn("file_read", { path: "a.ts" }, returned)).toContain("const a = 1;");
    expect(drawn("file_read", { path: "a.ts" }, returned)).not.toContain("encoding");
    expect(drawn("file_read", { path: "a.ts" }, { ...returned, encoding: "base64" })).toBe("");
  });

  it("draw the rows of a database as a table, and an answer of another shape as JSON", () => {
    const returned = {
      rows: [
        { name: "Ada", age: 36, note: null },
        { name: "Grace", age: 85, note: { born: 1906 } },
      ],
      rowCount: 2,
      truncated: true,
      database: "sqlite",
      executionTime: 3,
      notice: "There are more rows; only the first 2 are given.",
    };
    const text = drawn("sql_query", { query: "SELECT" }, returned);
    expect(text).toContain("nameagenoteAda36nullGrace85");
    expect(text).toContain("2 rows from sqlite, 3 ms");
    expect(text).toContain("There are more rows");
    expect(document.querySelectorAll("th[scope=col]")).toHaveLength(3);
    expect(drawn("sql_query", {}, { ...returned, rows: [], rowCount: 0 })).toContain("No rows.");
    expect(drawn("sql_query", {}, { rows: "none" })).toBe("");
  });
});
