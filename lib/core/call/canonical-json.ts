/**
 * One text for one JSON value: keys sorted by code unit at every depth, no white space, `undefined` members left out (as
 * `null` in arrays), `-0` written as `0`. Two values are equal exactly when their canonical texts are. The input must be
 * plain JSON data; use `toJsonValue` first for anything a program made.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value === undefined ? null : value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  const record = value as { [key: string]: unknown };
  const members: string[] = [];
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}
