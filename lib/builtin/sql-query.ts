import { z } from "zod";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError, type OutsideInput } from "@/lib/core/tool/outside";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { askService } from "./ask-service";
import { outsideOf } from "./outside-of";

export const SQL_DATABASES = ["postgres", "sqlite", "pglite"] as const;
export type SqlDatabase = (typeof SQL_DATABASES)[number];

export const sqlQueryParameters = z.object({
  query: z.string().min(1).max(1_000_000).describe("One SQL statement; values go into params, not into its text"),
  database: z
    .enum(SQL_DATABASES)
    .optional()
    .describe(
      "sqlite: a file of the workspace; pglite: PostgreSQL in the page; postgres: the server's database. Told from connectionString when left out, else postgres",
    ),
  connectionString: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe(
      "For sqlite the path of a .db, .sqlite or .sqlite3 file, or :memory: for an empty one. For pglite the path of its dump (.tar), or :memory: for one that lasts as long as the page. Not for postgres",
    ),
  params: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .max(10_000)
    .default([])
    .describe("Values of the placeholders, in order: ? for sqlite, $1 for the others"),
  maxRows: z.int().min(1).max(1000).default(100).describe("Most rows to return"),
  readOnly: z
    .boolean()
    .default(true)
    .describe("Only reading. With false the statement may change data, and a person is asked"),
});
export type SqlQueryParameters = z.output<typeof sqlQueryParameters>;

/** Whatever is not bound to only read. */
export function sqlQueryNeedsApproval({ readOnly }: Pick<SqlQueryParameters, "readOnly">): boolean {
  return readOnly !== true;
}

/** Which database is meant: what is said, else what the connection string looks like. */
export function sqlDatabaseOf({
  database,
  connectionString,
}: Pick<SqlQueryParameters, "database" | "connectionString">): SqlDatabase {
  if (database !== undefined) return database;
  return connectionString !== undefined && /^:memory:$|\.(?:db|sqlite3?)$/i.test(connectionString)
    ? "sqlite"
    : "postgres";
}

/** Option `readOnly: true`: no statement of this tool may change anything, whatever a person would say. */
export const sqlQuery = tool({
  name: "sql_query",
  description:
    "Run one SQL statement on a SQLite file of the workspace, on PostgreSQL in the page (pglite), or on the server's PostgreSQL, and get its rows.",
  parameters: sqlQueryParameters,
  category: "database",
  tags: ["sql", "database", "query", "sqlite", "postgres"],
  sideEffects: ["database", "filesystem"],
  requiresApproval: sqlQueryNeedsApproval,
  // The first use of PostgreSQL in the page loads it, which may take some time on a slow machine.
  timeout: 60_000,
  async execute(parameters, context) {
    const database = sqlDatabaseOf(parameters);
    const { connectionString, readOnly } = parameters;
    if (connectionString !== undefined && (database === "postgres" || connectionString.includes("://"))) {
      return {
        error:
          "A connection string cannot be chosen here: which server is asked, and as whom, is set by whoever runs it. Leave it out, or name a file of the workspace.",
        database,
      };
    }
    if (!readOnly && context.opts?.readOnly === true) {
      return { error: "This tool was given for reading only; readOnly=false is not allowed.", database };
    }
    if (database === "postgres") return askService(context, "sql_query", parameters);
    if (connectionString === undefined && database === "sqlite") {
      return {
        error: "No connection string provided. Give the path of a SQLite file in the workspace, or :memory:.",
        database,
      };
    }
    return askEngine(context, database, parameters);
  },
});

async function askEngine(
  context: ToolContext,
  database: "sqlite" | "pglite",
  { query, params, maxRows, readOnly, connectionString = ":memory:" }: SqlQueryParameters,
): Promise<JsonValue> {
  const input: OutsideInput = { query, params, maxRows, readOnly, path: connectionString };
  try {
    return await outsideOf(context, "sql_query").ask(database, input, { signal: context.signal });
  } catch (error) {
    if (!OutsideError.isInstance(error) || !/missing|unknown-service/.test(error.code)) throw error;
    throw new OutsideError(error.code, `sql_query needs a host with the engine ${database}, and there is none here.`, {
      cause: error,
    });
  }
}
