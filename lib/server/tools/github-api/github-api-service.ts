import "server-only";
import { type GithubApiParameters, githubApiNeedsApproval, githubApiParameters } from "@/lib/builtin/github-api";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { SecretDoor } from "../../secrets/secret-door";
import { type ApiAnswer, askApi } from "../ask-api";
import { redactCut } from "../redact-cut";
import { secretOrSetting } from "../secret-or-setting";
import type { Service } from "../service";
import { shorten } from "../shorten";
import { type GithubSettings, readGithubSettings } from "./github-settings";
import { planRequest } from "./plan-request";

const TIMEOUT_MS = 30_000;

export function createGithubApiService(
  settings: () => GithubSettings = () => readGithubSettings(process.env),
): Service<GithubApiParameters> {
  return {
    name: "github_api",
    input: githubApiParameters,
    needsApproval: githubApiNeedsApproval,
    openTo: "any-call",
    async execute(params, context): Promise<JsonValue> {
      const { action } = params;
      const { url, token: own } = settings();
      const token = await secretOrSetting(context.secrets, "GITHUB_TOKEN", new URL(url).hostname, own);
      if (token === undefined) return { error: "GITHUB_TOKEN environment variable not set", action };
      const request = planRequest(params);
      if (typeof request === "string") return { error: request, action };
      const { shape, path, method, body } = request;
      const answer = await askApi(
        {
          what: "GitHub API",
          url: `${url}${path}`,
          method,
          headers: {
            accept: "application/vnd.github+json",
            authorization: `Bearer ${token}`,
            "x-github-api-version": "2022-11-28",
          },
          key: token,
          ...(body === undefined ? {} : { body }),
          timeoutMs: TIMEOUT_MS,
        },
        context,
      );
      if (!answer.ok) return { error: failureText(answer, context.secrets), action };
      const read = shape.safeParse(answer.value);
      if (!read.success) return { error: "GitHub API sent an answer of another shape than it documents", action };
      return withoutCutSecret(read.data, context.secrets);
    },
  };
}

/** A file whose content was cut may have been cut in the middle of a value. */
function withoutCutSecret(value: JsonValue, secrets: SecretDoor): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { content, truncated } = value;
  return truncated === true && typeof content === "string" ? { ...value, content: redactCut(content, secrets) } : value;
}

/** `GitHub API error <status>: …` in GitHub's own words; a limit with the time when it ends. */
function failureText(answer: Extract<ApiAnswer, { ok: false }>, secrets: SecretDoor): string {
  const { status, text, headers } = answer;
  if (status === undefined) return answer.error;
  const said = messageOf(text, secrets);
  const isLimit =
    status === 429 || (status === 403 && (headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after")));
  return `GitHub API error ${status}: ${said}${isLimit ? limitText(headers) : ""}`;
}

const MAX_CHARACTERS = 1_000;

function messageOf(text: string, secrets: SecretDoor): string {
  let said = text;
  try {
    const { message, errors } = JSON.parse(text) as { message?: unknown; errors?: unknown };
    if (typeof message === "string") said = errors === undefined ? message : `${message} ${JSON.stringify(errors)}`;
  } catch {
    // Not GitHub's own words, from a proxy perhaps: as they are.
  }
  const short = shorten(said, MAX_CHARACTERS, secrets);
  return short.isCut ? `${short.text}…` : short.text;
}

function limitText(headers: ReadonlyMap<string, string>): string {
  const seconds = Number(headers.get("retry-after"));
  if (headers.has("retry-after") && Number.isFinite(seconds)) return ` (rate limit: try again in ${seconds} s)`;
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (!headers.has("x-ratelimit-reset") || !Number.isFinite(reset) || reset > 8.64e12) return " (rate limit)";
  return ` (rate limit: it is reset at ${new Date(reset * 1_000).toISOString()})`;
}
