import { z } from "zod";

/** Paths of definition files: `agent.ts`, `script.json`, `tools/<name>.ts`. */
export const DEFINITION_PATH = /^(agent\.ts|script\.json|tools\/[A-Za-z0-9_-]{1,64}\.ts)$/;

export const definitionSchema = z.object({
  /** Path → text. Never visible to, or writable by, the agent. */
  files: z
    .record(z.string().regex(DEFINITION_PATH), z.string().max(400_000))
    .refine((files) => Object.keys(files).length <= 100, "at most 100 files"),
});
export type Definition = z.infer<typeof definitionSchema>;

/** One saved piece of work, without its workspace bytes and its events. Version 1. */
export const sessionDocumentSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  title: z.string().min(1).max(200),
  definition: definitionSchema,
  /** Grows by one with every saved definition or title; a save based on an older one is refused with `stale`. */
  revision: z.number().int().nonnegative(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
});
export type SessionDocument = z.infer<typeof sessionDocumentSchema>;
