import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { DefinedTool } from "./tool";
import { tool } from "./tool";
import type { Tool, ToolContext } from "./tool-types";
import { toolset } from "./toolset";

declare const context: ToolContext;

const weather = tool({
  name: "get_weather",
  description: "Weather of a city",
  parameters: z.object({ city: z.string(), units: z.enum(["celsius", "fahrenheit"]).default("celsius") }),
  execute: async ({ city, units }, { signal, log }) => {
    expectTypeOf(city).toEqualTypeOf<string>();
    expectTypeOf(units).toEqualTypeOf<"celsius" | "fahrenheit">();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    log(city);
    return { degrees: 20 };
  },
});

const byTable = tool({
  name: (opts: { table: string }) => `query_${opts.table}`,
  description: (opts) => `Query ${opts.table}`,
  parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
  execute: (params, context) => {
    expectTypeOf(params).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf(context.opts.table).toEqualTypeOf<string>();
    return context.opts.table;
  },
});

test("execute is typed by the schema's output, and the result by execute", () => {
  expectTypeOf(weather.execute).parameter(0).toEqualTypeOf<{ city: string; units: "celsius" | "fahrenheit" }>();
  expectTypeOf(weather.execute({ city: "Oslo", units: "celsius" }, context)).toEqualTypeOf<
    { degrees: number } | Promise<{ degrees: number }>
  >();
  // @ts-expect-error a member is missing
  weather.execute({ units: "celsius" }, context);
});

test("a transform gives execute its output type", () => {
  tool({
    name: "shout",
    description: "Says it loudly",
    parameters: z.object({ text: z.string().transform((text) => text.length) }),
    requiresApproval: ({ text }) => text > 3,
    execute: ({ text }) => {
      expectTypeOf(text).toEqualTypeOf<number>();
    },
  });
});

test("any tool fits a list of tools", () => {
  const list: Tool[] = [weather, byTable, byTable.with({ table: "users" })];
  expectTypeOf(list).toEqualTypeOf<Tool[]>();
  expectTypeOf(weather).toExtend<Tool>();
});

test("options are typed by the functions that take them", () => {
  expectTypeOf(byTable.with).parameter(0).toExtend<{ table: string }>();
  // @ts-expect-error the option has another type
  byTable.with({ table: 3 });
  byTable.with({ table: "users", requiresApproval: true, timeout: 1000 });
});

test("a toolset keeps each tool's own types", () => {
  const [first, second] = toolset(weather, byTable);
  expectTypeOf(first).toEqualTypeOf<typeof weather>();
  expectTypeOf(second).toEqualTypeOf<typeof byTable>();
  expectTypeOf(toolset(weather)).toExtend<Tool[]>();
  expectTypeOf<DefinedTool>().toExtend<Tool>();
});

test("a missing or wrong field does not compile", () => {
  // @ts-expect-error no execute
  tool({ name: "a", description: "b", parameters: z.object({}) });
  // @ts-expect-error no such category
  tool({ name: "a", description: "b", parameters: z.object({}), category: "toys", execute: () => 1 });
});
