import { describe, expect, it } from "vitest";
import { z } from "zod";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import {
  Agent,
  agent,
  base64Decode,
  base64Encode,
  builtinTools,
  calculator,
  codingTools,
  datetime,
  exec,
  fileDelete,
  fileExists,
  fileList,
  fileRead,
  fileWrite,
  hash,
  jsonParse,
  jsonStringify,
  Read,
  randomNumber,
  randomString,
  readOnlyTools,
  regexMatch,
  regexReplace,
  resolveTools,
  sleep,
  type Tool,
  type ToolContext,
  ToolRegistry,
  tool,
  toolset,
  toolToSchema,
  uuid,
  withCache,
} from "./index";

/*
 * The uses that the two source documents show, in this kit's words: the first document's constructs by their own names, the
 * second one's as their TypeScript equivalents.
 */

const context = {
  agentId: "ops",
  agent: { name: "ops" },
  runId: "r_1",
  callId: "c_1",
  sessionId: "s_1",
  cwd: "/workspace",
  secrets: {},
  opts: {},
  assigns: {},
  signal: new AbortController().signal,
  log: () => {},
  progress: () => {},
  sandbox: new MemorySandbox({ files: new Map([["notes.txt", "one\ntwo\nthree"]]) }),
} satisfies ToolContext;

async function call(made: Tool, args: object) {
  const prepared = await prepareCall(made, args);
  if (!prepared.ok) return prepared.outcome;
  return executeCall(made, prepared.parsed, context, { timers: { after: () => () => {} } });
}

const getWeather = tool({
  name: "get_weather",
  description: "Get the current weather for a city",
  parameters: z.object({
    city: z.string().describe("City name"),
    units: z.enum(["celsius", "fahrenheit"]).default("celsius"),
  }),
  execute: async ({ city, units }) => ({ city, units, degrees: 12 }),
});

const createIssue = tool({
  name: "create_github_issue",
  description: "Create a new issue in a GitHub repository",
  parameters: z.object({
    repo: z.string().describe("Repository in owner/repo format"),
    title: z.string().max(256).describe("Issue title"),
    labels: z.array(z.string()).optional().describe("Labels to apply"),
    priority: z.enum(["low", "medium", "high"]).default("medium"),
  }),
  execute: async ({ repo, title, labels, priority }) => ({ repo, title, labels, priority }),
});

describe("the first document", () => {
  it("defines a tool whose defaults apply before it runs and whose schema is the input's", async () => {
    expect(await call(getWeather, { city: "Oslo" })).toMatchObject({
      status: "ok",
      result: { value: { city: "Oslo", units: "celsius", degrees: 12 } },
    });
    const schema = toolToSchema(getWeather);
    expect(schema).toEqual({
      name: "get_weather",
      description: "Get the current weather for a city",
      parameters: {
        type: "object",
        properties: {
          city: { type: "string", description: "City name" },
          units: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
        },
        required: ["city"],
      },
    });
    expect(getWeather.toJSON()).toEqual(schema);
  });

  it("answers arguments that do not fit without running the tool", async () => {
    const outcome = await call(createIssue, { repo: "a/b", title: "x".repeat(257), priority: "now" });
    expect(outcome).toMatchObject({
      status: "invalid-arguments",
      text: expect.stringMatching(/^Invalid arguments: title: /),
    });
  });

  it("runs its calculator, eval included, and gives a thrown error's words back", async () => {
    const evaluating = tool({
      name: "evaluate",
      description: "Evaluate a mathematical expression",
      parameters: z.object({ expression: z.string().describe("Math expression to evaluate") }),
      execute: async ({ expression }) => {
        // biome-ignore lint/security/noGlobalEval: the document's own example
        // biome-ignore lint/complexity/noCommaOperator: an indirect eval sees no local names
        const result: unknown = (0, eval)(expression);
        return { result, expression };
      },
    });
    expect(await call(evaluating, { expression: "2 + 3" })).toMatchObject({ result: { value: { result: 5 } } });
    expect(await call(evaluating, { expression: "nothing" })).toMatchObject({
      status: "failed",
      text: "nothing is not defined",
    });
  });

  it("lifts a rendered chart out of its result", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const renderChart = tool({
      name: "render_chart",
      description: "Render a line chart of the given values as a PNG",
      parameters: z.object({ values: z.array(z.number()) }),
      execute: async ({ values }) => ({ points: values.length, image: png }),
    });
    expect(await call(renderChart, { values: [1, 2] })).toMatchObject({
      result: {
        parts: [
          { type: "text", text: '{"points":2,"image":"(image attached)"}' },
          { type: "image", mediaType: "image/png", data: png },
        ],
      },
    });
  });

  it("keeps types in a toolset that an agent accepts", async () => {
    const createIssueTools = () => toolset(createIssue, getWeather);
    const [, weather] = createIssueTools();
    expect(await weather.execute({ city: "Tokyo", units: "celsius" }, context)).toMatchObject({ city: "Tokyo" });
    const made = new Agent({
      name: "ops",
      model: "openai/gpt-6.1-sol",
      instructions: "Help.",
      tools: createIssueTools(),
    });
    expect(made).toEqual(
      agent({ name: "ops", model: "openai/gpt-6.1-sol", instructions: "Help.", tools: createIssueTools() }),
    );
    expect(made.tools.map((entry) => entry.name)).toEqual(["create_github_issue", "get_weather"]);
  });

  it("has the built-ins under their names", () => {
    const documented: Tool[] = [
      calculator,
      datetime,
      uuid,
      fileRead,
      fileWrite,
      fileList,
      fileExists,
      fileDelete,
      exec,
      jsonParse,
      jsonStringify,
      regexMatch,
      regexReplace,
      hash,
      base64Encode,
      base64Decode,
      sleep,
      randomNumber,
      randomString,
    ];
    expect(builtinTools).toEqual(documented);
    expect(resolveTools(builtinTools)).toHaveLength(19);
  });

  it("collects tools in a registry", () => {
    const registry = new ToolRegistry();
    registry.register(getWeather);
    registry.register(createIssue);
    registry.registerMany([calculator, datetime]);
    expect(registry.get("get_weather")).toBe(getWeather);
    expect(registry.getNames()).toEqual(["get_weather", "create_github_issue", "calculator", "datetime"]);
    expect(registry.getSchemas()).toHaveLength(4);
    expect(registry.has("get_weather")).toBe(true);
    expect(registry.getAll()).toHaveLength(4);
    registry.clear();
    expect(registry.getAll()).toEqual([]);
  });

  it("never runs a sandboxed tool outside its sandbox", async () => {
    const runPython = tool({
      name: "run_python",
      description: "Run a shell command in a Python 3.12 container",
      parameters: z.object({ command: z.string().describe("Shell command to run") }),
      execute: async ({ command }) => ({ command }),
      sandbox: {
        type: "docker",
        image: "python:3.12-slim",
        network: { mode: "none" },
        resources: { memory: "256MB", cpus: 0.5 },
        timeout: 30_000,
      },
    });
    expect(await call(runPython, { command: "ls" })).toMatchObject({
      status: "failed",
      text: 'Tool "run_python" needs a Docker sandbox, which is unavailable',
    });
  });

  it("remembers with withCache", async () => {
    const cachedWeather = withCache(getWeather, { strategy: "exact", ttl: "5m", maxSize: 1000, storage: "memory" });
    expect(await call(cachedWeather, { city: "Oslo" })).toEqual(
      await call(cachedWeather, { units: "celsius", city: "Oslo" }),
    );
    expect(await cachedWeather.cache.stats()).toMatchObject({ hits: 1, misses: 1 });
  });
});

