import "server-only";
import { errorText } from "@/lib/core/errors/error-text";
import type { ServerContext } from "../context";

/** Writes what went wrong to the server's log, without a secret: the words of an error may hold anything. */
export function reportFault(
  context: Pick<ServerContext, "secrets">,
  what: string,
  error: unknown,
  sessionId?: string,
): void {
  const words: string[] = [];
  // A cause often holds what really happened; more than a few are a circle.
  for (let at: unknown = error, left = 4; at !== undefined && left > 0; left -= 1) {
    words.push(at instanceof Error ? (at.stack ?? at.message) : errorText(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  console.error(context.secrets.logRedactor(sessionId).text(`${what}: ${words.join("\nCaused by: ")}`));
}
