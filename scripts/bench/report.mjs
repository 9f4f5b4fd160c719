import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/**
 * One measured thing. `atMost` or `atLeast` is its budget; a row without one is told for comparison.
 * @typedef {{ part: string, what: string, result: number, unit: string, atMost?: number, atLeast?: number, how?: string }} Row
 */

/** @param {Row} row */
export function verdict(row) {
  if (row.atMost !== undefined) return row.result <= row.atMost ? "ok" : "over";
  if (row.atLeast !== undefined) return row.result >= row.atLeast ? "ok" : "under";
  return "";
}

/** @param {Row} row */
function budgetOf(row) {
  if (row.atMost !== undefined) return `≤ ${format(row.atMost)}`;
  return row.atLeast === undefined ? "" : `≥ ${format(row.atLeast)}`;
}

/** @param {number} value */
function format(value) {
  if (!Number.isFinite(value)) return "not measured";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** @param {Row[]} rows */
export function table(rows) {
  const head = ["part", "what", "result", "unit", "budget", ""];
  const lines = rows.map((row) => [row.part, row.what, format(row.result), row.unit, budgetOf(row), verdict(row)]);
  const widths = head.map((_title, column) => Math.max(...[head, ...lines].map((line) => [...line[column]].length)));
  const draw = (line) =>
    line
      .map((cell, column) => (column === 2 ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join("  ")
      .trimEnd();
  return [draw(head), widths.map((width) => "─".repeat(width)).join("  "), ...lines.map(draw)].join("\n");
}

/** @param {string} file @param {Row[]} rows */
export async function writeReport(file, rows, conditions) {
  await mkdir(path.dirname(file), { recursive: true });
  const report = {
    at: new Date().toISOString(),
    machine: {
      cpu: os.cpus()[0]?.model ?? "unknown",
      cores: os.cpus().length,
      memoryBytes: os.totalmem(),
      system: `${os.type()} ${os.release()}`,
      node: process.version,
      ...conditions,
    },
    rows: rows.map((row) => ({ ...row, verdict: verdict(row) || undefined })),
  };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}
