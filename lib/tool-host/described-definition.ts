import { z } from "zod";
import { toolSummarySchema } from "@/lib/core/agent/event";
import { assignsSchema } from "@/lib/core/call/outcome";

/** One thing that is wrong with the definition, placed in the author's own file where that is known. */
export const definitionProblemSchema = z.object({
  /** Stable, kebab-case: `syntax`, `threw-on-load`, `load-timeout`, `duplicate-name`, `invalid-name`, `unknown-import`, `no-agent`, `bad-schema` … */
  code: z.string(),
  message: z.string(),
  fix: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
  severity: z.enum(["error", "warning"]),
});
export type DefinitionProblem = z.infer<typeof definitionProblemSchema>;

export const describedToolSchema = toolSummarySchema.extend({
  category: z.string().optional(),
  tags: z.array(z.string()),
  requiresApproval: z.enum(["always", "never", "depends"]),
  timeoutMs: z.number().positive().optional(),
  exclusive: z.boolean().optional(),
  repeatable: z.boolean().optional(),
  /** Members that no model can be told about, or could never fill in; absent when there are none. */
  untold: z
    .array(z.object({ path: z.string(), rule: z.string(), message: z.string(), fix: z.string() }))
    .max(1000)
    .optional(),
  /** Where its calls are carried out, when not in the tool host; `packages`: what npm installs there first. */
  runsIn: z
    .object({
      type: z.enum(["docker", "wasm", "webcontainer"]),
      packages: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  /** The definition file it was written in; absent for a built-in. */
  file: z.string().optional(),
  /** False for a tool that `agent.ts` does not list: callable by hand only. */
  givenToAgent: z.boolean(),
});
export type DescribedTool = z.infer<typeof describedToolSchema>;

export const describedDefinitionSchema = z.object({
  agent: z.object({
    name: z.string(),
    instructions: z.string(),
    stepLimit: z.number().int().positive(),
    model: z.string().optional(),
    maxParallelCalls: z.number().int().positive().optional(),
    /** What the agent's tools share from the start. */
    assigns: assignsSchema.optional(),
  }),
  tools: z.array(describedToolSchema),
  /** Hash of every definition file's text. */
  fingerprint: z.string(),
});
export type DescribedDefinition = z.infer<typeof describedDefinitionSchema>;
