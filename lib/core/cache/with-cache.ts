import type { ParametersOutput, Tool, ToolOptions, ToolParameters } from "../tool/tool-types";
import { type CacheOptions, invalidCache } from "./cache-options";
import { CacheOfTool, type ToolCache } from "./tool-cache";

export type CachedTool<P extends ToolParameters, R> = Omit<Tool<P, R>, "with"> & {
  readonly cache: ToolCache<ParametersOutput<P>>;
  with(opts: ToolOptions): CachedTool<P, R>;
};

/**
 * The tool with a memory. Calls with equal parameters that run at the same time run once. What is given out is a copy. A
 * throw, a returned `{ error }`, and a result that cannot be copied are never kept. A call that needs a person's approval
 * always runs, unless `cacheApproved` says otherwise.
 *
 * @throws ToolwrightError `invalid-cache` or `invalid-duration`, saying which option is wrong and what to write instead.
 */
export function withCache<P extends ToolParameters, R>(tool: Tool<P, R>, options: CacheOptions = {}): CachedTool<P, R> {
  if (tool.sandbox !== undefined) {
    const fix = "Cache in a tool that calls it, or leave the cache out.";
    throw invalidCache("sandbox", "A tool that runs in a sandbox of its own cannot be cached.", fix);
  }
  const cache = new CacheOfTool(tool, options);
  const own: Pick<CachedTool<P, R>, "execute" | "with" | "cache"> = {
    execute: async (params, context) => cache.execute(params, context),
    with: (opts) => withCache(tool.with(opts), options),
    cache,
  };
  // Not by spreading: a name that is computed from options is computed when it is read.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(tool),
      ...Object.getOwnPropertyDescriptors(own),
    },
  ) as CachedTool<P, R>;
}

/** Whether a value was made by `withCache`, in this copy of the module or another. */
export function isCachedTool(value: unknown): value is CachedTool<ToolParameters, unknown> {
  const cache = (value as { cache?: Partial<ToolCache<unknown>> } | null | undefined)?.cache;
  return typeof cache?.report === "function" && typeof cache.onChange === "function";
}
