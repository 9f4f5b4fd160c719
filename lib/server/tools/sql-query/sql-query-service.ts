import "server-only";
import {
  type SqlQueryParameters,
  sqlDatabaseOf,
  sqlQueryNeedsApproval,
  sqlQueryParameters,
} from "@/lib/builtin/sql-query";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Service } from "../service";
import { readsOnly } from "./reads-only";
import { runStatement } from "./run-statement";
import { readSqlSettings, type SqlSettings } from "./sql-settings";

const ONLY_SELECT = "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.";

/** The server's half of `sql_query`: PostgreSQL, over a connection that only the operator chooses. */
export function createSqlQueryService(
  settings: () => SqlSettings = () => readSqlSettings(process.env),
): Service<SqlQueryParameters> {
  return {
    name: "sql_query",
    input: sqlQueryParameters,
    needsApproval: sqlQueryNeedsApproval,
    openTo: "any-call",
    async execute({ connectionString, ...params }, context): Promise<JsonValue> {
      const { query, readOnly, maxRows } = params;
      const database = sqlDatabaseOf(params);
      const failed = (error: string) => ({ error, database });
      if (database !== "postgres") return failed(`The server has no ${database}; it runs in the page`);
      if (connectionString !== undefined) return failed("A connection string cannot be chosen here");
      const { url, allowWrites, timeoutMs } = settings();
      if (url === undefined) {
        return failed("No connection string provided. The operator of this server sets TOOLWRIGHT_SQL_URL.");
      }
      if (!readOnly && !allowWrites) return failed("The operator of this server lets sql_query read only");
      if (!readOnly && context.settings.readOnly === true) return failed("This tool was given for reading only");
      if (readOnly && !readsOnly(query)) return failed(ONLY_SELECT);
      const began = performance.now();
      const end = await runStatement({
        url,
        query,
        params: params.params,
        maxRows,
        readOnly,
        timeoutMs,
        signal: context.signal,
      });
      if (!end.ok) {
        const { ok: _ok, ...facts } = end;
        return { ...facts, database };
      }
      const executionTime = Math.round(performance.now() - began);
      return { rows: end.rows, rowCount: end.rowCount, truncated: end.truncated, database, executionTime };
    },
  };
}
