import loadEngine, { type Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** Loads the engine without its messages on the console: what it has to say is said in the answer. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  const silent = () => {};
  (globalThis as { sqlite3ApiConfig?: object }).sqlite3ApiConfig = {
    debug: silent,
    log: silent,
    warn: silent,
    error: silent,
  };
  return loadEngine({ print: silent, printErr: silent });
}
