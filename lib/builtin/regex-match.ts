import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { searchOutside } from "./search-outside";

export const regexMatch = tool({
  name: "regex_match",
  description:
    "Find what a JavaScript regular expression matches in a text, with positions, captures and named groups.",
  parameters: z.object({
    text: z.string().describe("Where to search"),
    pattern: z.string().describe("The regular expression, without slashes"),
    flags: z.string().default("g").describe("Flags; without g only the first match"),
  }),
  category: "text",
  execute: (parameters, context) => searchOutside({ kind: "match", ...parameters }, context),
});
