import "server-only";
import type { z } from "zod";
import { fail, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "@/lib/server/context";
import type { Caller } from "@/lib/server/identity/caller";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { reportFault } from "@/lib/server/secrets/report-fault";
import { serverContext } from "@/lib/server/server";

/**
 * The way through every action: parse, find the caller, do the work, return a small result. What was not expected is
 * logged here and told to the client as `internal`, since Next would mask a thrown error beyond recognition. Neither the log
 * nor a refusal shows a secret, whatever words it was made of.
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
  const context = await serverContext();
  const sessionId = sessionOf(parsed.data);
  try {
    return withoutSecrets(await work(parsed.data, await currentCaller(), context), context, sessionId);
  } catch (error) {
    reportFault(context, "An action failed", error, sessionId);
    return fail("internal", "The server could not do this; its log says why.", {
      fix: "Try again; nothing that was acknowledged is lost.",
    });
  }
}

function withoutSecrets<T>(result: Result<T>, context: ServerContext, sessionId: string | undefined): Result<T> {
  if (result.ok) return result;
  const redactor = context.secrets.logRedactor(sessionId);
  const { message, fix } = result.problem;
  return {
    ok: false,
    problem: {
      ...result.problem,
      message: redactor.text(message),
      ...(fix === undefined ? {} : { fix: redactor.text(fix) }),
    },
  };
}

function sessionOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("sessionId" in input)) return undefined;
  return typeof input.sessionId === "string" ? input.sessionId : undefined;
}