describe("the second document", () => {
  it("mixes tool sets with tools of one's own", () => {
    expect(resolveTools([...readOnlyTools(), getWeather]).map((entry) => entry.name)).toEqual([
      "Read",
      "Bash",
      "Glob",
      "Grep",
      "get_weather",
    ]);
    expect(codingTools()[0]).toBe(Read);
  });

  it("takes plain JSON Schema, and an error as an error", async () => {
    const weather = tool({
      name: "get_weather",
      description: "Gets the current weather for a location",
      parameters: {
        type: "object",
        properties: { location: { type: "string", description: "City name" } },
        required: ["location"],
      },
      execute: ({ location }) => {
        if (location === "nowhere") throw new Error("no such place");
        return `Temperature: 72F in ${String(location)}`;
      },
    });
    expect(await call(weather, { location: "Berlin" })).toMatchObject({
      result: { parts: [{ type: "text", text: "Temperature: 72F in Berlin" }] },
    });
    expect(await call(weather, { location: "nowhere" })).toMatchObject({ status: "failed", text: "no such place" });
    expect(await call(weather, {})).toMatchObject({
      text: "Invalid arguments: location: is required (expected string)",
    });
  });

  it("gives a tool the files through its context's sandbox", async () => {
    const lineCount = tool({
      name: "line_count",
      description: "Counts lines in a file",
      parameters: z.object({ path: z.string() }),
      execute: async ({ path }, { sandbox }) => {
        const content = new TextDecoder().decode(await sandbox.read(path));
        return content.split("\n").length;
      },
    });
    expect(await call(lineCount, { path: "notes.txt" })).toMatchObject({ result: { value: 3 } });
    expect(await call(lineCount, { path: "nothing.txt" })).toMatchObject({ status: "failed" });
  });

  it("lists one definition several times with different options", async () => {
    const database = tool({
      name: (opts: { table: string }) => `query_${opts.table}`,
      description: (opts) => `Query the ${opts.table} table`,
      parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
      execute: ({ q }, { opts }) => `${opts.table}: ${String(q)}`,
    });
    const tools = resolveTools([
      [database, { table: "users" }],
      [database, { table: "orders" }],
    ]);
    expect(tools.map((entry) => [entry.name, entry.description])).toEqual([
      ["query_users", "Query the users table"],
      ["query_orders", "Query the orders table"],
    ]);
    const [, orders] = tools;
    if (orders === undefined) throw new Error("there are two");
    expect(await call(orders, { q: "all" })).toMatchObject({ result: { parts: [{ text: "orders: all" }] } });
  });

  it("takes a tool written in place", async () => {
    const [weather] = resolveTools([
      {
        name: "weather",
        description: "Returns the weather for a city",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        execute: (params) => `72F in ${String((params as { city: unknown }).city)}`,
      },
    ]);
    if (weather === undefined) throw new Error("there is one");
    expect(await call(weather, { city: "Berlin" })).toMatchObject({ result: { parts: [{ text: "72F in Berlin" }] } });
  });
});
