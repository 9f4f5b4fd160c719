import type { JsonValue } from "@/lib/core/errors/json-value";
import { RowsTable } from "../rows-table";
import { type CallRenderer, textArgument } from "./call-renderer";

/** The rows as a table; the arguments stay exact, because the values beside the statement are a part of it. */
export const sqlQueryRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "query")?.replace(/\s+/g, " ").trim(),
  result: (_text, _values, { value }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { rows, rowCount, database, executionTime, notice } = value;
    if (!Array.isArray(rows) || !rows.every(isRow) || typeof rowCount !== "number") return undefined;
    const time = typeof executionTime === "number" ? `, ${executionTime} ms` : "";
    return (
      <RowsTable
        rows={rows}
        caption={`${rowCount.toLocaleString("en")} ${rowCount === 1 ? "row" : "rows"} from ${String(database)}${time}`}
        {...(typeof notice === "string" ? { notice } : {})}
      />
    );
  },
};

function isRow(row: JsonValue): row is { [column: string]: JsonValue } {
  return typeof row === "object" && row !== null && !Array.isArray(row);
}
