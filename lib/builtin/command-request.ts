import { z } from "zod";

const NOT_STRINGS = "Command arguments must be an array of strings";
const noNul = (text: string) => !text.includes("\0");

/**
 * What a `command()` tool asks the service `command` for, and at the same time the whole arguments of its call: the name of
 * the granted executable is one of them, so that whoever approves sees what will run, and the decision is bound to it.
 */
export const commandRequestSchema = z.object({
  command: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "must be the name of a granted command, not a path or a command line")
    .describe("Name of the executable, as the operator granted it"),
  args: z
    .array(z.string({ error: NOT_STRINGS }).max(32_768).refine(noNul, "has a NUL character"), { error: NOT_STRINGS })
    .max(256)
    .default([])
    .describe("Arguments, one text each; no shell reads them"),
  cwd: z
    .string()
    .max(4_096)
    .refine(noNul, "has a NUL character")
    .optional()
    .describe("Directory below the command's own"),
  timeout: z.number().positive().max(600).optional().describe("Seconds it may take"),
});
export type CommandRequest = z.output<typeof commandRequestSchema>;
