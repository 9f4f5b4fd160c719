import { transform } from "sucrase";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";

export type TranspiledFile = { ok: true; code: string } | { ok: false; problem: DefinitionProblem };

/**
 * One TypeScript file to JavaScript that the tool host can link: types taken out, `import` turned into `require`, every
 * line kept where it is. Types are not checked here; the editor does that.
 */
export function transpileFile(path: string, text: string): TranspiledFile {
  try {
    const { code } = transform(text, {
      transforms: ["typescript", "imports"],
      filePath: path,
      disableESTransforms: true,
      preserveDynamicImport: false,
    });
    return { ok: true, code };
  } catch (error) {
    return { ok: false, problem: syntaxProblem(path, error) };
  }
}

function syntaxProblem(path: string, error: unknown): DefinitionProblem {
  const said = error instanceof Error ? error.message : String(error);
  const { loc } = error as { loc?: { line?: number; column?: number } };
  const message = said.replace(/^Error transforming [^:]+: /, "").replace(/ \(\d+:\d+\)$/, "");
  return {
    code: "syntax",
    message: `Syntax error: ${message}`,
    file: path,
    ...(loc?.line ? { line: loc.line } : {}),
    // The parser counts columns from 0, people and editors from 1.
    ...(loc?.column === undefined ? {} : { column: loc.column + 1 }),
    severity: "error",
  };
}
