import { z } from "zod";
import { jsonValueSchema } from "@/lib/core/errors/json-value";

/** What the services `sqlite` and `pglite` are asked: one statement, and a path of the workspace or `:memory:`. */
export const sqlRequestSchema = z.object({
  query: z.string().min(1).max(1_000_000),
  params: z.array(jsonValueSchema).max(10_000),
  maxRows: z.int().min(1).max(1000),
  readOnly: z.boolean(),
  path: z.string().min(1).max(4096),
});
