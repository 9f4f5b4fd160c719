import "server-only";
import type { SecretDoor } from "../secrets/secret-door";
import { redactCut } from "./redact-cut";

/** At most `most` units of a text, no character split in two, and nothing of a secret that the cut went through. */
export function shorten(
  text: string,
  most: number,
  secrets: Pick<SecretDoor, "scanner">,
): { text: string; isCut: boolean } {
  if (text.length <= most) return { text, isCut: false };
  const redacted = redactCut(beginning(text, most), secrets);
  // A label may be longer than what it stands for.
  return { text: beginning(redacted, most), isCut: true };
}

function beginning(text: string, length: number): string {
  const splitsPair = text.length > length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, splitsPair ? length - 1 : length);
}
