import { OutsideError } from "@/lib/core/tool/outside";
import { createEngine, type EngineWorker } from "../engine-worker";
import type { PageService } from "../page-service";
import { createPlaces } from "../places";
import { IN_MEMORY, readDatabaseFile } from "./database-file";
import { QUERY_TIMEOUT_MS, type SqlAnswer, type SqlRequest, toResult } from "./sql-answer";
import { sqlRequestSchema } from "./sql-request";

export interface SqliteMessage {
  request: SqlRequest;
  file: Uint8Array | undefined;
}
export type SqliteReply = SqlAnswer & { file?: Uint8Array };

/**
 * Runs statements on SQLite files of the workspace: the file is read, the statement runs in a worker that can be ended, and a
 * changed file is written back. `:memory:` is an empty database for one statement.
 */
export function createSqliteService(options: {
  start(): EngineWorker | Promise<EngineWorker>;
  timeoutMs?: number;
}): PageService {
  const engine = createEngine({ start: options.start, keep: 1 });
  const timeoutMs = options.timeoutMs ?? QUERY_TIMEOUT_MS;
  // One statement after the other, so that two of them never change two copies of one file.
  const places = createPlaces(1);
  return {
    name: "sqlite",
    async ask(input, { signal, sandbox }) {
      const read = sqlRequestSchema.safeParse(input);
      if (!read.success) throw new OutsideError("outside-refused", "The request is not one for a database.");
      const { path, ...request } = read.data;
      const leave = await places.take(signal);
      try {
        const file =
          path === IN_MEMORY
            ? undefined
            : await readDatabaseFile(sandbox, path, { mayCreate: !request.readOnly, beside: "-wal" });
        if (file !== undefined && "error" in file) return { error: file.error, database: "sqlite" };
        const began = performance.now();
        const reply = await engine.ask({
          message: { request, file: file?.bytes } satisfies SqliteMessage,
          signal,
          timeoutMs,
        });
        const spent = performance.now() - began;
        if (reply.status === "timed-out") {
          return { error: `Query timed out after ${timeoutMs}ms; nothing was changed`, database: "sqlite" };
        }
        if (reply.status === "stopped") throw new OutsideError("outside-stopped", "The query was ended.");
        if (reply.status === "died") throw new OutsideError("outside-failed", `The query broke off: ${reply.message}`);
        const { file: changed, ...answer } = reply.value as SqliteReply;
        const fault = changed === undefined || signal.aborted ? undefined : await file?.replace(changed);
        return fault === undefined ? toResult("sqlite", answer, spent) : { error: fault, database: "sqlite" };
      } finally {
        leave();
      }
    },
  };
}
