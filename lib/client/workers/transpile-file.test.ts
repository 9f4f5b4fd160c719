import { describe, expect, test } from "vitest";
import { transpileFile } from "./transpile-file";

describe("transpileFile", () => {
  test("keeps every line where it is", () => {
    const text =
      'import { z } from "zod";\ninterface A {\n  b: string;\n}\nenum E {\n  One,\n}\nconst here: A = { b: E[0] } satisfies A;\nexport default [here, z];\n';
    const result = transpileFile("tools/a.ts", text);
    expect(result.ok && result.code.split("\n")[7]).toContain("here");
    expect(result.ok && result.code.split("\n").length).toBe(text.split("\n").length);
  });

  test("turns imports into `require` and leaves out what is only a type", () => {
    const result = transpileFile(
      "tools/a.ts",
      'import type { Tool } from "toolwright";\nimport { z } from "zod";\nexport const a: Tool = z;',
    );
    expect(result.ok && result.code).toContain("require('zod')");
    expect(result.ok && result.code).not.toContain("toolwright");
  });

  test.each([
    ["const x = ;", 1, 11],
    ["const a = 1;\nfunction (", 2, 11],
    ["\n\n  foo(]", 3, 7],
  ])("says where %j breaks off", (text, line, column) => {
    const result = transpileFile("tools/a.ts", text);
    expect(result).toMatchObject({
      ok: false,
      problem: { code: "syntax", file: "tools/a.ts", line, severity: "error" },
    });
    if (!result.ok) {
      expect(Math.abs((result.problem.column ?? 0) - column)).toBeLessThanOrEqual(1);
      expect(result.problem.message).not.toContain("Error transforming");
    }
  });
});
