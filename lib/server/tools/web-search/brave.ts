import "server-only";
import { z } from "zod";
import { present, queryWithDomains, type SearchProvider, type SearchResult } from "./search-provider";

const FRESHNESS = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

const hit = z.object({
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
  age: z.string().nullish(),
  profile: z.object({ name: z.string().nullish() }).nullish(),
  meta_url: z.object({ hostname: z.string().nullish() }).nullish(),
});
const webSchema = z.object({ web: z.object({ results: z.array(hit) }).nullish() });
const newsSchema = z.object({ results: z.array(hit) });

export const brave: SearchProvider = {
  title: "Brave",
  variable: "BRAVE_API_KEY",
  unsupported: ({ searchDepth, includeAnswer, includeRawContent }) => [
    ...(searchDepth === undefined ? [] : ["searchDepth"]),
    ...(includeAnswer ? ["includeAnswer"] : []),
    ...(includeRawContent ? ["includeRawContent"] : []),
  ],
  request(params, { url, key }) {
    const { recency, dateRange } = params;
    const query = new URLSearchParams({
      q: queryWithDomains(params),
      count: String(params.maxResults),
      offset: String(params.page - 1),
      text_decorations: "false",
      ...present({
        freshness: dateRange === undefined ? recency && FRESHNESS[recency] : `${dateRange.start}to${dateRange.end}`,
        country: params.country?.toUpperCase(),
        search_lang: params.language?.toLowerCase(),
      }),
    });
    return {
      url: `${url}/res/v1/${params.topic === "news" ? "news" : "web"}/search?${query}`,
      headers: { "x-subscription-token": key },
    };
  },
  read(answer, params) {
    const hits =
      params.topic === "news" ? newsSchema.parse(answer).results : (webSchema.parse(answer).web?.results ?? []);
    const results = hits.map(
      (result): SearchResult => ({
        title: result.title,
        url: result.url,
        snippet: result.description ?? "",
        ...present({
          publishedAt: result.page_age ?? result.age,
          source: result.profile?.name ?? result.meta_url?.hostname,
        }),
      }),
    );
    return { results };
  },
};
