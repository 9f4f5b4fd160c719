import * as z from "zod/mini";
import { SANDBOX_ERROR_CODES } from "@/lib/core/sandbox/sandbox-error";
import { shellFetchAnswerSchema, shellFetchSchema } from "./shell-fetch";

/**
 * What the page and the shell worker say to each other, checked on both sides. Every request gets exactly one `reply`; the
 * changes it made arrive before it, so that whatever was acknowledged is in the page's copy.
 */
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const data = z.union([z.string(), bytes]);

const entry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("file"), data: bytes, mode: z.number(), modifiedAt: z.number() }),
  z.object({ type: z.literal("directory"), mode: z.number(), modifiedAt: z.number() }),
  z.object({ type: z.literal("symlink"), target: z.string() }),
]);
const entries = z.map(z.string(), entry);
const mounts = z.array(z.tuple([z.string(), z.enum(["read-only", "writable"])]));

const requestBodies = {
  init: z.object({
    op: z.literal("init"),
    cwd: z.string(),
    sessionId: z.optional(z.string()),
    /** `auto`: OPFS, else IndexedDB, else none. */
    store: z.enum(["auto", "indexeddb", "none"]),
    /** For tests of a full store. */
    storeByteLimit: z.optional(z.number()),
    byteLimit: z.optional(z.number()),
    /** The page's copy after a restart; without it the stored workspace is loaded. */
    copy: z.optional(z.object({ entries, mounts })),
    /** One 32-bit slot per running command; 1 asks it to stop. */
    stopFlags: z.optional(z.custom<Int32Array>((value) => value instanceof Int32Array)),
  }),
  write: z.object({ op: z.literal("write"), path: z.string(), data }),
  edit: z.object({ op: z.literal("edit"), path: z.string(), oldText: z.string(), newText: z.string() }),
  exec: z.object({
    op: z.literal("exec"),
    command: z.string(),
    cwd: z.optional(z.string()),
    env: z.optional(z.record(z.string(), z.string())),
    stdin: z.optional(data),
    discardChanges: z.optional(z.boolean()),
    timeoutMs: z.number(),
    slot: z.number(),
  }),
  grep: z.object({
    op: z.literal("grep"),
    pattern: z.string(),
    options: z.object({
      path: z.optional(z.string()),
      glob: z.optional(z.string()),
      caseSensitive: z.optional(z.boolean()),
      limit: z.optional(z.number()),
      includeIgnored: z.optional(z.boolean()),
    }),
    timeoutMs: z.number(),
  }),
  makeDirectory: z.object({ op: z.literal("makeDirectory"), path: z.string() }),
  remove: z.object({ op: z.literal("remove"), path: z.string(), recursive: z.boolean() }),
  rename: z.object({ op: z.literal("rename"), from: z.string(), to: z.string() }),
  restore: z.object({ op: z.literal("restore"), entries }),
  mount: z.object({
    op: z.literal("mount"),
    files: z.map(z.string(), data),
    path: z.string(),
    mode: z.enum(["read-only", "writable"]),
  }),
  flush: z.object({ op: z.literal("flush") }),
  /** Forgets the stored copy; the files in memory stay. */
  forget: z.object({ op: z.literal("forget") }),
};

export const shellRequestSchema = z.object({
  id: z.number(),
  body: z.discriminatedUnion("op", [
    requestBodies.init,
    requestBodies.write,
    requestBodies.edit,
    requestBodies.exec,
    requestBodies.grep,
    requestBodies.makeDirectory,
    requestBodies.remove,
    requestBodies.rename,
    requestBodies.restore,
    requestBodies.mount,
    requestBodies.flush,
    requestBodies.forget,
  ]),
});

/** Not a request: nothing answers it. Wakes a command that sleeps. */
export const shellStopSchema = z.object({ stop: z.number() });

/** To an `ask` of a running command. */
export const shellAnswerSchema = z.object({
  ask: z.number(),
  answer: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), value: shellFetchAnswerSchema }),
    z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
  ]),
});

export const storageStatusSchema = z.object({
  kind: z.enum(["opfs", "indexeddb", "none"]),
  /** What the files take. */
  bytes: z.number(),
  /** What they may take: the workspace's limit, or what the browser grants this origin where that is less. */
  quota: z.optional(z.number()),
  problem: z.optional(z.object({ code: z.string(), message: z.string(), fix: z.optional(z.string()) })),
});

const changes = z.array(
  z.object({ path: z.string(), kind: z.enum(["created", "changed", "removed"]), entry: z.optional(entry) }),
);

export const execReplySchema = z.object({
  stdout: z.string(),
  stderr: z.string(),
  output: z.string(),
  exitCode: z.number(),
  truncated: z.boolean(),
  fullOutputPath: z.optional(z.string()),
});
export const editReplySchema = z.object({ occurrences: z.number(), content: z.string() });
export const grepReplySchema = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  cut: z.boolean(),
  binaryFilesSkipped: z.number(),
});
export const initReplySchema = z.object({ restored: z.boolean(), mounts });

export const shellMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("changes"), changes }),
  z.object({ type: z.literal("storage"), status: storageStatusSchema }),
  z.object({
    type: z.literal("output"),
    id: z.number(),
    pieces: z.array(z.object({ stream: z.enum(["stdout", "stderr"]), text: z.string() })),
  }),
  /** Something is loaded that commands need; without progress, it is over. */
  z.object({
    type: z.literal("loading"),
    progress: z.optional(z.object({ what: z.string(), bytes: z.number(), of: z.number() })),
  }),
  /** The command of request `id` asks for what only the page can reach; answered by `shellAnswerSchema`, once. */
  z.object({
    type: z.literal("ask"),
    id: z.number(),
    ask: z.number(),
    input: shellFetchSchema,
  }),
  /** The answer is no longer wanted. */
  z.object({ type: z.literal("cancel"), id: z.number(), ask: z.number() }),
  z.object({ type: z.literal("reply"), id: z.number(), value: z.unknown() }),
  z.object({
    type: z.literal("failure"),
    id: z.number(),
    code: z.enum(SANDBOX_ERROR_CODES),
    message: z.string(),
    path: z.optional(z.string()),
    /** What a stopped command had printed. */
    output: z.optional(z.string()),
  }),
]);

export type ShellRequest = z.infer<typeof shellRequestSchema>;
export type ShellRequestBody = ShellRequest["body"];
export type ShellStop = z.infer<typeof shellStopSchema>;
export type ShellAnswer = z.infer<typeof shellAnswerSchema>;
export type ShellMessage = z.infer<typeof shellMessageSchema>;
export type StorageStatus = z.infer<typeof storageStatusSchema>;

/** One worker, or its stand-in. */
export interface ShellChannel {
  post(message: ShellRequest | ShellStop | ShellAnswer): void;
  terminate(): void;
}

/** Starts a worker; `receive` gets what it says, `broken` is called when it dies by itself. */
export type ConnectShell = (receive: (message: unknown) => void, broken: (reason: string) => void) => ShellChannel;
