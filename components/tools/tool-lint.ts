import { DIALECT_IDS, DIALECTS, type DialectId } from "@/lib/core/schema/dialects/dialect";
import type { LintFinding } from "@/lib/core/schema/dialects/finding";
import { type LintedTool, type LintVerdict, lintTool, verdictOf } from "@/lib/core/schema/dialects/lint-tool";

export interface LintCell {
  dialect: DialectId;
  verdict: LintVerdict;
  findings: readonly LintFinding[];
}

/** One tool with every provider. */
export interface LintRow {
  tool: LintedTool;
  cells: readonly LintCell[];
}

/** What a dot beside a tool's name says. */
export interface LintMark {
  severity: "error" | "warning";
  words: string;
}

const known = new WeakMap<object, LintRow>();

/** Every tool with every provider; made once for a described tool. */
export function lintRows(tools: readonly LintedTool[]): LintRow[] {
  return tools.map((tool) => {
    const found = known.get(tool);
    if (found !== undefined) return found;
    const cells = DIALECT_IDS.map((dialect): LintCell => {
      const findings = lintTool(tool, dialect);
      return { dialect, verdict: verdictOf(findings), findings };
    });
    const row = { tool, cells };
    known.set(tool, row);
    return row;
  });
}

/**
 * The worst that any provider makes of each tool. What is only sent in another form, or checked here instead of there, is
 * nothing to warn of; what cannot be sent is.
 */
export function lintMarks(tools: readonly LintedTool[]): Map<string, LintMark> {
  const marks = new Map<string, LintMark>();
  for (const { tool, cells } of lintRows(tools)) {
    const all = cells.flatMap(({ dialect, findings }) => findings.map((finding) => ({ dialect, finding })));
    const worst =
      all.find(({ finding }) => finding.severity === "problem") ??
      all.find(({ finding }) => finding.effect === "narrower");
    if (worst === undefined) continue;
    const { dialect, finding } = worst;
    const place = finding.path === "" ? "" : `${finding.path}: `;
    marks.set(tool.name, {
      severity: finding.severity === "problem" ? "error" : "warning",
      words: `${DIALECTS[dialect].label}: ${place}${finding.message}`,
    });
  }
  return marks;
}
