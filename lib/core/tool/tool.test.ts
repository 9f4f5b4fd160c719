import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolwrightError } from "../errors/toolwright-error";
import { toolToSchema } from "../schema/tool-to-schema";
import { agent, isAgent } from "./agent";
import { resolveTools, type ToolListEntry } from "./resolve-tools";
import { tool } from "./tool";
import { suggestToolName, TOOL_NAME } from "./tool-name";
import type { ToolConfig, ToolContext } from "./tool-types";

const parameters = z.object({ city: z.string().describe("City name") });
const good = { name: "get_weather", description: "Weather of a city.", parameters, execute: () => "sunny" };

function refusal(define: () => unknown): ToolwrightError {
  try {
    define();
  } catch (thrown) {
    if (thrown instanceof ToolwrightError) return thrown;
    throw thrown;
  }
  throw new Error("it was accepted");
}

const byTable = tool({
  name: (opts: { table: string }) => `query_${opts.table.toLowerCase()}`,
  description: (opts) => `Query the ${opts.table} table`,
  parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
  execute: (_params, context) => context.opts.table,
});

describe("tool", () => {
  it("has the values it was given, and no others", () => {
    const made = tool({ ...good, category: "web", tags: ["weather"], sideEffects: ["network"], timeout: 1000 });
    expect({ ...made }).toMatchObject({
      name: "get_weather",
      description: "Weather of a city.",
      category: "web",
      tags: ["weather"],
      sideEffects: ["network"],
      timeout: 1000,
      opts: {},
    });
    expect(made).not.toHaveProperty("requiresApproval");
    expect(made.parameters).toBe(parameters);
  });

  it("tells a model its name, description and input schema, the same through toJSON and toolToSchema", () => {
    const made = tool(good);
    expect(JSON.parse(JSON.stringify(made))).toEqual({
      name: "get_weather",
      description: "Weather of a city.",
      parameters: {
        type: "object",
        properties: { city: { type: "string", description: "City name" } },
        required: ["city"],
      },
    });
    expect(toolToSchema(made)).toBe(made.toJSON());
  });

  it("stays a tool when it is spread", () => {
    const renamed = { ...tool(good), name: "weather" };
    expect(renamed.toJSON().name).toBe("weather");
    expect(resolveTools([renamed]).map((entry) => entry.name)).toEqual(["weather"]);
  });

  it.each<[string, object, string, string, string]>([
    ["a name with a space", { name: "get weather" }, "invalid-name", "name", '"get_weather"'],
    ["a name with a dot", { name: "a.b" }, "invalid-name", "name", '"a_b"'],
    ["a name that is too long", { name: "x".repeat(65) }, "invalid-name", "name", "65 characters"],
    ["an empty name", { name: "" }, "invalid-name", "name", "no name"],
    ["a name that is no text", { name: 3 }, "invalid-name", "name", "a number"],
    ["no description", { description: undefined }, "invalid-description", "description", "no description"],
    ["a blank description", { description: "  " }, "invalid-description", "description", "no description"],
    ["no execute", { execute: undefined }, "invalid-execute", "execute", 'no "execute" function'],
    [
      "another word for execute",
      { execute: undefined, handler: () => 1 },
      "invalid-execute",
      "execute",
      'Rename "handler"',
    ],
    ["no parameters", { parameters: undefined }, "bad-schema", "parameters", "z.object"],
    ["a schema that is no object", { parameters: z.string() }, "bad-schema", "parameters", "always an object"],
    ["an unknown category", { category: "toys" }, "invalid-category", "category", '"toys"'],
    ["an unknown side effect", { sideEffects: ["files"] }, "invalid-side-effects", "sideEffects", '"files"'],
    ["side effects that are no list", { sideEffects: "network" }, "invalid-side-effects", "sideEffects", "not a list"],
    ["tags that are no texts", { tags: [1] }, "invalid-tags", "tags", "not a list of texts"],
    ["a timeout that no timer keeps", { timeout: 3e9 }, "invalid-timeout", "timeout", "is 3000000000"],
    ["a wrong exclusive", { exclusive: "yes" }, "invalid-tool", "exclusive", "a string"],
    ["a wrong repeatable", { repeatable: 1 }, "invalid-tool", "repeatable", "a number"],
    ["a negative timeout", { timeout: -1 }, "invalid-timeout", "timeout", "is -1"],
    ["a timeout that is no number", { timeout: "5s" }, "invalid-timeout", "timeout", "a string"],
    ["a wrong approval rule", { requiresApproval: "yes" }, "invalid-requires-approval", "requiresApproval", "a string"],
    ["an unknown sandbox", { sandbox: { type: "vm" } }, "invalid-sandbox", "sandbox", "no known type"],
    ["a misspelt field", { sideEffect: ["network"] }, "unknown-field", "sideEffect", "means nothing"],
  ])("refuses %s, naming field and fix", (_name, change, code, field, words) => {
    const error = refusal(() => tool({ ...good, ...change } as ToolConfig));
    expect(error.code).toBe(code);
    expect(error.facts).toMatchObject({ field, fix: expect.any(String) });
    expect(error.message).toContain(words);
  });

  it("suggests a name that every provider accepts", () => {
    for (const wanted of ["get weather", "Wetter für Zürich", "日本", "a".repeat(100), "__a.b__", ""]) {
      expect(suggestToolName(wanted)).toMatch(TOOL_NAME);
    }
    expect(suggestToolName("Wetter für Zürich")).toBe("Wetter_fur_Zurich");
  });
});

