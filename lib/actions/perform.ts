import "server-only";
import type { z } from "zod";
import { fail, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "@/lib/server/context";
import type { Caller } from "@/lib/server/identity/caller";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { serverContext } from "@/lib/server/server";

/**
 * The way through every action: parse, find the caller, do the work, return a small result. What was not expected is
 * logged here and told to the client as `internal`, since Next would mask a thrown error beyond recognition.
 */
export async function perform<S extends z.ZodType, T>(
  schema: S,
  input: unknown,
  work: (input: z.output<S>, caller: Caller, context: ServerContext) => Promise<Result<T>>,
): Promise<Result<T>> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join(".") ?? "";
    return fail("invalid-input", `${field === "" ? "The input" : field}: ${issue?.message ?? "not valid"}`, { field });
  }
  try {
    return await work(parsed.data, await currentCaller(), await serverContext());
  } catch (error) {
    console.error("An action failed:", error);
    return fail("internal", "The server could not do this; its log says why.", {
      fix: "Try again; nothing that was acknowledged is lost.",
    });
  }
}
