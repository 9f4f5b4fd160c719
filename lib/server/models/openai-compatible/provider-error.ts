import "server-only";
import { APICallError, RetryError } from "ai";

export interface ProviderError {
  code: string;
  message: string;
  retryable: boolean;
}

const LONGEST_MESSAGE = 600;

/** Says in words what a provider's failure was; never shows the key, and names tools where a provider only counts them. */
export class ProviderErrorReader {
  readonly #apiKey: string | undefined;
  readonly #toolNames: readonly string[];

  constructor(options: { apiKey: string | undefined; toolNames: readonly string[] }) {
    this.#apiKey = options.apiKey;
    this.#toolNames = options.toolNames;
  }

  read(error: unknown): ProviderError {
    if (RetryError.isInstance(error)) return this.read(error.lastError);
    if (APICallError.isInstance(error)) return this.#readCall(error);
    const message = this.#clean(messageOf(error));
    if (isMalformed(error)) {
      return {
        code: "malformed-stream",
        message: `The provider's answer could not be read: ${message}`,
        retryable: true,
      };
    }
    return { code: "provider-error", message: `The provider reported an error: ${message}`, retryable: true };
  }

  #readCall(error: APICallError): ProviderError {
    const status = error.statusCode;
    const said = this.#clean(error.message);
    if (status === undefined) {
      return { code: "provider-unreachable", message: `The provider cannot be reached: ${said}`, retryable: true };
    }
    const told = (code: string, words: string): ProviderError => ({
      code,
      message: `${words} (HTTP ${status}): ${said}`,
      retryable: error.isRetryable,
    });
    if (status === 401 || status === 403) {
      return told("provider-auth", "The provider refused the key; check TOOLWRIGHT_OPENAI_API_KEY on the server");
    }
    if (status === 429) return told("provider-rate-limit", "The provider's rate limit is reached; wait and try again");
    if (status === 404) return told("provider-not-found", "The provider does not know this model or address");
    if (status >= 500) return told("provider-unavailable", "The provider is not available now");
    return told("provider-refused", "The provider refused the request");
  }

  #clean(text: string): string {
    const withoutKey =
      this.#apiKey === undefined || this.#apiKey === "" ? text : text.replaceAll(this.#apiKey, "[key removed]");
    const named = withoutKey.replace(/tools(?:\[(\d+)\]|\.(\d+))/g, (place, bracketed, dotted) => {
      const name = this.#toolNames[Number(bracketed ?? dotted)];
      return name === undefined ? place : `${place} ("${name}")`;
    });
    return named.length > LONGEST_MESSAGE ? `${named.slice(0, LONGEST_MESSAGE)}…` : named;
  }
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  // An error event in the middle of a stream comes as the bare object that the provider sent.
  if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") {
    return error.message;
  }
  return JSON.stringify(error) ?? String(error);
}

function isMalformed(error: unknown): boolean {
  return (
    error instanceof Error &&
    ["AI_JSONParseError", "AI_TypeValidationError", "AI_InvalidResponseDataError"].includes(error.name)
  );
}
