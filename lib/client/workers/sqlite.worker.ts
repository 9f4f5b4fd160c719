import type { SqliteMessage } from "../outside/sql/create-sqlite-service";
import { loadSqlite } from "../outside/sql/load-sqlite";
import { runSqlite } from "../outside/sql/sqlite-engine";

/** The worker behind the service `sqlite`: keeps the engine, and no database. */
const engine = loadSqlite();
addEventListener("message", async (event: MessageEvent<SqliteMessage>) => {
  const { request, file } = event.data;
  postMessage(runSqlite(await engine, request, file));
});
void engine.then(
  () => postMessage("ready"),
  (error: unknown) => {
    // Told as the worker's own error, so that who waits hears of it.
    setTimeout(() => {
      throw error;
    });
  },
);
