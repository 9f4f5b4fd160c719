import { errorText } from "@/lib/core/errors/error-text";

export const SEARCHED_TEXT_LIMIT = 1_000_000;
/** The host ends the place the search runs in when a pattern takes longer. */
export const SEARCH_TIMEOUT_MS = 5000;

/** A compiled pattern, or why there is none, in the documented words. */
export function compileSearch(text: string, pattern: string, flags: string): RegExp | { error: string } {
  if (text.length > SEARCHED_TEXT_LIMIT) {
    return { error: `Text too large (${text.length} chars). Maximum: ${SEARCHED_TEXT_LIMIT}` };
  }
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    return { error: errorText(error) };
  }
}
