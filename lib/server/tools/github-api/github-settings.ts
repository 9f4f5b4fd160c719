import "server-only";
import { z } from "zod";
import { baseUrl, optionalVariable, readOperatorSettings } from "../operator-settings";

const schema = z
  .object({ GITHUB_TOKEN: optionalVariable(z.string()), TOOLWRIGHT_GITHUB_URL: baseUrl("https://api.github.com") })
  .transform((values) => ({ token: values.GITHUB_TOKEN, url: values.TOOLWRIGHT_GITHUB_URL }));
export type GithubSettings = z.output<typeof schema>;

/** The operator's token, and where the API is: an Enterprise server has its own. */
export function readGithubSettings(source: Readonly<Record<string, string | undefined>>): GithubSettings {
  return readOperatorSettings(schema, source);
}
