import { OutsideError } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { backtrackingSteps } from "./backtracking-steps";
import { compileSearch, type SearchRequest, type SearchResult, searchText } from "./search-text";

/** Well below a second on a slow machine. */
const QUICK_STEPS = 50_000_000;

/**
 * Searches in a place of the host that can be ended. Where there is none, only a pattern that is known to be quick on this
 * text runs, and any other is refused: a search cannot be interrupted from within.
 */
export async function searchOutside(request: SearchRequest, context: ToolContext): Promise<SearchResult> {
  const { pattern } = request;
  const compiled = compileSearch(request);
  if (!(compiled instanceof RegExp)) return { ...compiled, pattern };
  const outside = (context as Partial<ToolContext> | undefined)?.outside;
  if (outside !== undefined) {
    try {
      return (await outside.ask("regex", request, { signal: context.signal })) as SearchResult;
    } catch (error) {
      if (!OutsideError.isInstance(error) || !MISSING.has(error.code)) throw error;
    }
  }
  if (backtrackingSteps(pattern, request.text.length) <= QUICK_STEPS) return searchText(request);
  return {
    error:
      "This pattern may take very long on a text of this length, and there is no place here where it could be stopped. " +
      "Use a simpler pattern or a shorter text.",
    pattern,
  };
}

const MISSING: ReadonlySet<string> = new Set(["outside-missing", "outside-unknown-service"]);
