import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { compileSearch, SEARCH_TIMEOUT_MS } from "./search-text";

export const regexReplace = tool({
  name: "regex_replace",
  description: "Replace what a JavaScript regular expression matches in a text.",
  parameters: z.object({
    text: z.string().describe("Where to search"),
    pattern: z.string().describe("The regular expression, without slashes"),
    replacement: z.string().describe("What comes instead; $1, $<name> and $& stand for what matched"),
    flags: z.string().default("g").describe("Flags; without g only the first match"),
  }),
  category: "text",
  timeout: SEARCH_TIMEOUT_MS,
  execute({ text, pattern, replacement, flags }) {
    const search = compileSearch(text, pattern, flags);
    if (!(search instanceof RegExp)) return { ...search, pattern };
    const replacements = search.global ? Array.from(text.matchAll(search)).length : search.test(text) ? 1 : 0;
    search.lastIndex = 0;
    return { result: text.replace(search, replacement), replacements, pattern, flags };
  },
});
