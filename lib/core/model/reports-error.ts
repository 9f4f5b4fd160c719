import type { EncodedResult } from "../call/outcome";

/** Tools that return `{ error: … }` instead of throwing have failed, and must look so to a person and to the model. */
export function reportsError(result: EncodedResult): boolean {
  const value = result.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const error = value.error;
  return error !== undefined && error !== null && error !== false && error !== "";
}
