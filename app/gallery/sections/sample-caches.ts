import type { CacheReport } from "@/lib/core/cache/cache-report";

const now = Date.now();
const counts = { hits: 0, misses: 0, evictions: 0, size: 0 };

export const sampleCaches: readonly CacheReport[] = [
  {
    tool: "search_everything_that_was_ever_written_about_a_topic",
    prefix: "toolcache:search:",
    strategy: "semantic",
    storage: "browser",
    lifetimeMs: 600_000,
    maxSize: 1000,
    hits: 1204,
    misses: 96,
    evictions: 31,
    size: 204,
    entries: [
      {
        key: "1",
        label: '{"page":1,"query":"a question that goes on and on, far beyond what one line of a rail has room for"}',
        storedAt: now - 200_000,
        expiresAt: now + 400_000,
        bytes: 184_000,
        hits: 912,
      },
      {
        key: "2",
        label: '{"page":2,"query":"hidden \u202e characters"}',
        storedAt: now,
        expiresAt: now + 600_000,
        bytes: 12,
        hits: 1,
      },
    ],
  },
  {
    ...counts,
    tool: "get_weather",
    prefix: "toolcache:get_weather:",
    strategy: "exact",
    storage: "server",
    lifetimeMs: 300_000,
    maxSize: 10,
    misses: 2,
    problem: "The cache could not be read: The server's cache does not answer.",
    entries: [],
  },
];
