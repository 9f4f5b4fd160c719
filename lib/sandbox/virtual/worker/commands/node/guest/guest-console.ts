import { format, inspect } from "./guest-inspect";
import type { GuestProcess } from "./guest-process";
import { now } from "./guest-timers";

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/gu;

function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(
    (column, at) => Math.max(widthOf(column), ...rows.map((row) => widthOf(row[at] ?? ""))) + 2,
  );
  const line = (cells: readonly string[]) =>
    `│${cells
      .map((cell, at) => {
        return ` ${cell}${" ".repeat((widths[at] as number) - widthOf(cell) - 1)}`;
      })
      .join("│")}│`;
  const border = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width)).join(middle) + right;
  return [
    border("┌", "┬", "┐"),
    line(columns),
    border("├", "┼", "┤"),
    ...rows.map((row) => line(row)),
    border("└", "┴", "┘"),
  ].join("\n");
}

const SHOWN_CELL = { depth: 0, maxArrayLength: 3, breakLength: Number.POSITIVE_INFINITY };

function table(data: unknown, wanted?: readonly string[]): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const indexName = data instanceof Map || data instanceof Set ? "(iteration index)" : "(index)";
  const entries: [string, unknown][] =
    data instanceof Map
      ? [...data].map(([key, value], index) => [String(index), { Key: key, Values: value }])
      : data instanceof Set
        ? [...data].map((value, index) => [String(index), value])
        : Object.entries(data);
  const keys: string[] = [];
  let hasValues = false;
  for (const [, row] of entries) {
    if (typeof row !== "object" || row === null) hasValues = true;
    else for (const key of wanted ?? Object.keys(row)) if (!keys.includes(key)) keys.push(key);
  }
  const rows = entries.map(([index, row]) => {
    const isRow = typeof row === "object" && row !== null;
    const cells = keys.map((key) =>
      isRow && Object.hasOwn(row, key) ? inspect((row as Record<string, unknown>)[key], SHOWN_CELL) : "",
    );
    return [index, ...cells, ...(hasValues ? [isRow ? "" : inspect(row, SHOWN_CELL)] : [])];
  });
  return tableText([indexName, ...keys, ...(hasValues ? ["Values"] : [])], rows);
}

function duration(ms: number): string {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)}s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1000).toFixed(3).padStart(6, "0")} (m:ss.mmm)`;
}

export function createConsole(process: GuestProcess) {
  let indentation = "";
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const say = (stream: "stdout" | "stderr", text: string) => {
    process[stream].write(`${indentation === "" ? text : text.replace(/^/gm, indentation)}\n`);
  };
  const log = (...given: unknown[]) => say("stdout", format(...given));
  const error = (...given: unknown[]) => say("stderr", format(...given));
  const elapsed = (label: string, more: unknown[]) => {
    const since = timers.get(label);
    if (since === undefined) return process.emitWarning(`No such label '${label}' for console.timeEnd()`);
    log(`${label}: ${duration(now() - since)}`, ...more);
  };
  return {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    trace(...given: unknown[]) {
      const { stack } = new Error();
      const frames = String(stack).split("\n").slice(1).join("\n");
      say("stderr", `Trace${given.length === 0 ? "" : `: ${format(...given)}`}\n${frames}`);
    },
    dir: (value: unknown, options: object = {}) => say("stdout", inspect(value, { customInspect: false, ...options })),
    dirxml: log,
    table: (data: unknown, columns?: readonly string[]) => log(table(data, columns) ?? data),
    assert(condition: unknown, ...given: unknown[]) {
      if (condition) return;
      if (typeof given[0] === "string") given[0] = `Assertion failed: ${given[0]}`;
      else given.unshift("Assertion failed");
      error(...given);
    },
    count(label = "default") {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = "default") => void counts.delete(label),
    group(...given: unknown[]) {
      if (given.length > 0) log(...given);
      indentation += "  ";
    },
    groupCollapsed(...given: unknown[]) {
      if (given.length > 0) log(...given);
      indentation += "  ";
    },
    groupEnd() {
      indentation = indentation.slice(2);
    },
    time: (label = "default") => void timers.set(label, now()),
    timeLog: (label = "default", ...more: unknown[]) => elapsed(label, more),
    timeEnd(label = "default") {
      elapsed(label, []);
      timers.delete(label);
    },
    clear() {},
  };
}
