import { z } from "zod";

/** Entries that one report names; a larger cache shows those used last. */
export const REPORTED_ENTRIES = 200;

const count = z.number().int().nonnegative();
const moment = z.number();

/** An entry as a person is shown it: without its value. `hits`: how often it was given out, as far as its storage saw. */
export const cacheEntrySummarySchema = z.object({
  key: z.string().max(600),
  label: z.string().max(300),
  storedAt: moment,
  expiresAt: moment,
  bytes: z.number().nonnegative(),
  hits: count,
});
export type CacheEntrySummary = z.infer<typeof cacheEntrySummarySchema>;

/** How one cached tool stands, as a person is shown it. It holds no result. */
export const cacheReportSchema = z.object({
  tool: z.string().max(200),
  /** What its keys begin with. */
  prefix: z.string().max(500),
  strategy: z.enum(["exact", "semantic"]),
  /** `memory`, `browser`, `server`, `redis`, or the author's own. */
  storage: z.string().max(40),
  lifetimeMs: z.number().nonnegative(),
  maxSize: count,
  hits: count,
  misses: count,
  evictions: count,
  size: count,
  /** Why the storage could not be used the last time. */
  problem: z.string().max(500).optional(),
  entries: z.array(cacheEntrySummarySchema).max(REPORTED_ENTRIES),
});
export type CacheReport = z.infer<typeof cacheReportSchema>;

/** What a person may do with a cache. */
export const cacheCommandSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("evict"), key: z.string().max(600) }),
  z.object({ kind: z.literal("clear") }),
]);
export type CacheCommand = z.infer<typeof cacheCommandSchema>;
