/**
 * What is used of a Redis client; ioredis has this shape. Written as methods, so that a client with more overloads fits.
 */
export interface RedisClientLike {
  get(key: string): Promise<string | null>;
  setex(key: string, seconds: number, value: string): Promise<unknown>;
  del(...keys: string[]): Promise<number>;
  mget(...keys: string[]): Promise<(string | null)[]>;
  zadd(key: string, score: number, member: string): Promise<unknown>;
  zrange(key: string, start: number, stop: string): Promise<string[]>;
  zrem(key: string, ...members: string[]): Promise<number>;
}
