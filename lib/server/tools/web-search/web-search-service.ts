import "server-only";
import { SEARCH_PROVIDERS, type WebSearchParameters, webSearchParameters } from "@/lib/builtin/web-search";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { askApi } from "../ask-api";
import { secretOrSetting } from "../secret-or-setting";
import type { Service, ServiceContext } from "../service";
import { brave } from "./brave";
import { present, type SearchAnswer, type SearchProvider } from "./search-provider";
import { serper } from "./serper";
import { tavily } from "./tavily";
import { readWebSearchSettings, type WebSearchSettings } from "./web-search-settings";

const TIMEOUT_MS = 30_000;

type ProviderName = (typeof SEARCH_PROVIDERS)[number];
const PROVIDERS: Readonly<Record<ProviderName, SearchProvider>> = { tavily, brave, serper };

export function createWebSearchService(
  settings: () => WebSearchSettings = () => readWebSearchSettings(process.env),
): Service<WebSearchParameters> {
  return {
    name: "web_search",
    input: webSearchParameters,
    needsApproval: () => false,
    openTo: "any-call",
    async execute(params, context): Promise<JsonValue> {
      const { query } = params;
      const chosen = await choose(params.provider, settings(), context);
      if ("error" in chosen) return { error: chosen.error, query };
      const { name, url, key } = chosen;
      const provider = PROVIDERS[name];
      const failed = (error: string) => ({ error, query, provider: name });
      if (params.recency !== undefined && params.dateRange !== undefined) {
        return failed("recency and dateRange cannot be used together");
      }
      const unsupported = provider.unsupported(params);
      if (unsupported.length > 0) return failed(`${provider.title} does not support ${unsupported.join(", ")}`);
      const request = provider.request(params, { url, key });
      const answer = await askApi({ ...request, key, what: `${provider.title} API`, timeoutMs: TIMEOUT_MS }, context);
      if (!answer.ok) return failed(answer.error);
      const read = readAnswer(provider, answer.value, params);
      if (read === undefined) return failed(`${provider.title} API sent an answer of another shape than it documents`);
      return {
        query,
        provider: name,
        results: read.results.slice(0, params.maxResults),
        ...present({ answer: read.answer }),
      };
    },
  };
}

async function choose(
  wanted: ProviderName | undefined,
  settings: WebSearchSettings,
  { secrets }: ServiceContext,
): Promise<{ name: ProviderName; url: string; key: string } | { error: string }> {
  for (const name of wanted === undefined ? SEARCH_PROVIDERS : [wanted]) {
    const { url, key: own } = settings[name];
    const key = await secretOrSetting(secrets, PROVIDERS[name].variable, new URL(url).hostname, own);
    if (key !== undefined) return { name, url, key };
  }
  if (wanted !== undefined) {
    const { variable } = PROVIDERS[wanted];
    return { error: `API key not found for ${wanted}. Set ${variable} environment variable.` };
  }
  const variables = SEARCH_PROVIDERS.map((name) => PROVIDERS[name].variable);
  return { error: `No search API key found. Set one of: ${variables.join(", ")}` };
}

function readAnswer(provider: SearchProvider, value: unknown, params: WebSearchParameters): SearchAnswer | undefined {
  try {
    return provider.read(value, params);
  } catch {
    return undefined;
  }
}
