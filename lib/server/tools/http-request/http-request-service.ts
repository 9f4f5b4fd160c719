import "server-only";
import {
  type HttpRequestParameters,
  httpRequestNeedsApproval,
  httpRequestParameters,
} from "@/lib/builtin/http-request";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { allowedHosts } from "../allowed-hosts";
import { fetchFailure } from "../fetch-failure";
import type { GuardedRequest, GuardedResponse } from "../guarded-fetch";
import type { Service, ServiceContext } from "../service";
import { bodyText } from "./body-text";

const MAX_CHARACTERS = 100_000;
/** A character is at most four bytes in every encoding that is read. */
const MAX_BYTES = MAX_CHARACTERS * 4;
const HANDLES = /\{\{secret:([^{}]*)\}\}/g;
const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

export const httpRequestService: Service<HttpRequestParameters> = {
  name: "http_request",
  input: httpRequestParameters,
  needsApproval: httpRequestNeedsApproval,
  openTo: "any-call",
  async execute(params, context) {
    const { url, method, timeout } = params;
    const filled = await fillSecrets(params, context);
    if ("missing" in filled) {
      const host = new URL(url).hostname;
      return { error: `The secret "${filled.missing}" is not granted to this tool for ${host}`, url, method };
    }
    const request: GuardedRequest = {
      url,
      method,
      headers: filled.headers,
      ...(WITH_BODY.has(method) && filled.body !== undefined ? { body: filled.body } : {}),
      maxBytes: MAX_BYTES,
      timeoutMs: timeout,
      signal: context.signal,
      allowedHosts: allowedHosts(context.settings),
    };
    let response: GuardedResponse;
    try {
      response = await context.fetch(request);
    } catch (error) {
      return { error: fetchFailure(error, { url, timeoutMs: timeout }), url, method };
    }
    const body = bodyText(response, MAX_CHARACTERS, context.secrets);
    const answer: { [key: string]: JsonValue } = {
      status: response.status,
      statusText: response.statusText,
      headers: headersOf(response),
      body: body.text,
      truncated: body.truncated,
      url: response.url,
      method,
    };
    if (body.encoding === "base64") answer.encoding = "base64";
    return answer;
  },
};

/** Puts secrets into headers and body, for this host only. A handle that stays is not sent: the other side has no use for it. */
async function fillSecrets(
  { url, headers, body }: HttpRequestParameters,
  { secrets }: ServiceContext,
): Promise<{ headers: Record<string, string>; body: string | undefined } | { missing: string }> {
  const host = new URL(url).hostname;
  let missing: string | undefined;
  const fill = async (text: string) => {
    const handles = [...text.matchAll(HANDLES)];
    if (handles.length === 0) return text;
    const filled = await secrets.fill(text, host);
    missing ??= handles.find(([handle]) => filled.includes(handle))?.[1];
    return filled;
  };
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) filled[name] = await fill(value);
  const filledBody = body === undefined ? undefined : await fill(body);
  return missing === undefined ? { headers: filled, body: filledBody } : { missing };
}

/** A header that came several times is one text, as HTTP reads it; cookies cannot be joined, so they are always a list. */
function headersOf({ headers }: GuardedResponse): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {};
  const cookies: string[] = [];
  for (const [name, value] of headers) {
    if (name === "set-cookie") cookies.push(value);
    else read[name] = Object.hasOwn(read, name) ? `${read[name]}, ${value}` : value;
  }
  if (cookies.length > 0) read["set-cookie"] = cookies;
  return read;
}
