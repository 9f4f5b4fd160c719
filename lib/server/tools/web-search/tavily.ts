import "server-only";
import { z } from "zod";
import { present, type SearchProvider, type SearchResult } from "./search-provider";

const answerSchema = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      score: z.number().nullish(),
      raw_content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

export const tavily: SearchProvider = {
  title: "Tavily",
  variable: "TAVILY_API_KEY",
  unsupported: ({ page, language, country, topic }) => [
    ...(page > 1 ? ["page"] : []),
    ...(language === undefined ? [] : ["language"]),
    ...(country !== undefined && topic === "news" ? ["country together with topic news"] : []),
  ],
  request: (params, { url, key }) => ({
    url: `${url}/search`,
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: {
      query: params.query,
      max_results: params.maxResults,
      topic: params.topic,
      include_answer: params.includeAnswer,
      include_raw_content: params.includeRawContent,
      ...present({
        search_depth: params.searchDepth,
        time_range: params.recency,
        start_date: params.dateRange?.start,
        end_date: params.dateRange?.end,
        include_domains: params.includeDomains,
        exclude_domains: params.excludeDomains,
        country: params.country === undefined ? undefined : countryName(params.country),
      }),
    },
  }),
  read(answer, params) {
    const read = answerSchema.parse(answer);
    const results = read.results.map(
      (result): SearchResult => ({
        title: result.title ?? "",
        url: result.url,
        snippet: result.content ?? "",
        ...present({
          score: result.score,
          publishedAt: result.published_date,
          content: params.includeRawContent ? result.raw_content : undefined,
        }),
      }),
    );
    return read.answer ? { results, answer: read.answer } : { results };
  },
};

/** Tavily takes the English name of a country. */
function countryName(code: string): string {
  return (new Intl.DisplayNames("en", { type: "region" }).of(code.toUpperCase()) ?? code).toLowerCase();
}
