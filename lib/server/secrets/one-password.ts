import "server-only";
import { execFile } from "node:child_process";
import { z } from "zod";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { SecretProvider } from "./secret-provider";

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024;
const LONGEST_OUTPUT = 300;
/** What the program needs of the server's own environment: where things are, who is signed in, and the display's language. */
const PASSED_ON = /^(?:PATH|HOME|USER|LANG|LC_\w+|TMPDIR|XDG_\w+|OP_\w+)$/;

const optionsSchema = z.strictObject({
  /** `op://vault/item/field`. */
  ref: z.string().min(1),
  account: z.string().min(1).optional(),
  /** The program, when it is not `op` on the path. */
  command: z.string().min(1).default("op"),
  env: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.int().positive().max(120_000).default(TIMEOUT_MS),
});

/** 1Password's own program: `op read REF [--account A]`. No shell; what it prints is the value, without the line break. */
export const onePassword: SecretProvider = {
  label: "1Password on the server",
  options: optionsSchema,
  missing: { ref: "one-password-secret-requires-ref" },
  load: (options) => read(options as z.output<typeof optionsSchema>),
};

function read({ ref, account, command, env, timeoutMs }: z.output<typeof optionsSchema>): Promise<Result<string>> {
  // The reference comes from the operator, but it must not be taken for an option all the same.
  const options = account === undefined ? [] : ["--account", account];
  return new Promise((resolve) => {
    execFile(
      command,
      ["read", ref, ...options],
      { env: environment(env), timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: MOST_BYTES },
      (error, stdout, stderr) => {
        if (error === null) {
          const value = stdout.replace(/[\r\n]+$/, "");
          resolve(value === "" ? failed("it printed nothing") : ok(value));
        } else if (error.killed === true && error.code !== "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
          resolve(
            fail("one-password-timeout", `1Password did not answer within ${timeoutMs / 1000} seconds.`, {
              fix: "Sign in on the server, or give the server a service account.",
            }),
          );
        } else {
          const said = stderr.trim().slice(0, LONGEST_OUTPUT);
          const how = typeof error.code === "number" ? `code ${error.code}` : String(error.code ?? "no code");
          resolve(failed(said === "" ? how : `${how}: ${said}`));
        }
      },
    );
  });
}

function failed(why: string): Result<never> {
  return fail("one-password-failed", `1Password did not give the secret (${why}).`, {
    fix: "Correct the reference in the server's secrets file, or sign in on the server.",
  });
}

function environment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  return { ...Object.fromEntries(inherited), ...own } as NodeJS.ProcessEnv;
}
