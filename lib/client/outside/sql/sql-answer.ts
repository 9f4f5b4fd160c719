import type { JsonValue } from "@/lib/core/errors/json-value";

export const QUERY_TIMEOUT_MS = 10_000;

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
export interface SqlRequest {
  query: string;
  params: JsonValue[];
  maxRows: number;
  readOnly: boolean;
}

export type SqlRow = { [column: string]: JsonValue };

export type SqlAnswer =
  | { ok: true; rows: SqlRow[]; rowCount: number; truncated: boolean; notice?: string; changed: boolean }
  | { ok: false; error: string };

export const ONLY_SELECT = "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.";
export const ONE_STATEMENT = "Only one statement can be run at a time.";

/** The documented result of `sql_query`, or its error. */
export function toResult(database: "sqlite" | "pglite", answer: SqlAnswer, milliseconds: number): JsonValue {
  if (!answer.ok) return { error: answer.error, database };
  const { rows, rowCount, truncated, notice } = answer;
  return {
    rows,
    rowCount,
    truncated,
    database,
    executionTime: Math.round(milliseconds),
    ...(notice === undefined ? {} : { notice }),
  };
}
