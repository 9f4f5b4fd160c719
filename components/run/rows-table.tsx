"use client";

import { useState } from "react";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { Button } from "../ui/button";
import { renderVisible } from "../ui/render-visible";

const STEP = 100;

export interface RowsTableProps {
  rows: { [column: string]: JsonValue }[];
  /** What stands above: how many rows, of which database, how long. */
  caption: string;
  notice?: string;
}

/** Rows of a database. Nothing is cut inside a cell; a null is told apart from the text of that name. */
export function RowsTable({ rows, caption, notice }: RowsTableProps) {
  const [shown, setShown] = useState(STEP);
  const columns = Object.keys(rows[0] ?? {});
  return (
    <div className="text-xs">
      <div className="border-b px-3 py-1.5 text-muted-foreground">
        <p>{caption}</p>
        {notice === undefined ? null : <p>{renderVisible(notice)}</p>}
      </div>
      {columns.length === 0 ? (
        <p className="px-3 py-1.5 text-muted-foreground">No rows.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="focus-inset max-h-64 overflow-auto" aria-label="Rows" tabIndex={0}>
          <table className="min-w-full border-separate border-spacing-0 font-mono leading-5">
            <thead className="sticky top-0 bg-card">
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={`border-b px-2 py-1 font-medium first:pl-3 last:pr-3 ${isNumeric(rows, column) ? "text-right" : "text-left"}`}
                  >
                    {renderVisible(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result never move, and may be equal
                <tr key={index} className="[&:last-child>td]:border-b-0">
                  {columns.map((column) => (
                    <Cell key={column} value={row[column] ?? null} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > shown ? (
        <Button size="sm" variant="link" className="px-2" onClick={() => setShown(shown + STEP * 5)}>
          Show more of {rows.length.toLocaleString("en")}
        </Button>
      ) : null}
    </div>
  );
}

/** A longer text gets a column that can be read; a table that is wider than its place is scrolled. */
const LONG_CELL = 24;
const CELL = "border-b px-2 py-0.5 align-top first:pl-3 last:pr-3";

/** The head of a column stands over its numbers. */
function isNumeric(rows: RowsTableProps["rows"], column: string): boolean {
  const values = rows.slice(0, STEP).map((row) => row[column] ?? null);
  return values.some((value) => value !== null) && values.every((value) => value === null || typeof value === "number");
}

function Cell({ value }: { value: JsonValue }) {
  if (value === null) return <td className={`${CELL} text-muted-foreground italic`}>null</td>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <td
      className={`${CELL} max-w-md whitespace-pre-wrap break-words ${text.length > LONG_CELL ? "min-w-52" : ""} ${typeof value === "number" ? "text-right tabular-nums" : ""}`}
    >
      {renderVisible(text)}
    </td>
  );
}
