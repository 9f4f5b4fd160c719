import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";

export const webScrapeParameters = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(8_192)
    .describe("The page"),
  selector: z.string().trim().min(1).max(500).optional().describe("CSS selector of the part that is wanted"),
  format: z.enum(["text", "markdown", "html"]).default("text").describe("How to write the content"),
  maxLength: z.int().min(100).max(100_000).default(50_000).describe("Characters of content"),
  timeout: z.int().min(1_000).max(60_000).default(30_000).describe("Milliseconds for all of it"),
  includeLinks: z.boolean().default(false).describe("The first 50 links as well"),
  includeImages: z.boolean().default(false).describe("The first 20 images as well"),
});
export type WebScrapeParameters = z.output<typeof webScrapeParameters>;

/** Option `allowedHosts`: host names or `*.example.com`, the only ones it may read, also by a redirect. */
export const webScrape = tool({
  name: "web_scrape",
  description:
    "Read a public web page, or the part that a CSS selector names, as text, Markdown or HTML. Scripts are not run.",
  parameters: webScrapeParameters,
  category: "web",
  tags: ["scrape", "web", "html"],
  sideEffects: ["network"],
  execute: (params, context) => askService(context, "web_scrape", params),
});
