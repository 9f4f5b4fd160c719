import "server-only";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import { exampleSessions } from "@/lib/examples/example-sessions";
import type { ServerContext } from "../context";
import type { Caller } from "../identity/caller";
import { insertSession } from "./insert-session";

/** A new session of the caller that holds the named example, or the first one. */
export async function createSession(
  context: ServerContext,
  caller: Caller,
  input: { example?: string },
): Promise<Result<SessionDocument>> {
  const example =
    input.example === undefined ? exampleSessions[0] : exampleSessions.find(({ name }) => name === input.example);
  if (example === undefined) {
    const names = exampleSessions.map(({ name }) => name).join(", ");
    return fail("not-found", `There is no example "${input.example ?? ""}".`, { fix: `Choose one of: ${names}.` });
  }
  return ok(await insertSession(context, caller, { title: example.title, definition: example.definition }));
}
