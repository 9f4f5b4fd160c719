import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";
import { issueLines } from "@/lib/core/schema/issue-lines";

/** A shell, or a program whose arguments are a command line, would make an argument vector pointless. */
const SHELLS: ReadonlySet<string> = new Set([
  "ash",
  "bash",
  "busybox",
  "csh",
  "dash",
  "doas",
  "env",
  "fish",
  "ksh",
  "mksh",
  "nohup",
  "script",
  "setsid",
  "sh",
  "su",
  "sudo",
  "tcsh",
  "timeout",
  "toybox",
  "xargs",
  "zsh",
]);
const DEFAULT_SECONDS = 120;

/** Whether a file must not be granted whatever the operator says, by its name. */
export function isShell(file: string): boolean {
  return SHELLS.has(path.basename(file).toLowerCase());
}

const absolute = z.string().refine((file) => path.isAbsolute(file), "must be an absolute path");
const variables = z.record(z.string().regex(/^[A-Za-z_]\w*$/, "is not the name of a variable"), z.string());

const grantSchema = z.strictObject({
  path: absolute.refine((file) => !isShell(file), "is a shell or runs command lines; grant the program itself"),
  /** The whole environment, but for the secrets. Nothing of the server's own is passed on. */
  env: variables.default({}),
  /** Names of secrets that stand in the environment of the process where the tool was granted them. They win over `env`. */
  secrets: z.array(z.string().regex(/^[A-Za-z_]\w*$/)).default([]),
  /** Names of variables whose value the author of a tool may set. A variable can change what a program does, so none is taken unless named. */
  authorEnv: z.array(z.string().regex(/^[A-Za-z_]\w*$/)).default([]),
  cwd: absolute,
  /** Most seconds. */
  timeout: z.number().positive().max(600).default(DEFAULT_SECONDS),
  /** Bytes of output that are kept. */
  maxOutput: z.int().min(1_000).max(1_000_000).default(TEXT_LIMITS.bytes),
  /** What every single argument has to match, from its beginning to its end. */
  arguments: z
    .string()
    .transform((source, context) => {
      try {
        return new RegExp(`^(?:${source})$`, "su");
      } catch {
        context.addIssue("is not a regular expression");
        return z.NEVER;
      }
    })
    .optional(),
  /** It only reads: no person has to approve it. */
  safe: z.boolean().default(false),
});
export type CommandGrant = z.output<typeof grantSchema>;

const fileSchema = z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "is not a name"), grantSchema);

/**
 * The executables that the operator of this server grants, from the file that `TOOLWRIGHT_COMMANDS_FILE` names. It is read
 * anew at every use, so that what is taken away is gone. No file, no grants.
 *
 * @throws ToolwrightError `environment-invalid` when the file cannot be read: half a grant is none.
 */
export function readCommandGrants(
  source: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, CommandGrant> {
  const file = source.TOOLWRIGHT_COMMANDS_FILE;
  if (file === undefined || file === "") return new Map();
  const invalid = (why: string, cause?: unknown) =>
    new ToolwrightError("environment-invalid", `The file of TOOLWRIGHT_COMMANDS_FILE is not usable: ${why}`, { cause });
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ file, "utf8");
  } catch (error) {
    throw invalid("it cannot be read", error);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid("it is not JSON", error);
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw invalid(issueLines(parsed.error).join("; "));
  return new Map(Object.entries(parsed.data));
}
