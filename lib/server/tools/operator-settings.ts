import "server-only";
import { z } from "zod";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";

/** An empty variable is the same as an absent one: that is how most tools write "not set". */
export function optionalVariable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

export function optionalFlag() {
  return optionalVariable(z.enum(["0", "1", "true", "false"], "must be 1 or 0")).transform(
    (value) => value === "1" || value === "true",
  );
}

/** Where a provider is: an operator's proxy or, in tests, a stand-in. */
export function baseUrl(standard: string) {
  return optionalVariable(z.url({ protocol: /^https?$/, error: "must be an http or https URL" })).transform((url) =>
    (url ?? standard).replace(/\/+$/, ""),
  );
}

/**
 * Reads what an operator set for one service.
 *
 * @throws ToolwrightError `environment-invalid` with one line per variable; values are never repeated, some are keys.
 */
export function readOperatorSettings<S extends z.ZodType>(
  schema: S,
  source: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new ToolwrightError("environment-invalid", `The server's settings are not usable:\n${lines.join("\n")}`, {
    facts: { variables: lines },
  });
}
