import type { Database, PreparedStatement, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { errorText } from "@/lib/core/errors/error-text";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { RowCollector } from "./collect-rows";
import { ONE_STATEMENT, ONLY_SELECT, SQL_LIMITS, type SqlAnswer, type SqlRequest } from "./sql-answer";

/** Pragmas that only tell; the others need `readOnly: false`. */
const TELLING_PRAGMAS: ReadonlySet<string> = new Set([
  "application_id",
  "collation_list",
  "compile_options",
  "database_list",
  "encoding",
  "foreign_key_check",
  "foreign_key_list",
  "freelist_count",
  "function_list",
  "index_info",
  "index_list",
  "index_xinfo",
  "integrity_check",
  "page_count",
  "page_size",
  "quick_check",
  "schema_version",
  "table_info",
  "table_list",
  "table_xinfo",
  "user_version",
]);
/** Those of them that take a value which is not a setting. */
const ASKING_PRAGMAS = /_(info|xinfo|list|check)$/;

/** In the engine, and missing in its types. */
type Autocommit = Sqlite3Static["capi"] & { sqlite3_get_autocommit(database: Database): number };

const OLDEST_FORMAT = 1;
const FORMAT_BYTES = [18, 19] as const;

/**
 * Runs one statement on a database that lives only for it: the given file, or an empty one. Read-only is the engine's own
 * word: each action of the statement is authorised while it is compiled, and nothing but reading is. A changed file is given
 * back, never written anywhere.
 */
export function runSqlite(
  sqlite3: Sqlite3Static,
  request: SqlRequest,
  file: Uint8Array | undefined,
): SqlAnswer & { file?: Uint8Array } {
  const { capi } = sqlite3;
  const database = new sqlite3.oo1.DB(":memory:", "c");
  try {
    if (file !== undefined && file.byteLength > 0) load(sqlite3, database, file);
    database.exec(`PRAGMA hard_heap_limit=${SQL_LIMITS.memoryBytes}; PRAGMA temp_store=MEMORY;`);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, SQL_LIMITS.valueBytes);
    // Reading the schema first says in words that a file is no database, and not that a table is missing.
    database.selectValue("SELECT count(*) FROM sqlite_schema");
    if (request.readOnly) database.exec("PRAGMA query_only=1");
    const authorise = request.readOnly ? mayRead(sqlite3) : mayChange(sqlite3);
    capi.sqlite3_set_authorizer(database, authorise, 0);

    const statement = database.prepare(request.query);
    try {
      if (hasMore(sqlite3, database, statement, request.query)) return { ok: false, error: ONE_STATEMENT };
      const collected = runStatement(statement, request);
      if (request.readOnly) return { ok: true, ...collected, changed: false };
      statement.finalize();
      if ((capi as Autocommit).sqlite3_get_autocommit(database) === 0) {
        return { ok: false, error: "A transaction cannot be left open: each call is one of its own." };
      }
      const after = capi.sqlite3_js_db_export(database);
      const changed = !isSame(after, file ?? new Uint8Array());
      return { ok: true, ...collected, changed, ...(changed ? { file: after } : {}) };
    } finally {
      statement.finalize();
    }
  } catch (error) {
    return { ok: false, error: wordsOf(error, request.readOnly) };
  } finally {
    database.close();
  }
}

function runStatement(statement: PreparedStatement, { params, maxRows }: SqlRequest) {
  const wanted = statement.parameterCount;
  if (wanted !== params.length) {
    throw new Error(`The query has ${wanted} parameters, and ${params.length} values are given.`);
  }
  if (wanted > 0) statement.bind(params.map(toBound));
  // A statement that is not stepped to its end has still done all of its changes at its first row.
  const rows = new RowCollector(statement.columnCount > 0 ? statement.getColumnNames() : [], maxRows);
  while (statement.step()) {
    if (!rows.add(statement.get([]))) break;
  }
  return rows.collected();
}

function toBound(value: JsonValue): string | number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function load(sqlite3: Sqlite3Static, database: Database, file: Uint8Array): void {
  const { capi, wasm } = sqlite3;
  // A database in WAL mode cannot be opened in memory; without its log beside it, it is one in the older format.
  const bytes = file.slice();
  for (const place of FORMAT_BYTES) if (bytes[place] === 2) bytes[place] = OLDEST_FORMAT;
  const pointer = wasm.allocFromTypedArray(bytes);
  database.checkRc(
    capi.sqlite3_deserialize(
      database,
      "main",
      pointer,
      bytes.byteLength,
      bytes.byteLength,
      capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE,
    ),
  );
}

type Authorizer = (data: unknown, action: number, first: string | 0, second: string | 0) => number;

function mayRead({ capi }: Sqlite3Static): Authorizer {
  const reading = new Set<number>([capi.SQLITE_SELECT, capi.SQLITE_READ, capi.SQLITE_FUNCTION, capi.SQLITE_RECURSIVE]);
  return (_data, action, first, second) => {
    if (reading.has(action)) return capi.SQLITE_OK;
    const name = String(first).toLowerCase();
    const tells = action === capi.SQLITE_PRAGMA && TELLING_PRAGMAS.has(name) && (!second || ASKING_PRAGMAS.test(name));
    return tells ? capi.SQLITE_OK : capi.SQLITE_DENY;
  };
}

/** Another database could only be one of the engine's own memory, which outlives the call; `VACUUM` attaches a nameless one. */
function mayChange({ capi }: Sqlite3Static): Authorizer {
  return (_data, action, first) => {
    const isOther =
      (action === capi.SQLITE_ATTACH && first !== "") || (action === capi.SQLITE_PRAGMA && isHeapLimit(first));
    return isOther ? capi.SQLITE_DENY : capi.SQLITE_OK;
  };
}

function isHeapLimit(pragma: string | 0): boolean {
  return /heap_limit$/i.test(String(pragma));
}

/** The engine itself says where the first statement ends, and whether what follows is one. */
function hasMore(sqlite3: Sqlite3Static, database: Database, statement: PreparedStatement, query: string): boolean {
  const { capi, wasm } = sqlite3;
  const rest = query.slice(String(capi.sqlite3_sql(statement)).length);
  if (rest.trim() === "") return false;
  const stack = wasm.pstack.pointer;
  try {
    const place = wasm.pstack.alloc(8);
    const code = capi.sqlite3_prepare_v2(database, rest, -1, place, null as never);
    const second = wasm.peekPtr(place);
    if (second) capi.sqlite3_finalize(second);
    return code !== capi.SQLITE_OK || Boolean(second);
  } finally {
    wasm.pstack.restore(stack);
  }
}

function wordsOf(error: unknown, readOnly: boolean): string {
  const words = errorText(error).replace(/^SQLITE_[A-Z_]+: sqlite3 result code \d+: /, "");
  if (/not authorized|authorization denied|readonly database/.test(words)) {
    return readOnly ? ONLY_SELECT : "Other databases cannot be attached, and limits cannot be changed.";
  }
  return words || "The engine failed without a reason.";
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index]);
}
