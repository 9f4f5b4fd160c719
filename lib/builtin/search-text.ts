import { errorText } from "@/lib/core/errors/error-text";

/** Milliseconds a pattern may take; the place it runs in is ended then. */
export const SEARCH_TIMEOUT_MS = 5000;

export const SEARCH_LIMITS = {
  text: 1_000_000,
  pattern: 10_000,
  matches: 10_000,
  /** Characters of all matches, captures and groups together. */
  matchedText: 2_000_000,
  result: 5_000_000,
} as const;

/** What `regex_match` and `regex_replace` ask of a place that can be ended. */
export type SearchRequest = { text: string; pattern: string; flags: string } & (
  | { kind: "match" }
  | { kind: "replace"; replacement: string }
);

export type FoundMatch = {
  match: string;
  index: number;
  /** Numbered groups in order; null for one that took no part. */
  captures?: (string | null)[];
  groups?: { [name: string]: string | null };
};

export type SearchResult =
  | { error: string; pattern: string }
  | { matches: FoundMatch[]; count: number; pattern: string; flags: string; truncated?: true; notice?: string }
  | { result: string; replacements: number; pattern: string; flags: string };

/** The refusal of a text that is never searched, in the documented words. */
export function textTooLarge(text: string): string | undefined {
  return text.length > SEARCH_LIMITS.text
    ? `Text too large (${text.length} chars). Maximum: ${SEARCH_LIMITS.text}`
    : undefined;
}

/** The compiled pattern, or why there is none. */
export function compileSearch({ text, pattern, flags }: SearchRequest): RegExp | { error: string } {
  const tooLarge = textTooLarge(text);
  if (tooLarge !== undefined) return { error: tooLarge };
  if (pattern.length > SEARCH_LIMITS.pattern) {
    return { error: `Pattern too large (${pattern.length} chars). Maximum: ${SEARCH_LIMITS.pattern}` };
  }
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    return { error: errorText(error) };
  }
}

/** Searches a text. It may take for ever, so it runs where it can be ended or where the pattern is known to be quick. */
export function searchText(request: SearchRequest): SearchResult {
  const { pattern } = request;
  const search = compileSearch(request);
  if (!(search instanceof RegExp)) return { ...search, pattern };
  try {
    return request.kind === "match" ? found(search, request) : replaced(search, request);
  } catch (error) {
    return { error: errorText(error), pattern };
  }
}

function found(search: RegExp, { text, pattern, flags }: SearchRequest): SearchResult {
  const matches: FoundMatch[] = [];
  let characters = 0;
  let notice: string | undefined;
  for (const match of search.global ? text.matchAll(search) : [search.exec(text)]) {
    if (match === null) break;
    characters += match.reduce((sum, part: string | undefined) => sum + (part?.length ?? 0), 0);
    if (matches.length === SEARCH_LIMITS.matches) {
      notice = `There are more matches; only the first ${SEARCH_LIMITS.matches} are given.`;
    } else if (characters > SEARCH_LIMITS.matchedText) {
      notice = `There are more matches; only those with the first ${SEARCH_LIMITS.matchedText} characters are given.`;
    }
    if (notice !== undefined) break;
    matches.push(readMatch(match));
  }
  return {
    matches,
    count: matches.length,
    pattern,
    flags,
    ...(notice === undefined ? {} : { truncated: true, notice }),
  };
}

function readMatch(match: RegExpExecArray): FoundMatch {
  const captures = match.slice(1).map((capture: string | undefined) => capture ?? null);
  const groups = Object.entries(match.groups ?? {}).map(([name, text]: [string, string | undefined]) => [
    name,
    text ?? null,
  ]);
  return {
    match: match[0],
    index: match.index,
    ...(captures.length > 0 ? { captures } : {}),
    ...(groups.length > 0 ? { groups: Object.fromEntries(groups) } : {}),
  };
}

function replaced(search: RegExp, request: Extract<SearchRequest, { kind: "replace" }>): SearchResult {
  const { text, pattern, flags, replacement } = request;
  const before = replacement.split("$`").length - 1;
  const after = replacement.split("$'").length - 1;
  const others = replacement.split("$").length - 1 - before - after;
  let replacements = 0;
  let most = text.length;
  for (const match of search.global ? text.matchAll(search) : [search.exec(text)]) {
    if (match === null) break;
    replacements += 1;
    const longest = match.reduce((length, part: string | undefined) => Math.max(length, part?.length ?? 0), 0);
    most += replacement.length + before * match.index + after * (text.length - match.index) + others * longest;
    if (most > SEARCH_LIMITS.result) {
      return { error: `The result could be longer than ${SEARCH_LIMITS.result} characters`, pattern };
    }
  }
  search.lastIndex = 0;
  return { result: text.replace(search, replacement), replacements, pattern, flags };
}
