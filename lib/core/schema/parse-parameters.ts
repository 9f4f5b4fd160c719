import type { ToolParameters } from "../tool/tool-types";
import { isZodSchema } from "./is-zod-schema";
import { type Issue, limited, pathText, zodIssues } from "./issue-lines";
import { isStandardSchema, type StandardSchema } from "./standard-schema";
import { toolParametersSchema } from "./tool-parameters-schema";
import { validateJson } from "./validate-json";

export type ParsedParameters = { ok: true; parsed: unknown } | { ok: false; issues: Issue[] };

/**
 * Checks raw arguments once: Zod and other libraries with all they do, asynchronously too; plain JSON Schema with defaults.
 * Rejects only when the author's own schema code throws.
 */
export async function parseParameters(parameters: ToolParameters, raw: unknown): Promise<ParsedParameters> {
  if (isZodSchema(parameters)) {
    const result = await parameters.safeParseAsync(raw);
    return result.success ? { ok: true, parsed: result.data } : { ok: false, issues: zodIssues(result.error) };
  }
  if (isStandardSchema(parameters)) return parseStandard(parameters, raw);
  const { value, issues } = validateJson(toolParametersSchema(parameters), raw);
  return issues.length === 0 ? { ok: true, parsed: value } : { ok: false, issues: limited(issues) };
}

async function parseStandard(schema: StandardSchema, raw: unknown): Promise<ParsedParameters> {
  const result = await schema["~standard"].validate(raw);
  if (result.issues === undefined) return { ok: true, parsed: result.value };
  const issues = result.issues.map(({ path, message }): Issue => {
    const place = pathText((path ?? []).map((step) => (typeof step === "object" ? step.key : step)));
    // ArkType begins its messages with the path, which stands before them here anyway.
    return { path: place, message: message.startsWith(`${place} `) ? message.slice(place.length + 1) : message };
  });
  return { ok: false, issues: limited(issues) };
}
