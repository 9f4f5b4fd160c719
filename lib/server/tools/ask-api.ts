import "server-only";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { fetchFailure } from "./fetch-failure";
import type { ServiceContext } from "./service";
import { shorten } from "./shorten";

export interface ApiRequest {
  /** How the errors call it, such as `Tavily API`. */
  what: string;
  url: string;
  method?: string;
  headers: Readonly<Record<string, string>>;
  /** The key that stands in the headers. */
  key: string;
  /** Sent as JSON. */
  body?: JsonValue;
  timeoutMs: number;
}

export type ApiAnswer =
  | { ok: true; value: unknown; headers: ReadonlyMap<string, string> }
  | { ok: false; error: string; status?: number; headers: ReadonlyMap<string, string>; text: string };

const MAX_BYTES = 8_000_000;
const MAX_ERROR_CHARACTERS = 1_000;

/**
 * One question to a provider's JSON API. The key goes to the origin of `url` only, and is taken out of whatever the provider
 * says in an error.
 */
export async function askApi(
  request: ApiRequest,
  context: Pick<ServiceContext, "fetch" | "signal" | "secrets">,
): Promise<ApiAnswer> {
  const { what, url, timeoutMs } = request;
  const nothing = { headers: new Map<string, string>(), text: "" };
  try {
    const response = await context.fetch({
      url,
      method: request.method ?? "GET",
      headers: {
        accept: "application/json",
        ...request.headers,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      maxBytes: MAX_BYTES,
      timeoutMs,
      signal: context.signal,
    });
    const headers = new Map(response.headers);
    const whole = new TextDecoder().decode(response.body);
    if (response.status < 200 || response.status > 299) {
      const text = whole.replaceAll(request.key, "[key]");
      const said = shorten(text, MAX_ERROR_CHARACTERS, context.secrets);
      return {
        ok: false,
        error: `${what} error: ${response.status} ${said.text}${said.isCut ? "…" : ""}`.trim(),
        status: response.status,
        headers,
        text,
      };
    }
    if (response.truncated) return { ok: false, error: `${what} sent more than ${MAX_BYTES} bytes`, headers, text: "" };
    try {
      return { ok: true, value: whole === "" ? null : JSON.parse(whole), headers };
    } catch {
      return { ok: false, error: `${what} sent something that is not JSON`, headers, text: "" };
    }
  } catch (error) {
    return { ok: false, error: fetchFailure(error, { url, timeoutMs, what: `${what} request` }), ...nothing };
  }
}
