import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  Agent,
  type AgentDefinition,
  agent,
  type CachedTool,
  Command,
  calculator,
  codingTools,
  command,
  type DefinedTool,
  type Model,
  readOnlyTools,
  run,
  type Tool,
  type ToolConfig,
  type ToolContext,
  ToolRegistry,
  type ToolSchema,
  tool,
  toolset,
  toolToSchema,
  withCache,
} from "./index";

declare const context: ToolContext;
declare const model: Model;

const weather = tool({
  name: "get_weather",
  description: "Weather of a city",
  parameters: z.object({ city: z.string(), units: z.enum(["celsius", "fahrenheit"]).default("celsius") }),
  execute: async ({ city }) => ({ city, degrees: 20 }),
});

const byTable = tool({
  name: (opts: { table: string }) => `query_${opts.table}`,
  description: (opts) => `Query ${opts.table}`,
  parameters: { type: "object", properties: { q: { type: "string" } } },
  execute: ({ q }, { opts }) => `${opts.table}: ${String(q)}`,
});

test("a Zod schema types what execute takes, defaults applied, and execute types the result", () => {
  expectTypeOf(weather.execute).parameter(0).toEqualTypeOf<{ city: string; units: "celsius" | "fahrenheit" }>();
  expectTypeOf(weather.execute({ city: "Oslo", units: "celsius" }, context)).resolves.toEqualTypeOf<{
    city: string;
    degrees: number;
  }>();
});

test("what a transform, a coercion, an optional and a union make of the input is what execute takes", () => {
  tool({
    name: "shapes",
    description: "Takes shapes",
    parameters: z.object({
      at: z.string().transform((text) => new Date(text)),
      count: z.coerce.number(),
      note: z.string().optional(),
      shape: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("circle"), radius: z.number() }),
        z.object({ kind: z.literal("square"), side: z.number() }),
      ]),
    }),
    requiresApproval: ({ count }) => count > 3,
    execute: ({ at, count, note, shape }) => {
      expectTypeOf(at).toEqualTypeOf<Date>();
      expectTypeOf(count).toEqualTypeOf<number>();
      expectTypeOf(note).toEqualTypeOf<string | undefined>();
      if (shape.kind === "circle") expectTypeOf(shape).toEqualTypeOf<{ kind: "circle"; radius: number }>();
      return shape;
    },
  });
});

test("plain JSON Schema gives members that have to be looked at before they are used", () => {
  expectTypeOf(byTable.execute).parameter(0).toEqualTypeOf<Record<string, unknown>>();
  tool({
    name: "raw",
    description: "Takes anything",
    parameters: { type: "object", properties: { n: { type: "number" } } },
    // @ts-expect-error a member of plain JSON Schema is unknown until it is checked
    execute: ({ n }) => n + 1,
  });
});

test("a toolset is a tuple of its tools, and a list that an agent takes", () => {
  const tools = toolset(weather, byTable);
  expectTypeOf(tools).toEqualTypeOf<[typeof weather, typeof byTable]>();
  const [first] = tools;
  expectTypeOf(first.execute).parameter(0).toExtend<{ city: string }>();
  expectTypeOf(agent).toBeCallableWith({ name: "a", instructions: "", tools });
  expectTypeOf(codingTools()).toExtend<Tool[]>();
  expectTypeOf(codingTools()).toHaveProperty("length").toEqualTypeOf<6>();
  expectTypeOf(readOnlyTools()).toHaveProperty("length").toEqualTypeOf<4>();
});

test("options are those of the functions that take them, and stay so however often they are given", () => {
  const users = byTable.with({ table: "users" });
  expectTypeOf(users).toExtend<DefinedTool>();
  users.with({ table: "orders", requiresApproval: true, timeout: 500 });
  // @ts-expect-error the option has another type
  byTable.with({ table: 3 });
  // @ts-expect-error the option is missing
  byTable.with({});
  // @ts-expect-error and it is missing again
  users.with({ requiresApproval: true });
});

test("a command takes its executable, and fixed variables as texts", () => {
  expectTypeOf(command({ command: "git" })).toExtend<Tool>();
  Command.with({ command: "gh", env: { GH_TOKEN: "{{secret:GH_TOKEN}}" } });
  // @ts-expect-error no executable
  command({ name: "Git" });
  // @ts-expect-error arguments are the call's
  command({ command: "git", args: ["status"] });
  // @ts-expect-error a variable is a text
  command({ command: "git", env: { DEPTH: 3 } });
});

