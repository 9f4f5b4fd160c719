import "server-only";
import type { WebSearchParameters } from "@/lib/builtin/web-search";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { ApiRequest } from "../ask-api";

/** Beside these, where the provider tells them: `score`, `publishedAt`, `source`, `content`. */
export type SearchResult = { title: string; url: string; snippet: string; [more: string]: string | number };

export interface SearchAnswer {
  results: SearchResult[];
  /** A short answer in words. */
  answer?: string;
}

export interface SearchProvider {
  /** As errors call it. */
  readonly title: string;
  readonly variable: string;
  /** Parameters that this provider cannot honour; asking for one is an error rather than a silent loss. */
  readonly unsupported: (params: WebSearchParameters) => string[];
  request(
    params: WebSearchParameters,
    place: { url: string; key: string },
  ): Omit<ApiRequest, "what" | "timeoutMs" | "key">;
  /** Throws when the answer has another shape. */
  read(answer: unknown, params: WebSearchParameters): SearchAnswer;
}

/** The query with domains in the words that search engines take: all of the wanted ones, none of the unwanted. */
export function queryWithDomains({ query, includeDomains, excludeDomains }: WebSearchParameters): string {
  const wanted = (includeDomains ?? []).map((domain) => `site:${domain}`).join(" OR ");
  const unwanted = (excludeDomains ?? []).map((domain) => `-site:${domain}`).join(" ");
  return [query, includeDomains !== undefined && includeDomains.length > 1 ? `(${wanted})` : wanted, unwanted]
    .filter((part) => part !== "")
    .join(" ");
}

/** The members that are there and not empty. */
export function present<V extends JsonValue>(members: { [name: string]: V | undefined | null }): { [name: string]: V } {
  const kept: { [name: string]: V } = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && value !== null && value !== "") kept[name] = value;
  }
  return kept;
}
