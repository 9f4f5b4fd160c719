import { OutsideError } from "@/lib/core/tool/outside";
import { createEngine, type Engine, type EngineReply, type EngineWorker } from "../engine-worker";
import type { PageService, PageServiceContext } from "../page-service";
import { createPlaces } from "../places";
import { type DatabaseFile, IN_MEMORY, readDatabaseFile } from "./database-file";
import { QUERY_TIMEOUT_MS, type SqlAnswer, type SqlRequest, toResult } from "./sql-answer";
import { sqlRequestSchema } from "./sql-request";

export type PgliteMessage = { kind: "open"; dump: Uint8Array } | { kind: "run"; request: SqlRequest; dump: boolean };
export type PgliteReply =
  | { kind: "opened" }
  | { kind: "ran"; answer: SqlAnswer; dump?: Uint8Array }
  | { kind: "failed"; error: string };

/** A few seconds, and more on a machine that does much else. */
const OPEN_MS = 40_000;

/** An open database: whose it is, and the file as it was last read or written. */
interface OpenDatabase {
  engine: Engine;
  of: string | undefined;
  bytes: Uint8Array | undefined;
}

/**
 * Runs statements on PostgreSQL in the page. `:memory:` is one database a session that lasts as long as the page; a path is a
 * compressed dump in the workspace, which is written again after each change. A statement that does not end is ended with
 * its engine.
 */
export function createPgliteService(options: {
  start(): EngineWorker | Promise<EngineWorker>;
  /** The dump of a database with nothing in it. */
  empty(signal: AbortSignal): Promise<Uint8Array>;
  timeoutMs?: number;
}): PageService {
  const timeoutMs = options.timeoutMs ?? QUERY_TIMEOUT_MS;
  const places = createPlaces(1);
  const newDatabase = (): OpenDatabase => ({
    engine: createEngine({ start: options.start, keep: 1 }),
    of: undefined,
    bytes: undefined,
  });
  // Apart, because opening a file must not cost what only the memory holds.
  const inMemory = newDatabase();
  const ofFile = newDatabase();

  async function openFor(key: string, file: DatabaseFile | undefined, { signal, progress }: PageServiceContext) {
    const database = file === undefined ? inMemory : ofFile;
    const isOpen = database.of === key && (file === undefined || isSame(database.bytes, file.bytes));
    if (isOpen) return database;
    database.of = undefined;
    progress("Starting PostgreSQL in the page");
    const message: PgliteMessage = { kind: "open", dump: file?.bytes ?? (await options.empty(signal)) };
    const opened = replyOf(await database.engine.ask({ message, signal, timeoutMs: OPEN_MS }), OPEN_MS);
    if (opened.kind === "failed")
      throw new OutsideError("outside-failed", `The database did not open: ${opened.error}`);
    database.of = key;
    database.bytes = file?.bytes;
    return database;
  }

  return {
    name: "pglite",
    async ask(input, context) {
      const read = sqlRequestSchema.safeParse(input);
      if (!read.success) throw new OutsideError("outside-refused", "The request is not one for a database.");
      const { path, ...request } = read.data;
      const { signal, sandbox, sessionId } = context;
      if (path !== IN_MEMORY && !/\.(?:tar\.gz|tgz)$/.test(path)) {
        return { error: `${path} is no dump of a database: its name must end in .tar.gz or .tgz`, database: "pglite" };
      }
      const leave = await places.take(signal);
      try {
        const file =
          path === IN_MEMORY ? undefined : await readDatabaseFile(sandbox, path, { mayCreate: !request.readOnly });
        if (file !== undefined && "error" in file) return { error: file.error, database: "pglite" };
        const database = await openFor(`${sessionId}:${path}`, file, context);
        const began = performance.now();
        const message: PgliteMessage = { kind: "run", request, dump: file !== undefined };
        const reply = await database.engine.ask({ message, signal, timeoutMs });
        if (reply.status !== "replied") database.of = undefined;
        if (reply.status === "timed-out") {
          const lost = file === undefined ? "its database in memory ended with it" : "nothing was changed";
          return { error: `Query timed out after ${timeoutMs}ms; ${lost}`, database: "pglite" };
        }
        const ran = replyOf(reply, timeoutMs);
        if (ran.kind !== "ran") {
          database.of = undefined;
          return { error: ran.kind === "failed" ? ran.error : "The engine did not answer.", database: "pglite" };
        }
        if (ran.dump !== undefined) {
          const fault = await file?.replace(ran.dump);
          // What the engine holds is then not what the file says.
          if (fault !== undefined) database.of = undefined;
          if (fault !== undefined) return { error: fault, database: "pglite" };
          database.bytes = ran.dump;
        }
        return toResult("pglite", ran.answer, performance.now() - began);
      } finally {
        leave();
      }
    },
  };
}

function replyOf(reply: EngineReply, timeoutMs: number): PgliteReply {
  switch (reply.status) {
    case "replied":
      return reply.value as PgliteReply;
    case "timed-out":
      throw new OutsideError(
        "outside-failed",
        `PostgreSQL in the page did not start within ${timeoutMs / 1000} seconds.`,
      );
    case "stopped":
      throw new OutsideError("outside-stopped", "The query was ended.");
    case "died":
      throw new OutsideError("outside-failed", `The query broke off: ${reply.message}`);
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index]);
}
