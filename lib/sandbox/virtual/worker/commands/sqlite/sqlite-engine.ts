import loadEngine, { type Database, type Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { latin1FromBytes } from "../../byte-text";
import { loadEnginePart } from "../../load-engine-part";
import type { Cell } from "./output-modes";

const HEAP_BYTES = 64 * 1024 * 1024;
const OLDEST_FORMAT = 1;
const FORMAT_BYTES = [18, 19];
const STEPS_BETWEEN_LOOKS = 10_000;

let engine: Promise<Sqlite3Static> | undefined;

async function load(): Promise<Sqlite3Static> {
  const silent = () => {};
  const quiet = { debug: silent, log: silent, warn: silent, error: silent };
  (globalThis as { sqlite3ApiConfig?: object }).sqlite3ApiConfig = quiet;
  const wasmBinary = await loadEnginePart("sqlite3.wasm");
  const options = { print: silent, printErr: silent, wasmBinary };
  return loadEngine(options as unknown as Parameters<typeof loadEngine>[0]);
}

/** A failure of the engine, with its code and what it was doing. */
export class SqlFailure extends Error {
  constructor(
    readonly step: "prepare" | "stepping",
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface StatementResult {
  columns: string[];
  rows: Cell[][];
}

interface MissingInTypes {
  sqlite3_errmsg(database: Database): string;
  sqlite3_extended_errcode(database: Database): number;
  sqlite3_column_bytes(statement: unknown, at: number): number;
  sqlite3_progress_handler(database: Database, steps: number, work: () => number, data: number): void;
}

/** One database in memory, filled from a file and given back as one. */
export class SqliteSession {
  private constructor(
    private readonly sqlite3: Sqlite3Static,
    private readonly database: Database,
  ) {}

  /** `shouldStop` is asked while a statement works. */
  static async open(file: Uint8Array | undefined, shouldStop: () => boolean): Promise<SqliteSession> {
    engine ??= load();
    engine.catch(() => {
      engine = undefined;
    });
    const sqlite3 = await engine;
    const database = new sqlite3.oo1.DB(":memory:", "c");
    const { capi, wasm } = sqlite3;
    if (file !== undefined && file.byteLength > 0) {
      const bytes = file.slice();
      // A database with a log beside it cannot be opened in memory; without its log it is one in the older format.
      for (const place of FORMAT_BYTES) if (bytes[place] === 2) bytes[place] = OLDEST_FORMAT;
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
      const pointer = wasm.allocFromTypedArray(bytes);
      const { byteLength } = bytes;
      database.checkRc(capi.sqlite3_deserialize(database, "main", pointer, byteLength, byteLength, flags));
    }
    database.exec(`PRAGMA hard_heap_limit=${HEAP_BYTES}; PRAGMA temp_store=MEMORY;`);
    const more = capi as unknown as MissingInTypes;
    more.sqlite3_progress_handler(database, STEPS_BETWEEN_LOOKS, () => (shouldStop() ? 1 : 0), 0);
    return new SqliteSession(sqlite3, database);
  }

  /** Runs every statement of a text in turn; what one gives is told before the next begins. @throws SqlFailure */
  run(sql: string, told: (result: StatementResult) => void): void {
    const { capi, wasm } = this.sqlite3;
    const bytes = new TextEncoder().encode(`${sql}\0`);
    const text = wasm.allocFromTypedArray(bytes);
    const stack = wasm.pstack.pointer;
    const places = wasm.pstack.alloc(16);
    try {
      let at = text;
      const end = (text as number) + bytes.byteLength - 1;
      while ((at as number) < end) {
        const code = capi.sqlite3_prepare_v2(this.database, at as never, -1, places, ((places as number) + 8) as never);
        if (code !== capi.SQLITE_OK) throw this.failure("prepare");
        const statement = wasm.peekPtr(places);
        at = wasm.peekPtr((places as number) + 8) as typeof at;
        if (!statement) continue;
        try {
          told(this.step(statement));
        } finally {
          capi.sqlite3_finalize(statement as never);
        }
      }
    } finally {
      wasm.pstack.restore(stack);
      wasm.dealloc(text);
    }
  }

  private step(statement: unknown): StatementResult {
    const { capi } = this.sqlite3;
    const pointer = statement as never;
    const count = capi.sqlite3_column_count(pointer);
    const columns = Array.from({ length: count }, (_, at) => String(capi.sqlite3_column_name(pointer, at)));
    const rows: Cell[][] = [];
    for (;;) {
      const code = capi.sqlite3_step(pointer);
      if (code === capi.SQLITE_DONE) return { columns, rows };
      if (code !== capi.SQLITE_ROW) throw this.failure("stepping");
      rows.push(columns.map((_, at) => this.cell(pointer, at)));
    }
  }

  private cell(statement: never, at: number): Cell {
    const { capi, wasm } = this.sqlite3;
    const kind = capi.sqlite3_column_type(statement, at);
    if (kind === capi.SQLITE_NULL) return { kind: "null", text: "" };
    if (kind === capi.SQLITE_BLOB) {
      const length = (capi as unknown as MissingInTypes).sqlite3_column_bytes(statement, at);
      const start = capi.sqlite3_column_blob(statement, at) as number;
      return { kind: "blob", text: latin1FromBytes(wasm.heap8u().slice(start, start + length)) };
    }
    const text = String(capi.sqlite3_column_text(statement, at) ?? "");
    if (kind === capi.SQLITE_INTEGER) return { kind: "integer", text };
    return { kind: kind === capi.SQLITE_FLOAT ? "real" : "text", text };
  }

  private failure(step: "prepare" | "stepping"): SqlFailure {
    const more = this.sqlite3.capi as unknown as MissingInTypes;
    return new SqlFailure(
      step,
      more.sqlite3_extended_errcode(this.database) & 0xff,
      more.sqlite3_errmsg(this.database),
    );
  }

  /** Whether a text ends where a statement ends, by the engine's own word. */
  isComplete(sql: string): boolean {
    return Boolean(this.sqlite3.capi.sqlite3_complete(sql));
  }

  export(): Uint8Array {
    return this.sqlite3.capi.sqlite3_js_db_export(this.database);
  }

  close(): void {
    this.database.close();
  }
}
