/** Whether a result reports an error: an Error, or an object with an `error` that says anything. */
export function isFailure(value: unknown): boolean {
  if (value instanceof Error) return true;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "error")) return false;
  const { error } = value as { error: unknown };
  return error !== undefined && error !== null && error !== false;
}
