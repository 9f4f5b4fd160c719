import "server-only";
import { encodeBase64 } from "@/lib/core/call/base64";
import type { GuardedResponse } from "../guarded-fetch";

export interface BodyText {
  text: string;
  encoding: "text" | "base64";
  truncated: boolean;
}

const TEXT_TYPES =
  /^(?:text\/|multipart\/|message\/)|[/+](?:json|xml|javascript|ecmascript|x-www-form-urlencoded|yaml|x-yaml|graphql|sql|x-ndjson|csv)$/;

/**
 * The body as text in its declared charset, exactly as it was sent: no number is read and written again. What is neither
 * declared as text nor valid UTF-8 is base64.
 */
export function bodyText(
  response: Pick<GuardedResponse, "headers" | "body" | "truncated">,
  maxCharacters: number,
): BodyText {
  const contentType = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((part) => part.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  const isText = TEXT_TYPES.test(type) || charset !== undefined;
  const text = decode(response.body, charset ?? "utf-8", { lenient: isText || response.truncated });
  if (text === undefined || (!isText && text.includes("\0"))) {
    // Base64 is cut between groups of three bytes, so that what is there can be decoded.
    const bytes = response.body.subarray(0, Math.floor(maxCharacters / 4) * 3);
    const truncated = response.truncated || bytes.length < response.body.length;
    return { text: encodeBase64(bytes), encoding: "base64", truncated };
  }
  if (text.length <= maxCharacters) return { text, encoding: "text", truncated: response.truncated };
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(maxCharacters - 1));
  return { text: text.slice(0, splitsPair ? maxCharacters - 1 : maxCharacters), encoding: "text", truncated: true };
}

function decode(bytes: Uint8Array, charset: string, { lenient }: { lenient: boolean }): string | undefined {
  const decoder = decoderOf(charset, !lenient);
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A charset that nobody knows is read as UTF-8. */
function decoderOf(charset: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return new TextDecoder("utf-8", { fatal });
  }
}