test("a cached tool is the same tool, and its cache takes the same parameters", () => {
  const cached = withCache(weather, { strategy: "exact", ttl: "5m", maxSize: 1000, storage: "memory" });
  expectTypeOf(cached).toExtend<CachedTool<typeof weather.parameters, { city: string; degrees: number }>>();
  expectTypeOf(cached.execute).parameter(0).toEqualTypeOf<{ city: string; units: "celsius" | "fahrenheit" }>();
  cached.cache.invalidate({ city: "Oslo", units: "celsius" });
  // @ts-expect-error not the tool's parameters
  cached.cache.invalidate({ town: "Oslo" });
  // @ts-expect-error no such strategy
  withCache(weather, { strategy: "fuzzy", ttl: "5m", maxSize: 10 });
  // @ts-expect-error no such storage
  withCache(weather, { strategy: "exact", ttl: "5m", maxSize: 10, storage: "disk" });
  // @ts-expect-error a time is a text with a unit
  withCache(weather, { strategy: "exact", ttl: 300, maxSize: 10 });
});

test("an agent is described by what it needs, in both spellings", () => {
  expectTypeOf(agent({ name: "a", instructions: "" })).toEqualTypeOf<AgentDefinition>();
  expectTypeOf(
    new Agent({ name: "a", instructions: "", tools: [weather, [byTable, { table: "users" }]] }),
  ).toEqualTypeOf<AgentDefinition>();
  agent({
    name: "a",
    instructions: "",
    tools: [{ name: "here", description: "In place", parameters: { type: "object" }, execute: () => 1 }],
  });
  // @ts-expect-error no instructions
  agent({ name: "a" });
  // @ts-expect-error a tool is no text
  agent({ name: "a", instructions: "", tools: ["get_weather"] });
  // @ts-expect-error a limit is a number
  agent({ name: "a", instructions: "", limits: { steps: "many" } });
});

test("a run answers with its text, and with what its output schema says when there is one", async () => {
  const said = await run("Hello", { model, tools: [weather] });
  if (said.ok) expectTypeOf(said.output).toEqualTypeOf<string>();
  else expectTypeOf(said.problem.message).toEqualTypeOf<string>();
  const typed = await run("How warm?", {
    model,
    input: { city: "Oslo" },
    output: z.object({ degrees: z.number(), at: z.string().transform((text) => new Date(text)) }),
  });
  if (typed.ok) expectTypeOf(typed.output).toEqualTypeOf<{ degrees: number; at: Date }>();
  // @ts-expect-error the output is there only when it went well
  void typed.output;
  // @ts-expect-error a run needs a model
  await run("Hello", { tools: [weather] });
});

test("a registry and the schemas keep to tools", () => {
  const registry = new ToolRegistry();
  registry.registerMany([weather, calculator]);
  expectTypeOf(registry.get("get_weather")).toEqualTypeOf<Tool | undefined>();
  expectTypeOf(registry.getNames()).toEqualTypeOf<string[]>();
  expectTypeOf(registry.getSchemas()).toExtend<readonly ToolSchema[]>();
  expectTypeOf(toolToSchema(weather)).toEqualTypeOf<ToolSchema>();
  // @ts-expect-error a name is no tool
  registry.register("get_weather");
});

test("a wrong field of a tool does not compile", () => {
  const good = { name: "a", description: "b", parameters: z.object({}), execute: () => 1 } satisfies ToolConfig;
  tool(good);
  // @ts-expect-error no such side effect
  tool({ ...good, sideEffects: ["magic"] });
  // @ts-expect-error tags are a list
  tool({ ...good, tags: "all" });
  // @ts-expect-error an approval is a boolean or a function of the parameters
  tool({ ...good, requiresApproval: "yes" });
  // @ts-expect-error a timeout is a number
  tool({ ...good, timeout: "5s" });
  // @ts-expect-error there is no sandbox of the host
  tool({ ...good, sandbox: { type: "native" } });
  // @ts-expect-error a container needs an image
  tool({ ...good, sandbox: { type: "docker" } });
  // @ts-expect-error a container has no network of the host
  tool({ ...good, sandbox: { type: "docker", image: "a", network: { mode: "host" } } });
});
