import "server-only";
import { decodeBase64, encodeBase64 } from "@/lib/core/call/base64";
import {
  type EncodedBytes,
  type FetchAnswer,
  type FetchRequest,
  fetchNeedsApproval,
  fetchRequestSchema,
} from "@/lib/core/tool/fetch-request";
import { OutsideError } from "@/lib/core/tool/outside";
import type { SecretDoor } from "../../secrets/secret-door";
import type { GuardedResponse } from "../guarded-fetch";
import { redactBytes } from "../redact-bytes";
import { redactCut } from "../redact-cut";
import type { Service } from "../service";
import { fillHandles } from "./fill-handles";

const LARGEST_BODY = 5_000_000;
/** Shorter than what a call has when its author set no timeout, so that the tool hears which host was slow. */
const TIMEOUT_MS = 30_000;

/** What `fetch` of authored code stands on. */
export const fetchService: Service<FetchRequest> = {
  name: "fetch",
  input: fetchRequestSchema,
  needsApproval: fetchNeedsApproval,
  approvalOf: "call",
  openTo: "any-call",
  async execute(request, context) {
    const filled = await fillHandles(request, context.secrets);
    const response = await context.fetch({
      url: filled.url,
      method: request.method,
      headers: Object.fromEntries(filled.headers),
      ...(filled.body === undefined ? {} : { body: decoded(filled.body) }),
      maxBytes: LARGEST_BODY,
      timeoutMs: TIMEOUT_MS,
      signal: context.signal,
      ...(request.redirect === "follow" ? {} : { maxRedirects: 0 }),
    });
    if (
      request.redirect === "error" &&
      response.status >= 300 &&
      response.headers.some(([name]) => name === "location")
    ) {
      throw new OutsideError("outside-refused", `${request.url} redirects, and redirects were not wanted.`);
    }
    if (response.status < 200 || response.status > 599) {
      const host = new URL(response.url).host;
      throw new OutsideError(
        "outside-unreachable",
        `${host} answered with ${response.status}, which is no status of HTTP.`,
      );
    }
    const answer: FetchAnswer = {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers.map(([name, value]) => [name, value]),
      body: encoded(response, context.secrets),
      truncated: response.truncated,
      url: response.url,
      redirected: response.url !== new URL(filled.url).href,
    };
    return answer;
  },
};

function decoded(body: EncodedBytes): Uint8Array {
  if ("text" in body) return new TextEncoder().encode(body.text);
  const bytes = decodeBase64(body.base64);
  if (bytes === undefined) throw new OutsideError("outside-invalid-input", "The body is not base64.");
  return bytes;
}

/** Text goes through the redaction with the rest of the answer; other bytes are redacted here, where they can be read. */
function encoded({ body, truncated }: GuardedResponse, secrets: SecretDoor): EncodedBytes {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(body, { stream: truncated });
    return { text: truncated ? redactCut(text, secrets) : text };
  } catch {
    return { base64: encodeBase64(redactBytes(body, secrets, truncated)) };
  }
}
