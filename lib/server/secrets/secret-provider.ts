import "server-only";
import { z } from "zod";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { onePassword } from "./one-password";

/** Where the values of the operator's secrets come from. */
export interface SecretProvider<Options = unknown> {
  /** What the operator writes beside `provider`, `tools` and `hosts`. */
  readonly options: z.ZodType<Options>;
  /** In the panel: "an environment variable of the server". Never a value. */
  readonly label: string;
  /** The code of an option that must be there and is not, by its name. */
  readonly missing?: Readonly<Record<string, string>>;
  /** A failure that was to be expected is a value; its words hold no secret. */
  load(options: Options): Promise<Result<string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Keeps a provider and its options together, so that what is stored in the map has lost no type on the way. */
export function defineSecretProvider<Options>(provider: SecretProvider<Options>): SecretProvider {
  return provider as SecretProvider;
}

/** Only variables that the operator's file names are ever read: the file is the list of what is allowed. */
function environmentProvider(variables: Variables): SecretProvider {
  return defineSecretProvider({
    label: "an environment variable of the server",
    options: z.strictObject({ variable: z.string().min(1) }),
    missing: { variable: "env-secret-requires-name" },
    load: async ({ variable }) => {
      const value = variables[variable];
      return value === undefined || value === ""
        ? fail("missing-env-secret", `The environment variable ${variable} is not set on the server.`, {
            fix: "Set it, and start the server again.",
          })
        : ok(value);
    },
  });
}

const staticProvider = defineSecretProvider({
  label: "the server's settings",
  options: z.strictObject({ value: z.union([z.string().min(1), z.number().transform(String)]) }),
  missing: { value: "static-secret-requires-value" },
  load: async ({ value }) => ok(value),
});

const custom = new Map<string, SecretProvider>();

/** For code that starts the server with a provider of its own, before the settings are read. */
export function registerSecretProvider(name: string, provider: SecretProvider): void {
  custom.set(name, provider);
}

/** By the word that stands in the settings. */
export function secretProviders(variables: Variables): ReadonlyMap<string, SecretProvider> {
  return new Map([
    ...custom,
    ["env", environmentProvider(variables)],
    ["static", staticProvider],
    ["op", onePassword],
    ["one_password", onePassword],
  ]);
}
