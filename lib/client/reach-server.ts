import { fail, type Result } from "@/lib/core/errors/result";

export const CONNECTION_LOST = "connection-lost";

/** What is true of a request that was lost: the page sends it again itself, the person has to, or it may have arrived. */
export const LOST_FIXES = {
  repeated: "Everything received so far is kept. Check the connection; it is tried again by itself.",
  notRepeated: "Everything received so far is kept. Check the connection, then do it again.",
  decision:
    "Your decision may not have arrived. Decide again when the connection is back; only one decision ever counts.",
} as const;

/**
 * Turns "the server could not be reached" into a value. A server action rejects for two reasons only: the request did not
 * get through, or this page is older than the server that answers.
 */
export async function reachServer<T>(
  request: () => Promise<Result<T>>,
  lost: keyof typeof LOST_FIXES = "notRepeated",
): Promise<Result<T>> {
  try {
    return await request();
  } catch (cause) {
    if (cause instanceof Error && cause.name === "UnrecognizedActionError") {
      return fail("page-outdated", "This page is older than the server.", {
        fix: "Reload the page; your text is kept in this browser.",
      });
    }
    return fail(CONNECTION_LOST, "The server cannot be reached.", {
      fix: LOST_FIXES[lost],
    });
  }
}
