import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";

export const SEARCH_PROVIDERS = ["tavily", "brave", "serper"] as const;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const domains = z
  .array(z.string().regex(DOMAIN, "must be a bare domain such as example.com, without https:// or a path"))
  .min(1)
  .max(20);

export const webSearchParameters = z.object({
  query: z.string().trim().min(1).max(1_000).describe("What to look for"),
  provider: z.enum(SEARCH_PROVIDERS).optional().describe("Left out: the first one that has a key"),
  maxResults: z.int().min(1).max(20).default(5).describe("How many results"),
  page: z.int().min(1).max(10).default(1).describe("Which page of results (brave, serper)"),
  searchDepth: z.enum(["basic", "advanced", "fast", "ultra-fast"]).optional().describe("How thoroughly (tavily)"),
  includeAnswer: z.boolean().default(false).describe("A short answer as well (tavily, serper)"),
  includeRawContent: z.boolean().default(false).describe("The text of each page as well (tavily)"),
  topic: z.enum(["general", "news"]).default("general").describe("What kind of pages"),
  recency: z.enum(["day", "week", "month", "year"]).optional().describe("No older than this"),
  dateRange: z
    .object({ start: z.iso.date().describe("First day"), end: z.iso.date().describe("Last day") })
    .refine(({ start, end }) => start <= end, "start is after end")
    .optional()
    .describe("Published between these days; not together with recency"),
  includeDomains: domains.optional().describe("Only these bare domains"),
  excludeDomains: domains.optional().describe("Not these bare domains"),
  country: z
    .string()
    .regex(/^[a-z]{2}$/i, "must be a two-letter country code such as DE")
    .optional()
    .describe("Two-letter country code whose results come first"),
  language: z
    .string()
    .regex(/^[a-z]{2}$/i, "must be a two-letter language code such as de")
    .optional()
    .describe("Two-letter language code of the results (brave, serper)"),
});
export type WebSearchParameters = z.output<typeof webSearchParameters>;

export const webSearch = tool({
  name: "web_search",
  description: "Search the web and get titles, addresses and snippets.",
  parameters: webSearchParameters,
  category: "web",
  tags: ["search", "web", "internet"],
  sideEffects: ["network"],
  execute: (params, context) => askService(context, "web_search", params),
});
