import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";

export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const HARMLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Visible text and tabs: a line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\u{10ffff}]*$/u;

export const httpRequestParameters = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(8_192)
    .describe("Where to"),
  method: z.enum(HTTP_METHODS).default("GET").describe("All but GET, HEAD and OPTIONS ask a person first"),
  headers: z
    .record(
      z.string().regex(HEADER_NAME, "is not a header name"),
      z.string().max(8_192).regex(HEADER_VALUE, "has a line break"),
    )
    .optional()
    .describe("Headers; a value may hold a secret's handle such as {{secret:NAME}}"),
  body: z.string().max(1_000_000).optional().describe("Sent with POST, PUT and PATCH only"),
  timeout: z.int().min(1_000).max(60_000).default(30_000).describe("Milliseconds for all of it, the body included"),
});
export type HttpRequestParameters = z.output<typeof httpRequestParameters>;

/** Whatever may change something at the other end. */
export function httpRequestNeedsApproval({ method }: Pick<HttpRequestParameters, "method">): boolean {
  return !HARMLESS_METHODS.has(method);
}

/** Option `allowedHosts`: host names or `*.example.com`, the only ones it may reach, also by a redirect. */
export const httpRequest = tool({
  name: "http_request",
  description:
    "Make an HTTP request to a public host and get status, headers and the first 100,000 characters of the body.",
  parameters: httpRequestParameters,
  category: "network",
  tags: ["http", "api", "request"],
  sideEffects: ["network", "external"],
  requiresApproval: httpRequestNeedsApproval,
  execute: (params, context) => askService(context, "http_request", params),
});