describe("tools with options", () => {
  it("computes name and description from them, and gives them to execute", async () => {
    const users = byTable.with({ table: "Users" });
    expect(users.name).toBe("query_users");
    expect(users.description).toBe("Query the Users table");
    expect(await users.execute({ q: "x" }, {} as ToolContext)).toBe("Users");
  });

  it("needs no options until its name is read", () => {
    expect(refusal(() => tool({ ...good, name: () => "a b" }).name).code).toBe("invalid-name");
    expect(() => byTable.name).toThrow(TypeError);
  });

  it("lets a list entry change approval and timeout", () => {
    const [first, second] = resolveTools([
      [tool(good), { requiresApproval: true, timeout: 5 }],
      tool({ ...good, name: "other", requiresApproval: true }).with({ requiresApproval: false }),
    ]);
    expect(first).toMatchObject({ requiresApproval: true, timeout: 5 });
    expect(second?.requiresApproval).toBe(false);
  });
});

describe("resolveTools", () => {
  it("takes tools, pairs with options and tools written in place, in order", () => {
    const list: ToolListEntry[] = [
      tool(good),
      [byTable, { table: "users" }],
      byTable.with({ table: "orders" }),
      { name: "inline", description: "Written in place", parameters: { type: "object" }, execute: () => 1 },
    ];
    expect(resolveTools(list).map((entry) => entry.name)).toEqual([
      "get_weather",
      "query_users",
      "query_orders",
      "inline",
    ]);
  });

  it("refuses two equal names and says where both stand", () => {
    const error = refusal(() => resolveTools([tool(good), [byTable, { table: "a" }], [byTable, { table: "A" }]]));
    expect(error.code).toBe("duplicate-name");
    expect(error.message).toBe(
      'Two tools are named "query_a": entry 2 of the list with options {"table":"a"} and entry 3 of the list with options {"table":"A"}. Rename one of them, or compute the name from its options.',
    );
  });

  it.each<[string, unknown, string]>([
    ["no list", { a: 1 }, '"tools" is an object'],
    ["a set that was not spread", [[tool(good), byTable]], "Spread a set"],
    ["nothing", [undefined], 'Entry 1 of "tools" is undefined'],
    ["an unfinished tool", [{ name: "a", description: "b", parameters: z.object({}) }], 'no "execute"'],
    ["a tool in place without a name", [good, { ...good, name: undefined }], 'Entry 2 of "tools": A tool has no name'],
    ["a tool in place without parameters", [{ ...good, parameters: undefined }], 'has no "parameters"'],
    ["a tool in place without a description", [{ ...good, description: undefined }], "has no description"],
    ["options of the wrong kind", [[tool(good), { timeout: "5s" }]], '"timeout" of the tool "get_weather" is a string'],
    ["an option that would never ask", [[tool(good), { requiresApproval: () => false }]], "is a function"],
  ])("refuses %s", (_name, list, words) => {
    expect(refusal(() => resolveTools(list as ToolListEntry[])).message).toContain(words);
  });
});

describe("the options of a tool", () => {
  it("are an object", () => {
    for (const options of [undefined, null, "users", ["users"]]) {
      expect(refusal(() => byTable.with(options as never)).code).toBe("needs-options");
    }
  });
});

describe("agent", () => {
  it("hands in its output by a tool of its own, and keeps what its tools share and how many run at once", () => {
    const output = z.object({ score: z.number() });
    const made = agent({
      name: "judge",
      instructions: "Judge.",
      tools: [good],
      output,
      input: z.object({ text: z.string() }),
      assigns: { lang: "en", since: new Date(0) },
      limits: { maxParallelCalls: 2 },
    });
    expect(made.tools.map((entry) => entry.name)).toEqual(["get_weather", "submit_result"]);
    expect(made.tools[1]?.parameters).toBe(output);
    expect(made.instructions).toBe("Judge.");
    expect(made.assigns).toEqual({ lang: "en", since: "1970-01-01T00:00:00.000Z" });
    expect(made.limits).toEqual({ steps: 25, maxParallelCalls: 2 });
    expect(agent({ name: "a", instructions: "" })).toMatchObject({ assigns: {}, limits: { maxParallelCalls: 4 } });
  });

  it.each<[string, object, string]>([
    ["an output that is no object", { output: z.array(z.string()) }, '"output" describes'],
    ["an output that is no schema", { output: 3 }, '"output'],
    ["an input that is no object", { input: z.string() }, "always an object"],
    [
      "a name that the output needs",
      { output: z.object({}), tools: [{ ...good, name: "submit_result" }] },
      "submit_result",
    ],
    ["too many calls at once", { limits: { maxParallelCalls: 1000 } }, '"maxParallelCalls" is 1000'],
    ["assigns that are no object", { assigns: ["a"] }, "assigns"],
    ["assigns that are too large", { assigns: { text: "x".repeat(70_000) } }, "assigns"],
  ])("refuses %s", (_name, change, words) => {
    expect(refusal(() => agent({ name: "a", instructions: "", ...change })).message).toContain(words);
  });

  it("holds its resolved tools and a step limit", () => {
    const made = agent({ name: "reviewer", instructions: "Review.", tools: [good] });
    expect(made.tools.map((entry) => entry.name)).toEqual(["get_weather"]);
    expect(made.limits.steps).toBe(25);
    expect(isAgent(made)).toBe(true);
    expect(isAgent(good)).toBe(false);
  });

  it("refuses what cannot run", () => {
    expect(refusal(() => agent({ name: " ", instructions: "" })).facts.field).toBe("name");
    expect(refusal(() => agent({ name: "a", instructions: 3 as unknown as string })).facts.field).toBe("instructions");
    expect(refusal(() => agent({ name: "a", instructions: "", limits: { steps: 0 } })).facts.field).toBe(
      "limits.steps",
    );
    expect(refusal(() => agent({ name: "a", instructions: "", tools: [good, good] })).code).toBe("duplicate-name");
  });
});
