import "server-only";
import { encodeBase64 } from "@/lib/core/call/base64";
import type { SecretDoor } from "../../secrets/secret-door";
import type { GuardedResponse } from "../guarded-fetch";
import { redactBytes } from "../redact-bytes";
import { redactCut } from "../redact-cut";
import { shorten } from "../shorten";

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
  secrets: SecretDoor,
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
    const redacted = redactBytes(response.body, secrets, response.truncated);
    // Base64 is cut between groups of three bytes, so that what is there can be decoded.
    const room = Math.floor(maxCharacters / 4) * 3;
    const isCut = response.truncated || redacted.length > room;
    const bytes = isCut ? redactBytes(redacted.subarray(0, room), secrets, true) : redacted;
    return { text: encodeBase64(bytes), encoding: "base64", truncated: isCut };
  }
  const short = shorten(text, maxCharacters, secrets);
  if (short.isCut) return { text: short.text, encoding: "text", truncated: true };
  const { truncated } = response;
  return { text: truncated ? redactCut(text, secrets) : text, encoding: "text", truncated };
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
