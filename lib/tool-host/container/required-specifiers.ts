/** What a transpiled file asks `require` for, also where an `import()` became one. */
export function requiredSpecifiers(code: string): string[] {
  const found = [...code.matchAll(/\brequire\(\s*(["'])([^"'\n]+)\1\s*\)/g)].map((match) => match[2] ?? "");
  return [...new Set(found)];
}
