import "server-only";
import { z } from "zod";
import { baseUrl, optionalVariable, readOperatorSettings } from "../operator-settings";

const schema = z
  .object({
    TAVILY_API_KEY: optionalVariable(z.string()),
    BRAVE_API_KEY: optionalVariable(z.string()),
    SERPER_API_KEY: optionalVariable(z.string()),
    TOOLWRIGHT_TAVILY_URL: baseUrl("https://api.tavily.com"),
    TOOLWRIGHT_BRAVE_URL: baseUrl("https://api.search.brave.com"),
    TOOLWRIGHT_SERPER_URL: baseUrl("https://google.serper.dev"),
  })
  .transform((values) => ({
    tavily: { key: values.TAVILY_API_KEY, url: values.TOOLWRIGHT_TAVILY_URL },
    brave: { key: values.BRAVE_API_KEY, url: values.TOOLWRIGHT_BRAVE_URL },
    serper: { key: values.SERPER_API_KEY, url: values.TOOLWRIGHT_SERPER_URL },
  }));
export type WebSearchSettings = z.output<typeof schema>;

/** Where the search providers are, and the operator's keys for them. */
export function readWebSearchSettings(source: Readonly<Record<string, string | undefined>>): WebSearchSettings {
  return readOperatorSettings(schema, source);
}
