"use client";

import { useState } from "react";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { Button } from "../ui/button";
import { renderVisible } from "../ui/render-visible";

const STEP = 100;

export interface RowsTableProps {
  rows: { [column: string]: JsonValue }[];
  /** What stands below: how many rows, of which database, how long. */
  caption: string;
  notice?: string;
}

/** Rows of a database. Nothing is cut inside a cell; a null is told apart from the text of that name. */
export function RowsTable({ rows, caption, notice }: RowsTableProps) {
  const [shown, setShown] = useState(STEP);
  const columns = Object.keys(rows[0] ?? {});
  return (
    <div className="py-1 text-xs">
      {columns.length === 0 ? (
        <p className="px-2 py-1 text-muted-foreground">No rows.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="max-h-96 overflow-auto" aria-label="Rows" tabIndex={0}>
          <table className="border-collapse font-mono leading-5">
            <thead className="sticky top-0 bg-card">
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className="border-b px-2 py-1 text-left font-medium">
                    {renderVisible(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result never move, and may be equal
                <tr key={index} className="border-b last:border-b-0">
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
      <p className="px-2 pt-1 text-muted-foreground">{caption}</p>
      {notice === undefined ? null : <p className="px-2 text-muted-foreground">{renderVisible(notice)}</p>}
    </div>
  );
}

function Cell({ value }: { value: JsonValue }) {
  if (value === null) return <td className="px-2 py-0.5 text-muted-foreground italic">null</td>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <td
      className={`whitespace-pre-wrap px-2 py-0.5 align-top ${typeof value === "number" ? "text-right tabular-nums" : ""}`}
    >
      {renderVisible(text)}
    </td>
  );
}
