import type { Command } from "./command-text";

/** How much of its input a command reads before it ends. */
export interface PipeDemand {
  lines?: number;
  bytes?: number;
}

const PLAIN_WORD = /^(?:[\w./:;,{}=+-]+|'[^']*'|"[^"$`\\]*")$/;
const COUNT = /^\d{1,9}$/;
/** `5q`, `1,5p;5q`: prints some of the first lines, and ends. */
const SED_QUITS = /^(?:\d+(?:,\d+)?p;)?(\d{1,9})q$/;

/**
 * What a command of a pipe wants of the one before it, where its words say so: `head`, and a `sed` that quits. A command that
 * names a file, or whose words are known only when it runs, has none.
 */
export function demandOf(command: Command | undefined): PipeDemand | undefined {
  if (command?.type !== "SimpleCommand" || (command.redirections ?? []).length > 0) return undefined;
  const words = [command.name as { source?: string } | null | undefined, ...(command.args ?? [])].map((word) =>
    plainText(word?.source),
  );
  if (words.includes(undefined)) return undefined;
  const [name, ...given] = words as string[];
  if (name === "head") return demandOfHead(given);
  return name === "sed" ? demandOfSed(given) : undefined;
}

function plainText(source: string | undefined): string | undefined {
  if (source === undefined || !PLAIN_WORD.test(source)) return undefined;
  return /^['"]/.test(source) ? source.slice(1, -1) : source;
}

function demandOfHead(given: readonly string[]): PipeDemand | undefined {
  const [option, value, ...more] = given;
  if (option === undefined) return { lines: 10 };
  const attached = /^-(?:([nc])|-(lines|bytes)=)?(\d{1,9})$/.exec(option);
  if (attached !== null) {
    if (value !== undefined) return undefined;
    return measured(attached[1] ?? attached[2]?.[0] ?? "n", Number(attached[3]));
  }
  if ((option !== "-n" && option !== "-c") || more.length > 0 || value === undefined || !COUNT.test(value)) {
    return undefined;
  }
  return measured(option.slice(1), Number(value));
}

function measured(unit: string, count: number): PipeDemand {
  return unit === "n" || unit === "l" ? { lines: count } : { bytes: count };
}

function demandOfSed(given: readonly string[]): PipeDemand | undefined {
  const [script, ...more] = given.filter((word) => word !== "-n");
  const quits = more.length > 0 ? null : SED_QUITS.exec(script ?? "");
  return quits === null ? undefined : { lines: Number(quits[1]) };
}
