import "server-only";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { type WebScrapeParameters, webScrapeParameters } from "@/lib/builtin/web-scrape";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { allowedHosts } from "../allowed-hosts";
import { fetchFailure } from "../fetch-failure";
import type { GuardedResponse } from "../guarded-fetch";
import { redactBytes } from "../redact-bytes";
import { redactCut } from "../redact-cut";
import type { Service } from "../service";
import { shorten } from "../shorten";
import { PageReader } from "./page-reader";

const MAX_BYTES = 3_000_000;
const READ_MS = 5_000;
const MEMORY_MEGABYTES = 512;
const MAX_LABEL = 200;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

/** The built worker; the server is always started in the project's own directory. */
function workerFile(): string {
  return join(/* turbopackIgnore: true */ process.cwd(), "public", "workers", "read-page.cjs");
}

export function createWebScrapeService(
  reader = new PageReader({ file: workerFile(), timeoutMs: READ_MS, memoryMegabytes: MEMORY_MEGABYTES }),
): Service<WebScrapeParameters> {
  return {
    name: "web_scrape",
    input: webScrapeParameters,
    needsApproval: () => false,
    openTo: "any-call",
    async execute({ timeout, ...params }, context): Promise<JsonValue> {
      const { url, selector, format, maxLength, includeLinks, includeImages } = params;
      let response: GuardedResponse;
      try {
        response = await context.fetch({
          url,
          method: "GET",
          headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1" },
          maxBytes: MAX_BYTES,
          timeoutMs: timeout,
          signal: context.signal,
          allowedHosts: allowedHosts(context.settings),
        });
      } catch (error) {
        return { error: fetchFailure(error, { url, timeoutMs: timeout }), url };
      }
      const { status, body, headers } = response;
      if (status < 200 || status > 299) {
        return { error: `HTTP ${status}: ${response.statusText || (STATUS_CODES[status] ?? "")}`, url };
      }
      const contentType = headers.find(([name]) => name === "content-type")?.[1] ?? "";
      const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
      if (!HTML.test(type) && !(type === "" && looksLikeHtml(body))) {
        return { error: `Not an HTML page: ${type || "no content type"}`, url };
      }
      const job = {
        // One that the limit goes through is not read by half.
        bytes: response.truncated ? redactBytes(body, context.secrets, true) : body,
        contentType,
        url: response.url,
        selector,
        format,
        maxLength,
        includeLinks,
        includeImages,
      };
      const page = await reader.read(job, context.signal);
      if ("error" in page) return { error: page.error, url, ...(selector === undefined ? {} : { selector }) };
      const { title, links, images } = page;
      const truncated = page.truncated || response.truncated;
      const content = truncated ? redactCut(page.content, context.secrets) : page.content;
      const label = (text: string) => shorten(text, MAX_LABEL, context.secrets).text;
      const answer: { [member: string]: JsonValue } = {
        url: response.url,
        title,
        content,
        format,
        length: content.length,
        truncated,
      };
      if (links !== undefined) answer.links = links.map(({ text, href }) => ({ text: label(text), href }));
      if (images !== undefined) answer.images = images.map(({ alt, src }) => ({ alt: label(alt), src }));
      return answer;
    },
  };
}

function looksLikeHtml(body: Uint8Array): boolean {
  return /^\s*<(?:!doctype html|html|head|body)/i.test(new TextDecoder().decode(body.subarray(0, 1_000)));
}
