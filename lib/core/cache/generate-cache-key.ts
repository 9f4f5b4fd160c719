import { hashText } from "./hash-text";
import { stableStringify } from "./stable-stringify";

/** `prefix:tool:` with no colon doubled: what the keys of one tool's cache begin with. */
export function cachePrefix(prefix: string, toolName: string): string {
  return `${prefix.replace(/:+$/, "")}:${toolName}:`;
}

/**
 * A key for one tool and its parameters, `prefix:tool:` and 16 hex digits; equal for equal parameters in any order.
 * `undefined` when the parameters cannot be told apart from others.
 */
export function generateCacheKey(options: { toolName: string; params: unknown; prefix?: string }): string | undefined {
  const text = stableStringify(options.params);
  if (text === undefined) return undefined;
  const digest = hashText(`${options.toolName}:${text}`).slice(0, 16);
  return `${cachePrefix(options.prefix ?? "toolcache", options.toolName)}${digest}`;
}
