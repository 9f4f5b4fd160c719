import "server-only";
import type { Socket } from "node:net";
import { Client, DatabaseError, type FieldDef, type QueryResult } from "pg";
import Cursor from "pg-cursor";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { postgresTypes } from "./postgres-types";

export interface Statement {
  url: string;
  query: string;
  params: readonly (string | number | boolean | null)[];
  maxRows: number;
  readOnly: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

export type StatementEnd =
  | { ok: true; rows: { [column: string]: JsonValue }[]; rowCount: number; truncated: boolean }
  | { ok: false; error: string; code?: string; position?: number; hint?: string };

const CONNECT_MS = 10_000;
/** What the server is given to end a statement by itself before the connection is cut. */
const GRACE_MS = 5_000;
const MAX_BYTES = 8_000_000;
const WATCH_MS = 25;
/** Roles that reach beyond the database: its files, its programs. A superuser is a member of each. */
const BEYOND = ["pg_execute_server_program", "pg_read_server_files", "pg_write_server_files"];

/**
 * Runs one statement in a transaction of its own on a connection of its own. With `readOnly` the engine refuses every change
 * and the transaction is rolled back whatever happened. The text is not touched: the engine is sent it as one prepared
 * statement, so a second one in it is a syntax error, and the number of rows is counted at the portal.
 */
export async function runStatement(statement: Statement): Promise<StatementEnd> {
  const { signal, timeoutMs } = statement;
  const client = new Client({
    connectionString: statement.url,
    application_name: "toolwright sql_query",
    connectionTimeoutMillis: CONNECT_MS,
  });
  // Without a listener, a connection that breaks ends the process.
  client.on("error", () => {});
  let why: "stopped" | "late" | "large" | undefined;
  let pid: number | undefined;
  const cut = (reason: typeof why) => {
    why ??= reason;
    if (pid !== undefined) void cancel(statement.url, pid);
    // The statement's own promise does not settle when its connection is cut, so `lost` does.
    lose();
  };
  let lose = () => {};
  const lost = new Promise<never>((_resolve, reject) => {
    lose = () => reject(new Error("cut"));
  });
  lost.catch(() => {});
  const onAbort = () => cut("stopped");
  const timer = setTimeout(() => cut("late"), timeoutMs + CONNECT_MS + GRACE_MS);
  const watch = setInterval(() => {
    if (bytesRead(client) > MAX_BYTES) cut("large");
  }, WATCH_MS);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) return { ok: false, error: "Query aborted" };
    const connected = await Promise.race([client.connect().then(() => undefined, unreachable), lost]);
    if (connected !== undefined) return connected;
    const work = async () => {
      pid = await begin(client, statement);
      if (pid === undefined) return { ok: false, error: TOO_POWERFUL } as const;
      const end = await read(client, statement);
      await client.query(statement.readOnly ? "ROLLBACK" : "COMMIT");
      return end;
    };
    return await Promise.race([work(), lost]);
  } catch (error) {
    if (why === "stopped") return { ok: false, error: "Query aborted" };
    if (why === "late") return { ok: false, error: `Query timed out after ${timeoutMs}ms` };
    if (why === "large") {
      return {
        ok: false,
        error: `The rows are larger than ${MAX_BYTES / 1e6} MB; select fewer of them, or shorter columns`,
      };
    }
    return failure(error, statement);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
    // The end of the connection ends the transaction, its locks and its settings.
    if (why === undefined) await client.end().catch(() => {});
    else socketOf(client).destroy();
  }
}

const TOO_POWERFUL =
  "The operator's TOOLWRIGHT_SQL_URL uses a role that reaches the server's files or programs (a superuser, or a member of a pg_*_server_* role). Tools are given only a role that can do no more than query.";

/** Undefined for a role that may do more than query. */
async function begin(client: Client, { readOnly, timeoutMs }: Statement): Promise<number | undefined> {
  await client.query(readOnly ? "BEGIN READ ONLY" : "BEGIN");
  await client.query(`SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL lock_timeout = ${timeoutMs}`);
  // The first query fixes the transaction's mode: from here on nothing can make it writable again.
  const { rows } = await client.query<{ pid: number; beyond: boolean }>(
    `select pg_backend_pid() as pid, exists (
       select 1 from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'MEMBER')
     ) as beyond`,
    [BEYOND],
  );
  const [answer] = rows;
  return answer === undefined || answer.beyond ? undefined : answer.pid;
}

async function read(client: Client, { query, params, maxRows }: Statement): Promise<StatementEnd> {
  const cursor = client.query(new Cursor<JsonValue[]>(query, [...params], { rowMode: "array", types: postgresTypes }));
  const { rows, result } = await new Promise<{ rows: JsonValue[][]; result: QueryResult }>((resolve, reject) => {
    cursor.read(maxRows + 1, (error, read, whole) => {
      if (error) reject(error);
      else resolve({ rows: read, result: whole });
    });
  });
  await cursor.close();
  const names = columnNames(result.fields);
  const kept = rows.slice(0, maxRows);
  return {
    ok: true,
    rows: kept.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    // A statement that returns no rows says how many it changed.
    rowCount: names.length > 0 ? kept.length : (result.rowCount ?? 0),
    truncated: rows.length > maxRows,
  };
}

/** Two columns of one name are both there: `id`, `id_2`. */
function columnNames(fields: readonly FieldDef[]): string[] {
  const names: string[] = [];
  for (const { name } of fields) {
    let free = name;
    for (let count = 2; names.includes(free); count += 1) free = `${name}_${count}`;
    names.push(free);
  }
  return names;
}

function failure(error: unknown, { query, readOnly, timeoutMs }: Statement): StatementEnd {
  if (!(error instanceof DatabaseError)) throw error;
  const { code, message, hint } = error;
  const facts = { ...(code === undefined ? {} : { code }), ...(hint === undefined ? {} : { hint }) };
  if (code === "57014") return { ok: false, error: `Query timed out after ${timeoutMs}ms`, ...facts };
  if (code === "25006" && readOnly) {
    return {
      ok: false,
      error: `Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations. (${message})`,
      ...facts,
    };
  }
  const position = error.position === undefined ? undefined : Number(error.position);
  if (position === undefined) return { ok: false, error: message, ...facts };
  return { ok: false, error: `${message} (${placeOf(query, position)})`, position, ...facts };
}

/** PostgreSQL counts characters from 1. */
function placeOf(query: string, position: number): string {
  const before = Array.from(query)
    .slice(0, position - 1)
    .join("")
    .split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Never the address or the role: they are the operator's. */
function unreachable(error: NodeJS.ErrnoException): StatementEnd {
  const why = error.code ?? "no answer";
  return { ok: false, error: `The operator's database cannot be reached (${why})`, code: why };
}

/** Asks the server itself to end the statement: a closed connection alone is noticed only when it wants to answer. */
async function cancel(url: string, pid: number): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_cancel_backend($1)", [pid]);
  } catch {
    // The statement's own timeout ends it then.
  } finally {
    await client.end().catch(() => {});
  }
}

function socketOf(client: Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

function bytesRead(client: Client): number {
  return socketOf(client).bytesRead ?? 0;
}
