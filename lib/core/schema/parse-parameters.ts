import type { ToolParameters } from "../tool/tool-types";
import { isZodSchema } from "./is-zod-schema";
import { type Issue, limited, zodIssues } from "./issue-lines";
import { toolParametersSchema } from "./tool-parameters-schema";
import { validateJson } from "./validate-json";

export type ParsedParameters = { ok: true; parsed: unknown } | { ok: false; issues: Issue[] };

/**
 * Checks raw arguments once: Zod with async refinements, defaults and transforms; plain JSON Schema with defaults. Rejects
 * only when the author's own schema code throws.
 */
export async function parseParameters(parameters: ToolParameters, raw: unknown): Promise<ParsedParameters> {
  if (isZodSchema(parameters)) {
    const result = await parameters.safeParseAsync(raw);
    return result.success ? { ok: true, parsed: result.data } : { ok: false, issues: zodIssues(result.error) };
  }
  const { value, issues } = validateJson(toolParametersSchema(parameters), raw);
  return issues.length === 0 ? { ok: true, parsed: value } : { ok: false, issues: limited(issues) };
}
