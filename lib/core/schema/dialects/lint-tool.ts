import { suggestToolName } from "../../tool/tool-name";
import type { ToolSchema } from "../../tool/tool-types";
import type { SchemaWarning } from "../zod-to-json-schema";
import { DIALECTS, type DialectId } from "./dialect";
import type { LintFinding, SchemaFinding } from "./finding";
import { toDialect } from "./to-dialect";

/** A tool as it is told, and what of its parameters got lost when they were written as JSON Schema. */
export interface LintedTool extends ToolSchema {
  untold?: readonly SchemaWarning[] | undefined;
}

/** How a tool stands with one provider. */
export type LintVerdict = "ok" | "rewritten" | "problem";

/**
 * Everything about a tool that one provider does not take as it stands: its name, its description, and every place of its
 * schema. Pure; the schema's part is made once per schema object.
 */
export function lintTool(tool: LintedTool, id: DialectId): LintFinding[] {
  const dialect = DIALECTS[id];
  const findings: SchemaFinding[] = [];
  if (!dialect.name.pattern.test(tool.name)) {
    const alias = providerName(tool.name, id);
    findings.push({
      path: "",
      rule: "name",
      severity: "rewritten",
      effect: "same",
      message: `${dialect.label} refuses the name "${tool.name.slice(0, 80)}": it takes ${dialect.name.words}.`,
      fix: `Rename the tool to "${alias}".`,
      rewrite: `sent as "${alias}", and its calls under the own name`,
    });
  }
  if (tool.description.trim() === "") {
    findings.push({
      path: "",
      rule: "no-description",
      severity: "rewritten",
      effect: "same",
      message: "The tool has no description, and a model chooses by it.",
      fix: "Say in one or two sentences what it does.",
      rewrite: "an empty description",
    });
  }
  const longest = dialect.longestDescription;
  if (longest !== undefined && tool.description.length > longest) {
    findings.push({
      path: "",
      rule: "long-description",
      severity: "rewritten",
      effect: "looser",
      message: `${dialect.label} takes at most ${longest.toLocaleString("en")} characters of description; this one has ${tool.description.length.toLocaleString("en")}.`,
      fix: "Shorten it, and move what is about one member into its `.describe()`.",
      rewrite: "its beginning",
    });
  }
  for (const { path, rule, message, fix } of tool.untold ?? []) {
    const effect = rule === "never-satisfied" ? "narrower" : "looser";
    findings.push({ path, rule, severity: "rewritten", effect, message, fix, rewrite: '"anything"' });
  }
  return [...findings, ...toDialect(tool.parameters, id).findings].map((finding) => ({ tool: tool.name, ...finding }));
}

export function verdictOf(findings: readonly LintFinding[]): LintVerdict {
  if (findings.some(({ severity }) => severity === "problem")) return "problem";
  return findings.length > 0 ? "rewritten" : "ok";
}

/** The tool's own name where the provider takes it, and the nearest one that it takes otherwise. */
export function providerName(name: string, id: DialectId): string {
  const { pattern, longest } = DIALECTS[id].name;
  if (pattern.test(name)) return name;
  const suggestion = suggestToolName(name).slice(0, longest);
  return pattern.test(suggestion) ? suggestion : `_${suggestion}`.slice(0, longest);
}
