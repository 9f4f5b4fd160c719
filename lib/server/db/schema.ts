import "server-only";
import { bigint, customType, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { EventBody } from "@/lib/core/agent/event";
import type { Definition } from "@/lib/core/session/session-document";

/**
 * JSON kept as the text it was written as. `jsonb` would reorder keys, rewrite numbers and refuse a NUL character, and
 * then a reloaded run would not equal the one that was seen live.
 */
function jsonText<T>(name: string) {
  return customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => JSON.parse(value) as T,
  })(name);
}

/** Drivers differ: `pg` gives a Buffer, the embedded database a Uint8Array. */
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
  fromDriver: (value) => new Uint8Array(value),
});

/** Milliseconds since the epoch. */
const instant = (name: string) => bigint(name, { mode: "number" });

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** Hash of the owner's cookie. */
    ownerId: text("owner_id").notNull(),
    title: text("title").notNull(),
    definition: jsonText<Definition>("definition").notNull(),
    revision: integer("revision").notNull(),
    /** The `seq` of the newest event. Its row lock orders all writers of one session. */
    lastSeq: integer("last_seq").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("sessions_by_owner").on(table.ownerId, table.updatedAt)],
);

export const runs = pgTable(
  "runs",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["agent", "hand"] }).notNull(),
    /** The tab that drives it; the newest claimer wins. */
    runnerId: text("runner_id").notNull(),
    /** The scripted model's script as it was when the run began. */
    script: text("script"),
    stepLimit: integer("step_limit").notNull(),
    /** The newest step that was started. */
    step: integer("step").notNull().default(0),
    /** The server process that streams that step, while it is open. */
    stepInstance: text("step_instance"),
    /** When that process last said so. */
    stepBeatAt: instant("step_beat_at"),
    outputTokens: integer("output_tokens").notNull().default(0),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [index("runs_by_session").on(table.sessionId, table.startedAt)],
);

/** The append-only log. `seq` has no gaps within a session. */
export const events = pgTable(
  "events",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    runId: text("run_id").notNull(),
    at: instant("at").notNull(),
    body: jsonText<EventBody>("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
);

export const approvals = pgTable(
  "approvals",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    callId: text("call_id").notNull(),
    digest: text("digest").notNull(),
    expiresAt: instant("expires_at").notNull(),
    decision: text("decision", { enum: ["approved", "denied", "expired"] }),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    uniqueIndex("approvals_by_call").on(table.runId, table.callId),
    index("approvals_by_expiry").on(table.decision, table.expiresAt),
  ],
);

/** Workspace archives (zip) as they were when somebody froze them for a link. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    archive: bytes("archive").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("workspaces_by_session").on(table.sessionId)],
);

export const links = pgTable(
  "links",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["view", "review"] }).notNull(),
    /** SHA-256 of the key; the key itself is only in the URL that its maker was given. */
    keyHash: text("key_hash").notNull(),
    title: text("title").notNull(),
    /** As it was when the link was made, like the workspace. */
    definition: jsonText<Definition>("definition").notNull(),
    workspaceId: text("workspace_id").references(() => workspaces.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    views: integer("views").notNull().default(0),
    lastViewedAt: instant("last_viewed_at"),
  },
  (table) => [index("links_by_session").on(table.sessionId)],
);

/** Uses of server services by calls: claimed before the service acts, so that none acts twice. */
export const serviceCalls = pgTable(
  "service_calls",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    callId: text("call_id").notNull(),
    /** Counts the uses of one call, from 0. */
    ordinal: integer("ordinal").notNull(),
    service: text("service").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    /** How it ended: `ok`, or the code of the error. */
    outcome: text("outcome"),
  },
  (table) => [primaryKey({ columns: [table.runId, table.callId, table.ordinal] })],
);

/** Names of secrets that a session may use, where each comes from, and who may use it. Never a value. */
export const sessionSecrets = pgTable(
  "session_secrets",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** `typed` values live in the memory of the server process only. */
    provider: text("provider", { enum: ["typed", "operator"] }).notNull(),
    tools: jsonText<string[]>("tools").notNull(),
    hosts: jsonText<string[]>("hosts").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.name] })],
);

/** Every real use of a secret. */
export const secretUses = pgTable(
  "secret_uses",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    runId: text("run_id").notNull(),
    callId: text("call_id").notNull(),
    tool: text("tool").notNull(),
    name: text("name").notNull(),
    /** Where the value went: a host, `process`, or `mail`. */
    target: text("target").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("secret_uses_by_session").on(table.sessionId, table.at)],
);
