import { encodeBase64 } from "@/lib/core/call/base64";
import { toJsonValue } from "@/lib/core/call/to-json-value";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { SQL_LIMITS, type SqlRow } from "./sql-answer";

export interface CollectedRows {
  rows: SqlRow[];
  rowCount: number;
  truncated: boolean;
  notice?: string;
}

/** Takes rows as they come until a limit is met; what an engine returns is made JSON without losing digits or bytes. */
export class RowCollector {
  readonly #rows: SqlRow[] = [];
  #characters = 0;
  #notice: string | undefined;
  readonly #names: string[];

  constructor(
    columns: readonly string[],
    private readonly maxRows: number,
  ) {
    this.#names = distinct(columns);
  }

  /** False when the row is left out, and with it all that follow. */
  add(values: readonly unknown[]): boolean {
    if (this.#rows.length === this.maxRows) {
      this.#notice = `There are more rows; only the first ${this.maxRows} are given.`;
      return false;
    }
    const cells = values.map(toCell);
    this.#characters += cells.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
    if (this.#characters > SQL_LIMITS.characters) {
      this.#notice = `The rows are large; only those with the first ${SQL_LIMITS.characters} characters are given.`;
      return false;
    }
    this.#rows.push(Object.fromEntries(this.#names.map((name, index) => [name, cells[index] ?? null])));
    return true;
  }

  collected(): CollectedRows {
    return {
      rows: this.#rows,
      rowCount: this.#rows.length,
      truncated: this.#notice !== undefined,
      ...(this.#notice === undefined ? {} : { notice: this.#notice }),
    };
  }
}

function toCell(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (value instanceof ArrayBuffer) return encodeBase64(new Uint8Array(value));
  return toJsonValue(value).value;
}

function lengthOf(cell: JsonValue): number {
  if (typeof cell === "string") return cell.length;
  return typeof cell === "object" && cell !== null ? JSON.stringify(cell).length : 8;
}

/** Two columns of one name are both shown: `id` and `id_2`. */
function distinct(columns: readonly string[]): string[] {
  const used = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let count = 2; used.has(name); count += 1) name = `${column}_${count}`;
    used.add(name);
    return name;
  });
}
