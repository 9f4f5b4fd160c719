import "server-only";
import { z } from "zod";
import { present, queryWithDomains, type SearchProvider, type SearchResult } from "./search-provider";

const PERIOD = { day: "qdr:d", week: "qdr:w", month: "qdr:m", year: "qdr:y" } as const;

const hit = z.object({
  title: z.string(),
  link: z.string(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
  source: z.string().nullish(),
});
const answerSchema = z.object({
  organic: z.array(hit).nullish(),
  news: z.array(hit).nullish(),
  answerBox: z.object({ answer: z.string().nullish(), snippet: z.string().nullish() }).nullish(),
});

export const serper: SearchProvider = {
  title: "Serper",
  variable: "SERPER_API_KEY",
  unsupported: ({ searchDepth, includeRawContent }) => [
    ...(searchDepth === undefined ? [] : ["searchDepth"]),
    ...(includeRawContent ? ["includeRawContent"] : []),
  ],
  request: (params, { url, key }) => ({
    url: `${url}/${params.topic === "news" ? "news" : "search"}`,
    method: "POST",
    headers: { "x-api-key": key },
    body: {
      q: queryWithDomains(params),
      num: params.maxResults,
      page: params.page,
      ...present({
        tbs:
          params.dateRange === undefined
            ? params.recency && PERIOD[params.recency]
            : `cdr:1,cd_min:${american(params.dateRange.start)},cd_max:${american(params.dateRange.end)}`,
        gl: params.country?.toLowerCase(),
        hl: params.language?.toLowerCase(),
      }),
    },
  }),
  read(answer, params) {
    const read = answerSchema.parse(answer);
    const hits = (params.topic === "news" ? read.news : read.organic) ?? [];
    const results = hits.map(
      (result): SearchResult => ({
        title: result.title,
        url: result.link,
        snippet: result.snippet ?? "",
        ...present({ publishedAt: result.date, source: result.source }),
      }),
    );
    const short = read.answerBox?.answer ?? read.answerBox?.snippet;
    return params.includeAnswer && short ? { results, answer: short } : { results };
  },
};

/** `2026-11-30` as `11/30/2026`. */
function american(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}/${day}/${year}`;
}
