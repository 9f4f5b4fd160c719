import "server-only";
import { wellFormed } from "@/lib/core/call/truncate-text";

/** Postgres refuses a NUL character in text, and half a surrogate pair is no text at all. */
export function storableText(text: string): string {
  return wellFormed(text.replaceAll("\0", "\uFFFD"));
}
