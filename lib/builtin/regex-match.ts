import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { compileSearch, SEARCH_TIMEOUT_MS } from "./search-text";

const MATCH_LIMIT = 10_000;

export const regexMatch = tool({
  name: "regex_match",
  description: "Find what a JavaScript regular expression matches in a text, with positions and groups.",
  parameters: z.object({
    text: z.string().describe("Where to search"),
    pattern: z.string().describe("The regular expression, without slashes"),
    flags: z.string().default("g").describe("Flags; without g only the first match"),
  }),
  category: "text",
  timeout: SEARCH_TIMEOUT_MS,
  execute({ text, pattern, flags }) {
    const search = compileSearch(text, pattern, flags);
    if (!(search instanceof RegExp)) return { ...search, pattern };
    const found = search.global ? text.matchAll(search) : [search.exec(text)];
    const matches: { match: string; index: number; captures?: (string | null)[]; groups?: Record<string, string> }[] =
      [];
    let cut = false;
    for (const match of found) {
      if (match === null) break;
      if (matches.length === MATCH_LIMIT) {
        cut = true;
        break;
      }
      const captures = match.slice(1).map((capture: string | undefined) => capture ?? null);
      matches.push({
        match: match[0],
        index: match.index,
        ...(captures.length > 0 ? { captures } : {}),
        ...(match.groups === undefined ? {} : { groups: { ...match.groups } }),
      });
    }
    return { matches, count: matches.length, pattern, flags, ...(cut ? { cut } : {}) };
  },
});
