import { z } from "zod";
import { type JsonValue, jsonValueSchema } from "../errors/json-value";
import { OutsideError } from "../tool/outside";
import type { CacheEntry, ToolCacheStorage } from "./tool-cache-storage";

/** Characters that the JSON of one stored result may have. */
export const STORED_RESULT_LIMIT = 256 * 1024;
const MOST_DIMENSIONS = 4096;
const MOST_ENTRIES = 1000;

const key = z.string().min(1).max(600);
/** What the keys of one tool's cache begin with, and how many it keeps. */
const place = { prefix: z.string().min(1).max(500), maxSize: z.number().int().min(0).max(MOST_ENTRIES) };
const vector = z.array(z.number().min(-1.001).max(1.001)).min(1).max(MOST_DIMENSIONS);

const entrySchema = z.object({
  value: jsonValueSchema,
  storedAt: z.number(),
  expiresAt: z.number(),
  bytes: z.number().nonnegative(),
  label: z.string().max(300),
  likeness: z.object({ group: key, vector }).optional(),
});

/** What a tool asks of a cache storage outside of its own place. It comes from hostile code. */
export const cacheRequestSchema = z.discriminatedUnion("method", [
  z.object({ method: z.literal("get"), ...place, key }),
  z.object({ method: z.literal("nearest"), ...place, group: key, vector, similarity: z.number().min(0).max(1) }),
  z.object({ method: z.literal("set"), ...place, key, entry: entrySchema }),
  z.object({ method: z.literal("delete"), ...place, key }),
  z.object({ method: z.literal("clear"), ...place }),
]);
export type CacheRequest = z.infer<typeof cacheRequestSchema>;

export const cacheAnswerSchemas = {
  get: z.object({ entry: entrySchema.nullable() }),
  nearest: z.object({ found: z.object({ key, similarity: z.number(), entry: entrySchema }).nullable() }),
  set: z.object({ evicted: z.array(key).max(10_000) }),
  delete: z.object({ deleted: z.boolean() }),
  clear: z.object({}),
} as const;

/** The most entries that a storage outside of the tool keeps for one tool. */
export function boundedSize(maxSize: number): number {
  return Math.min(maxSize, MOST_ENTRIES);
}

/**
 * What the schema does not say of a request: its keys are of its own place, its result is not too large.
 *
 * @throws OutsideError `outside-invalid-input` or `outside-too-large`.
 */
export function checkCacheRequest(request: CacheRequest): void {
  const named = "key" in request ? request.key : "group" in request ? request.group : request.prefix;
  const group = request.method === "set" ? request.entry.likeness?.group : undefined;
  if (!named.startsWith(request.prefix) || group?.startsWith(request.prefix) === false) {
    throw new OutsideError("outside-invalid-input", "A key of a cache begins with the prefix of that cache.");
  }
  if (request.method === "set" && JSON.stringify(request.entry.value).length > STORED_RESULT_LIMIT) {
    throw new OutsideError("outside-too-large", "The result is too large to be kept.");
  }
}

/** Carries out one request on the storage of its place. */
export async function answerCacheRequest(storage: ToolCacheStorage, request: CacheRequest): Promise<JsonValue> {
  switch (request.method) {
    case "get": {
      const entry = await storage.get(request.key);
      return { entry: entry === undefined ? null : packEntry(entry) };
    }
    case "nearest": {
      const { group, similarity } = request;
      const found = await storage.nearest(group, Float32Array.from(request.vector), similarity);
      if (found === undefined) return { found: null };
      return { found: { key: found.key, similarity: found.similarity, entry: packEntry(found.entry) } };
    }
    case "set":
      return { evicted: await storage.set(request.key, unpackEntry(request.entry)) };
    case "delete":
      return { deleted: await storage.delete(request.key) };
    case "clear":
      await storage.clear(request.prefix);
      return {};
  }
}

/** An entry as JSON. Its value has to be JSON already. */
export function packEntry({ likeness, value, ...rest }: CacheEntry): { [key: string]: JsonValue } {
  return {
    ...rest,
    value: value as JsonValue,
    ...(likeness === undefined
      ? {}
      : { likeness: { group: likeness.group, vector: Array.from(likeness.vector) as JsonValue } }),
  };
}

export function unpackEntry({ likeness, ...rest }: z.output<typeof entrySchema>): CacheEntry {
  return {
    ...rest,
    ...(likeness === undefined
      ? {}
      : { likeness: { group: likeness.group, vector: Float32Array.from(likeness.vector) } }),
  };
}
