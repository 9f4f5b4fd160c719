import "server-only";
import { Redis } from "ioredis";

const CONNECT_MS = 3_000;
const COMMAND_MS = 5_000;
const LONGEST_PAUSE_MS = 5_000;

export interface ConnectRedisOptions {
  url: string;
  /** Told once for each time that the connection is lost, not for every attempt to get it back. */
  onLost(error: Error): void;
}

/** A client that connects at its first command and again by itself. A command fails in seconds while Redis is away. */
export function connectRedis({ url, onLost }: ConnectRedisOptions): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 200, LONGEST_PAUSE_MS),
  });
  let lost = false;
  client.on("error", (error: Error) => {
    if (!lost) onLost(error);
    lost = true;
  });
  client.on("ready", () => {
    lost = false;
  });
  return client;
}
