"use client";

import { ArrowLeftRight, Ban, Check, Wrench } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { DIALECT_IDS, DIALECTS, type DialectId } from "@/lib/core/schema/dialects/dialect";
import type { LintedTool, LintVerdict } from "@/lib/core/schema/dialects/lint-tool";
import { ProviderFindings } from "./provider-findings";
import { type LintCell, lintRows } from "./tool-lint";

export interface ProviderMatrixProps {
  tools: readonly LintedTool[];
  /** The tool whose row is looked at first. */
  selected?: string | undefined;
}

const VERDICTS: Record<LintVerdict, { icon: typeof Check; word: string; style: string }> = {
  ok: { icon: Check, word: "taken as it stands", style: "text-muted-foreground" },
  rewritten: { icon: ArrowLeftRight, word: "rewritten", style: "text-foreground" },
  problem: { icon: Ban, word: "left out", style: "bg-danger-soft text-danger-text" },
};

/** Every tool with every provider: taken as it stands, rewritten by itself, or left out; and why, for the cell in hand. */
export function ProviderMatrix({ tools, selected }: ProviderMatrixProps) {
  const rows = useMemo(() => lintRows(tools), [tools]);
  const [cell, setCell] = useState(() => firstCell(rows, selected));
  const grid = useRef<HTMLTableElement>(null);
  const detail = useId();
  const details = useRef<HTMLParagraphElement>(null);
  const rowIndex = Math.max(
    0,
    rows.findIndex(({ tool }) => tool.name === cell.tool),
  );
  const row = rows[rowIndex];
  if (row === undefined) {
    return (
      <EmptyState icon={Wrench} title="No tools yet">
        Write a tool in tools/, and this shows what each provider makes of its name and its schema.
      </EmptyState>
    );
  }
  const columnIndex = DIALECT_IDS.indexOf(cell.dialect);
  const found = row.cells[columnIndex];

  const move = (event: KeyboardEvent) => {
    const to = target(event, { row: rowIndex, column: columnIndex }, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    const name = rows[to.row]?.tool.name;
    const dialect = DIALECT_IDS[to.column];
    if (name === undefined || dialect === undefined) return;
    setCell({ tool: name, dialect });
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.column}"]`)?.focus();
  };

  return (
    <div className="flex min-h-0 flex-col gap-3">
      {/* No taller than half of the dialog, so that what a cell says is seen beside it. */}
      <div className="max-h-[36dvh] overflow-auto rounded-md border">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the arrow keys is a grid */}
        <table aria-label="Tools and providers" className="w-full border-collapse text-xs" ref={grid} role="grid">
          <thead className="sticky top-0 z-20 bg-popover">
            <tr className="border-b text-muted-foreground">
              <th className="sticky left-0 z-10 bg-popover px-2 py-1.5 text-left font-medium" scope="col">
                Tool
              </th>
              {DIALECT_IDS.map((id) => (
                <th className="whitespace-nowrap px-2 py-1.5 text-center font-medium" key={id} scope="col">
                  {DIALECTS[id].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={move}>
            {rows.map(({ tool, cells }, at) => (
              <tr className="border-b last:border-b-0" key={tool.name}>
                <th
                  className="one-line sticky left-0 z-10 max-w-28 bg-popover px-2 py-1 text-left font-medium font-mono sm:max-w-64"
                  scope="row"
                  title={tool.name}
                >
                  {tool.name}
                </th>
                {cells.map((one, column) => (
                  <td className="p-0.5 text-center" key={one.dialect}>
                    <CellButton
                      at={`${at}-${column}`}
                      cell={one}
                      describes={detail}
                      isSelected={at === rowIndex && column === columnIndex}
                      onSelect={() => {
                        setCell({ tool: tool.name, dialect: one.dialect });
                        details.current?.scrollIntoView({ block: "nearest" });
                      }}
                      tool={tool.name}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {/* The line above the details: with it in view they begin to be. */}
      <p className="flex scroll-mb-32 flex-wrap gap-x-4 gap-y-1 text-2xs text-muted-foreground" ref={details}>
        {Object.values(VERDICTS).map(({ icon: Icon, word }) => (
          <span className="inline-flex items-center gap-1" key={word}>
            <Icon aria-hidden className="size-3" />
            {word}
          </span>
        ))}
        <span>The number says at how many places.</span>
      </p>
      <div id={detail}>
        {found === undefined ? null : (
          <ProviderFindings
            dialect={found.dialect}
            findings={found.findings}
            key={`${row.tool.name} ${found.dialect}`}
            tool={row.tool}
            verdict={found.verdict}
          />
        )}
      </div>
    </div>
  );
}

function CellButton({
  at,
  cell,
  describes,
  isSelected,
  onSelect,
  tool,
}: {
  at: string;
  cell: LintCell;
  describes: string;
  isSelected: boolean;
  onSelect(): void;
  tool: string;
}) {
  const { icon: Icon, word, style } = VERDICTS[cell.verdict];
  const count = cell.findings.length;
  const places = count === 0 ? "" : `, ${count} ${count === 1 ? "place" : "places"}`;
  return (
    <button
      aria-controls={describes}
      aria-label={`${tool}, ${DIALECTS[cell.dialect].label}: ${word}${places}`}
      aria-pressed={isSelected}
      className={cn(
        "focus-inset inline-flex h-6 w-full min-w-12 items-center justify-center gap-1 rounded-sm tabular-nums transition-colors hover:bg-accent",
        style,
        isSelected && "bg-accent ring-1 ring-primary ring-inset",
      )}
      data-cell={at}
      onClick={onSelect}
      tabIndex={isSelected ? 0 : -1}
      type="button"
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {count > 0 ? count : null}
    </button>
  );
}

/** The selected tool's worst cell; else the worst of all. */
function firstCell(
  rows: ReturnType<typeof lintRows>,
  selected: string | undefined,
): { tool: string; dialect: DialectId } {
  const wanted = rows.filter(({ tool }) => tool.name === selected);
  const looked = wanted.length > 0 ? wanted : rows;
  for (const verdict of ["problem", "rewritten", "ok"] as const) {
    for (const { tool, cells } of looked) {
      const cell = cells.find((one) => one.verdict === verdict);
      if (cell !== undefined) return { tool: tool.name, dialect: cell.dialect };
    }
  }
  return { tool: "", dialect: DIALECT_IDS[0] };
}

function target(
  { key, ctrlKey }: KeyboardEvent,
  { row, column }: { row: number; column: number },
  rows: number,
): { row: number; column: number } | undefined {
  const last = { row: rows - 1, column: DIALECT_IDS.length - 1 };
  switch (key) {
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(last.row, row + 1), column };
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(last.column, column + 1) };
    case "Home":
      return { row: ctrlKey ? 0 : row, column: 0 };
    case "End":
      return { row: ctrlKey ? last.row : row, column: last.column };
    default:
      return undefined;
  }
}
