import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { searchOutside } from "./search-outside";

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
  execute: (parameters, context) => searchOutside({ kind: "replace", ...parameters }, context),
});
