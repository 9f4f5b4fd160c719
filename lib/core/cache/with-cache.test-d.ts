import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { tool } from "../tool/tool";
import type { Tool, ToolContext } from "../tool/tool-types";
import { withCache } from "./with-cache";

const search = tool({
  name: "search",
  description: "Searches.",
  parameters: z.object({ query: z.string(), page: z.number().default(1) }),
  execute: async ({ query }) => ({ found: [query] }),
});
const cached = withCache(search, { strategy: "semantic", ttl: "5m", maxSize: 10, storage: "memory" });

test("a cached tool keeps the parameters and the result of the tool it wraps", () => {
  expectTypeOf(cached.execute).parameter(0).toEqualTypeOf<{ query: string; page: number }>();
  expectTypeOf(cached.execute({ query: "a", page: 1 }, {} as ToolContext)).resolves.toEqualTypeOf<{
    found: string[];
  }>();
  expectTypeOf(cached).toExtend<Tool>();
  expectTypeOf(cached.with({})).toEqualTypeOf<typeof cached>();
});

test("what is wrong does not compile", () => {
  // @ts-expect-error there is no such parameter
  void cached.cache.invalidate({ nothing: 1 });
  // @ts-expect-error a duration is a text with a unit
  withCache(search, { ttl: 5 });
  // @ts-expect-error there is no such strategy
  withCache(search, { strategy: "fuzzy" });
  // @ts-expect-error there is no such storage
  withCache(search, { storage: "disk" });
  // @ts-expect-error no tool at all
  withCache({ name: "search" });
});
