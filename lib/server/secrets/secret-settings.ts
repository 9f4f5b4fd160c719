import "server-only";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { issueLines } from "@/lib/core/schema/issue-lines";
import { SECRET_NAME } from "@/lib/core/tool/secret-handle";
import { type SecretProvider, secretProviders } from "./secret-provider";

/** A secret that the operator of the server lends to sessions. */
export interface OperatorSecret {
  name: string;
  /** Where it comes from, in words. */
  source: string;
  /** Tool names; `*` is every tool. */
  tools: readonly string[];
  /** Host names, `*.example.com`, `process`, `mail`. */
  hosts: readonly string[];
  load(): Promise<Result<string>>;
}

const sourceSchema = z.looseObject({
  provider: z.string(),
  tools: z.array(z.string().min(1).max(200)).default([]),
  hosts: z.array(z.string().min(1).max(253)).default([]),
});

/**
 * The operator's secrets from the text of the file: `{ NAME: { provider, tools, hosts, … } }`. Without `tools` or `hosts` a
 * secret is lent to nobody. The first thing that is wrong is told with its code.
 */
export function parseSecretSettings(
  text: string,
  providers: ReadonlyMap<string, SecretProvider>,
): Result<OperatorSecret[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("invalid-secret-source", "The secrets file is not JSON.", { fix: "Correct its syntax." });
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return fail(
      "invalid-secret-source",
      "The secrets file must hold one object: a name, and where its value comes from.",
    );
  }
  const secrets: OperatorSecret[] = [];
  for (const [name, source] of Object.entries(json)) {
    const secret = parseSecret(name, source, providers);
    if (!secret.ok) return secret;
    secrets.push(secret.value);
  }
  return ok(secrets);
}

function parseSecret(
  name: string,
  source: unknown,
  providers: ReadonlyMap<string, SecretProvider>,
): Result<OperatorSecret> {
  if (!SECRET_NAME.test(name)) {
    return fail("invalid-secret-env-name", `"${name}" is not a name for a secret.`, {
      fix: "Use letters, digits and underscores, and no digit first.",
    });
  }
  const parsed = sourceSchema.safeParse(source);
  if (!parsed.success) return fail("invalid-secret-source", `${name}: ${issueLines(parsed.error).join("; ")}`);
  const { provider: word, tools, hosts, ...options } = parsed.data;
  const provider = providers.get(word);
  if (provider === undefined) {
    return fail("unknown-secret-provider", `${name}: there is no provider "${word}".`, {
      fix: `Use one of ${[...providers.keys()].join(", ")}.`,
    });
  }
  const missing = Object.entries(provider.missing ?? {}).find(([option]) => (options[option] ?? "") === "");
  if (missing !== undefined) return fail(missing[1], `${name}: the provider "${word}" needs "${missing[0]}".`);
  const checked = provider.options.safeParse(options);
  if (!checked.success) return fail("invalid-secret-source", `${name}: ${issueLines(checked.error).join("; ")}`);
  return ok({ name, source: provider.label, tools, hosts, load: () => provider.load(checked.data) });
}

/**
 * From the file that `TOOLWRIGHT_SECRETS_FILE` names; none without it.
 *
 * @throws ToolwrightError with the code of what is wrong: half a set of secrets is none.
 */
export function readSecretSettings(variables: Readonly<Record<string, string | undefined>>): OperatorSecret[] {
  const file = variables.TOOLWRIGHT_SECRETS_FILE;
  if (file === undefined || file === "") return [];
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ file, "utf8");
  } catch (cause) {
    throw new ToolwrightError("invalid-secret-source", "The file of TOOLWRIGHT_SECRETS_FILE cannot be read.", {
      cause,
    });
  }
  const parsed = parseSecretSettings(text, secretProviders(variables));
  if (parsed.ok) return parsed.value;
  const { code, message, fix } = parsed.problem;
  const sentence = `The file of TOOLWRIGHT_SECRETS_FILE is not usable. ${message}`;
  throw new ToolwrightError(code, fix === undefined ? sentence : `${sentence} ${fix}`);
}
