/**
 * What a file may use without importing it, as examples in the documentation do: every name of the kit, and `z`. From the
 * modules that the same file could import, so that both ways give the same thing.
 */
export function documentedNames(packages: Readonly<Record<string, object>>): Record<string, unknown> {
  const { __esModule: _mark, ...kit } = (packages.toolwright ?? {}) as Record<string, unknown>;
  const { z } = (packages.zod ?? {}) as { z?: unknown };
  return { ...kit, ...(z === undefined ? {} : { z }) };
}
