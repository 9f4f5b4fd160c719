import { errorPlace } from "@/lib/core/errors/error-place";
import { describeThrown, errorText } from "@/lib/core/errors/error-text";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import type { DefinitionProblem } from "../described-definition";
import type { ToolMarks } from "./tool-marks";
import { UnknownImportError } from "./unknown-import-error";

export interface ProblemSources {
  modules: Readonly<Record<string, string>>;
  marks: ToolMarks;
  /** The file that was being loaded. */
  file: string;
}

/** Says what went wrong while a definition loaded, at the author's line where it can be known. */
export function problemFromError(error: unknown, { modules, marks, file }: ProblemSources): DefinitionProblem {
  if (error instanceof UnknownImportError) {
    return {
      code: "unknown-import",
      message: error.message,
      fix: `What can be imported: ${error.available.map((name) => `"${name}"`).join(", ")}. A tool with \`sandbox: { type: "webcontainer", dependencies }\` may use its npm packages and "node:…", inside of \`execute\` only.`,
      file: error.file,
      ...lineOf(modules[error.file], [`require('${error.specifier}')`, error.specifier]),
      severity: "error",
    };
  }
  const place = placeOf(error, file);
  if (error instanceof ToolwrightError) {
    const fix = typeof error.facts.fix === "string" ? error.facts.fix : undefined;
    const twice = error.code === "duplicate-name" ? marks.placesOf(String(error.facts.name)) : [];
    if (twice.length > 1) return duplicateName(String(error.facts.name), twice);
    return {
      code: error.code,
      message: fix ? error.message.replace(` ${fix}`, "") : error.message,
      ...(fix ? { fix } : {}),
      ...place,
      severity: "error",
    };
  }
  if (error instanceof SyntaxError && place.line === undefined) {
    return {
      code: "syntax",
      message: `Syntax error: ${errorText(error)}`,
      ...(/await/.test(errorText(error))
        ? { fix: "`await` at the top level of a file is not possible here; await inside `execute`." }
        : {}),
      file,
      severity: "error",
    };
  }
  return {
    code: "threw-on-load",
    message: `${file} threw while it was loaded: ${errorText(error) || describeThrown(error)}`,
    ...place,
    severity: "error",
  };
}

/** Both places by name; the marker stands at the later one. */
export function duplicateName(name: string, places: readonly { file: string; line?: number }[]): DefinitionProblem {
  const words = places.map(({ file, line }) => (line === undefined ? file : `${file}, line ${line}`));
  const last = places.at(-1);
  return {
    code: "duplicate-name",
    message: `${places.length === 2 ? "Two" : places.length} tools are named "${name}": ${words.join(" and ")}.`,
    fix: "Rename one of them; a model and a person call a tool by its name.",
    ...(last ? { file: last.file, line: last.line } : {}),
    severity: "error",
  };
}

function placeOf(error: unknown, file: string): { file: string; line?: number; column?: number } {
  const stack = typeof error === "object" && error !== null ? (error as { stack?: unknown }).stack : undefined;
  const place = typeof stack === "string" ? errorPlace(stack, errorText(error)) : undefined;
  // Without the column: lines are kept by the transpiler, columns are not.
  return place ? { file: place.file, line: place.line } : { file };
}

function lineOf(text: string | undefined, needles: readonly string[]): { line?: number } {
  for (const needle of needles) {
    const at = text?.indexOf(needle) ?? -1;
    if (text !== undefined && at !== -1) return { line: text.slice(0, at).split("\n").length };
  }
  return {};
}
