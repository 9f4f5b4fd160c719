import { z } from "zod";
import { jsonValueSchema } from "@/lib/core/errors/json-value";

export const SQL_LIMITS = {
  /** Characters of all values of an answer together. */
  characters: 2_000_000,
  /** Bytes of one value. */
  valueBytes: 10_000_000,
  /** Bytes of a database file. */
  fileBytes: 100 * 1024 ** 2,
  /** Bytes of memory that an engine may use for one statement. */
  memoryBytes: 256 * 1024 ** 2,
} as const;

/** One statement for an embedded engine. */
export const sqlRequestSchema = z.object({
  query: z.string().min(1).max(1_000_000),
  params: z.array(jsonValueSchema).max(10_000),
  maxRows: z.int().min(1).max(1000),
  readOnly: z.boolean(),
});
export type SqlRequest = z.output<typeof sqlRequestSchema>;

export type SqlRow = { [column: string]: string | number | boolean | null | { [key: string]: unknown } | unknown[] };

export type SqlAnswer =
  | { ok: true; rows: SqlRow[]; rowCount: number; truncated: boolean; notice?: string; changed: boolean }
  | { ok: false; error: string };

export const ONLY_SELECT = "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.";
export const ONE_STATEMENT = "Only one statement can be run at a time.";
