import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { dockerRequestSchema } from "@/lib/core/call/docker-request";
import type { AgentDefinition } from "@/lib/core/tool/agent";
import { OutsideError } from "@/lib/core/tool/outside";
import { isTool } from "@/lib/core/tool/resolve-tools";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { ToolRegistry, toolToSchema, type withCache } from "@/lib/kit";
import { BUSYBOX_AS_PYTHON, prepareBusyboxAsPython } from "@/lib/server/testing/busybox-as-python";
import { createDockerService } from "@/lib/server/tools/docker/docker-service";
import { serviceContext } from "@/lib/server/tools/testing/service-context";
import { typeErrors } from "../type-errors";
import { callTool, toolContext } from "./call-tool";
import document from "./cogitator.md?raw";
import { loadDefinition, loadExports } from "./load-files";
import { PNG } from "./one-pixel";
import { readBlocks } from "./read-blocks";

const blocks = readBlocks(document);

function block(name: string): string {
  const code = blocks.get(name);
  if (code === undefined) throw new Error(`there is no block ${name}`);
  return code;
}

const IMPORTS = "import { tool, Agent } from '@cogitator-ai/core';\nimport { z } from 'zod';\n";
const GITHUB = `const github = {
  createIssue: async (repo: string, issue: object) => ({ number: 7, html_url: \`https://github.com/\${repo}/issues/7\`, issue }),
};
`;
const CHART = `const drawChart = async (values: number[]) => ({
  toString: (encoding: 'base64') => (encoding === 'base64' && values.length > 0 ? '${PNG}' : ''),
});
`;

/** What stands around a block of the document so that it is a whole file: what came before it there, and what it is about. */
const SURROUNDINGS: Record<string, (code: string) => string> = {
  "get-weather": (code) => code,
  "tool-signature": (code) =>
    `import { tool as make, type Tool, type ToolConfig } from '@cogitator-ai/core';\n${code}function tool(config: ToolConfig): Tool {\n  return make(config);\n}\nexport { tool };\n`,
  "create-issue": (code) => IMPORTS + GITHUB + code,
  calculator: (code) => IMPORTS + code,
  "render-chart": (code) => IMPORTS + CHART + code,
  toolset: (code) => {
    const [imports, body] = splitAfterImport(code);
    return `${imports}import { Agent, type ToolContext } from '@cogitator-ai/core';\n${block("get-weather")}${GITHUB}${block("create-issue")}export async function use(context: ToolContext) {\n${body}return { issues, weather, agent };\n}\n`;
  },
  "built-in-tools": (code) => `${code}export const documented = [${/\{([\s\S]*)\}/.exec(code)?.[1]}];\n`,
  "file-assistant": (code) =>
    `import { Agent, fileRead, fileWrite, fileList, fileDelete } from '@cogitator-ai/core';\n${code}export default agent;\n`,
  "tool-registry": (code) =>
    `import { calculator, datetime } from '@cogitator-ai/core';\n${block("get-weather")}${GITHUB}${block("create-issue")}${code.replace("registry.clear();", "export const all = registry.getAll();\nexport const has = registry.has('get_weather');\nregistry.clear();")}export { registry, weatherTool, allNames, schemas, getWeather };\n`,
  "tool-to-schema": (code) => `${block("get-weather")}${code}export { schema, getWeather };\n`,
  "run-python": (code) => IMPORTS + code,
  "with-cache": (code) => `${block("get-weather")}${code}export { cachedWeather };\n`,
};

function splitAfterImport(code: string): [string, string] {
  const end = code.indexOf("\n\n");
  return [`${code.slice(0, end)}\n`, code.slice(end)];
}

/** The whole file of a block. */
function fileOf(name: string): string {
  const around = SURROUNDINGS[name];
  if (around === undefined) throw new Error(`nothing is said about the block ${name}`);
  return around(block(name));
}

const loadTool = (name: string, tool: string) => loadDefinition({ "tools/block.ts": fileOf(name) }).tool(tool);

/** A stand-in of the document's weather service, on loopback; the tool's own address leads to it. */
const requests: string[] = [];
const weatherService = createServer((request, response) => {
  requests.push(request.url ?? "");
  if (request.url?.startsWith("/Slow")) return;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ asked: request.url, degrees: 12 }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => weatherService.listen(0, "127.0.0.1", resolve));
  const { port } = weatherService.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    fetch(url.replace("https://api.weather.com", `http://127.0.0.1:${port}`), init),
  );
});

afterAll(async () => {
  vi.unstubAllGlobals();
  weatherService.closeAllConnections();
  await new Promise((resolve) => weatherService.close(resolve));
});

const CASES: Record<string, () => void> = {
  "get-weather"() {
    const weather = loadTool("get-weather", "get_weather");

    it("is described to a model as the document says", () => {
      expect(weather.toJSON()).toEqual({
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
    });

    it("fetches with its default applied, and gives what it was answered", async () => {
      expect(await callTool(weather, { city: "Tokyo" })).toMatchObject({
        status: "ok",
        result: { value: { asked: "/Tokyo?units=celsius", degrees: 12 } },
      });
    });

    it("never reaches the service with arguments that do not fit", async () => {
      requests.length = 0;
      expect(await callTool(weather, { city: "Tokyo", units: "kelvin" })).toMatchObject({
        status: "invalid-arguments",
        text: expect.stringMatching(/^Invalid arguments: units: /),
      });
      expect(requests).toEqual([]);
    });

    it("is ended by its timeout in the documented words, and its request with it", async () => {
      const hasty: Tool = { ...weather, timeout: 150 };
      expect(await callTool(hasty, { city: "Slow" })).toMatchObject({
        status: "timed-out",
        text: 'Tool "get_weather" timed out after 150ms',
      });
    });
  },

  "tool-signature"() {
    it("is the signature of tool(), with every documented field", async () => {
      const { tool } = loadExports(fileOf("tool-signature")) as { tool(config: object): Tool };
      const made = tool({
        name: "complete",
        description: "Has every field",
        parameters: { type: "object", properties: {} },
        execute: () => "done",
        category: "development",
        tags: ["all"],
        sideEffects: ["filesystem", "network", "database", "process", "external"],
        requiresApproval: () => false,
        timeout: 1000,
      });
      expect(isTool(made)).toBe(true);
      expect(await callTool(made, {})).toMatchObject({ status: "ok" });
    });

    it.each("math text file network system utility web database communication development".split(" "))(
      "knows the category %s",
      (category) => {
        const { tool } = loadExports(fileOf("tool-signature")) as { tool(config: object): Tool };
        expect(tool({ name: "a", description: "b", parameters: {}, execute: () => 1, category }).category).toBe(
          category,
        );
      },
    );
  },

  "create-issue"() {
    const createIssue = loadTool("create-issue", "create_github_issue");

    it("gives what the client answered, with the optional field left out and the default filled in", async () => {
      expect(await callTool(createIssue, { repo: "a/b", title: "t", body: "x" })).toMatchObject({
        status: "ok",
        result: { value: { issueNumber: 7, url: "https://github.com/a/b/issues/7" } },
      });
    });

    it("tells a model what may be left out", () => {
      expect(createIssue.toJSON().parameters).toMatchObject({
        required: ["repo", "title", "body"],
        properties: { title: { maxLength: 256 }, labels: { type: "array", items: { type: "string" } } },
      });
    });

    it("refuses each wrong member by name", async () => {
      expect(
        await callTool(createIssue, { repo: "a/b", title: "x".repeat(257), body: "", priority: "now" }),
      ).toMatchObject({ status: "invalid-arguments", issues: [{ path: "title" }, { path: "priority" }] });
    });
  },

  calculator() {
    const calculator = loadTool("calculator", "calculator");

    it("evaluates, eval and all", async () => {
      expect(await callTool(calculator, { expression: "2 + 3 * 4" })).toMatchObject({
        result: { value: { result: 14, expression: "2 + 3 * 4" } },
      });
    });

    it("gives a model the words of what it threw", async () => {
      expect(await callTool(calculator, { expression: "nothing.here" })).toMatchObject({
        status: "failed",
        text: "nothing is not defined",
      });
    });
  },

  "render-chart"() {
    it("reaches a model as an image, with the rest as JSON", async () => {
      expect(await callTool(loadTool("render-chart", "render_chart"), { values: [1, 2] })).toMatchObject({
        result: {
          parts: [
            { type: "text", text: '{"points":2,"image":"(image attached)"}' },
            { type: "image", mediaType: "image/png", data: PNG },
          ],
        },
      });
    });
  },

  toolset() {
    it("keeps the tools as a tuple that an agent accepts", async () => {
      requests.length = 0;
      const { use } = loadExports(fileOf("toolset")) as {
        use(context: ToolContext): Promise<{ issues: Tool; weather: Tool; agent: AgentDefinition }>;
      };
      const { issues, weather, agent } = await use(toolContext());
      expect([issues.name, weather.name]).toEqual(["create_github_issue", "get_weather"]);
      expect(requests).toEqual(["/Tokyo?units=celsius"]);
      expect(agent).toMatchObject({ name: "ops", model: "openai/gpt-6.1-sol", instructions: "..." });
      expect(agent.tools.map(({ name }) => name)).toEqual(["create_github_issue", "get_weather"]);
    });
  },

  "built-in-tools"() {
    const { documented } = loadExports(fileOf("built-in-tools")) as { documented: Tool[] };

    it("are all there, as tools of their documented names", () => {
      expect(documented.map((made) => isTool(made) && made.name)).toEqual(
        (
          "calculator datetime uuid file_read file_write file_list file_exists file_delete http_request exec web_search web_scrape " +
          "sql_query vector_search send_email github_api json_parse json_stringify regex_match regex_replace hash base64_encode " +
          "base64_decode sleep random_number random_string"
        ).split(" "),
      );
    });

    it("are all of them in builtinTools", () => {
      const { all } = loadExports(
        "import { builtinTools } from '@cogitator-ai/core';\nexport const all = builtinTools;",
      ) as {
        all: Tool[];
      };
      expect([...all].sort(byName)).toEqual([...documented].sort(byName));
    });
  },

  "file-assistant"() {
    it("is an agent whose tools are described", () => {
      const { agent, described } = loadDefinition({ "agent.ts": fileOf("file-assistant") });
      expect(agent).toMatchObject({ name: "file-assistant", instructions: "You help users manage files." });
      expect(described.map(({ name, givenToAgent }) => [name, givenToAgent])).toEqual([
        ["file_read", true],
        ["file_write", true],
        ["file_list", true],
        ["file_delete", true],
      ]);
    });
  },

  "tool-registry"() {
    const { registry, weatherTool, allNames, schemas, has, all, getWeather } = loadExports(fileOf("tool-registry")) as {
      registry: ToolRegistry;
      weatherTool: Tool;
      allNames: string[];
      schemas: { name: string }[];
      has: boolean;
      all: Tool[];
      getWeather: Tool;
    };
    const names = ["get_weather", "create_github_issue", "calculator", "datetime"];

    it("answers what it is asked, in the order of registration", () => {
      expect(weatherTool).toBe(getWeather);
      expect(allNames).toEqual(names);
      expect(schemas.map(({ name }) => name)).toEqual(names);
      expect(has).toBe(true);
      expect(all.map(({ name }) => name)).toEqual(names);
    });

    it("is empty when it was cleared", () => {
      expect(registry.getAll()).toEqual([]);
      expect(registry.has("get_weather")).toBe(false);
    });

    it("replaces a tool that is registered anew, in its place", () => {
      const again = new ToolRegistry();
      again.registerMany([getWeather, ...all.slice(1)]);
      const other: Tool = { ...getWeather, description: "Another" };
      again.register(other);
      expect(again.getNames()).toEqual(names);
      expect(again.get("get_weather")).toBe(other);
    });
  },

  "tool-to-schema"() {
    it("gives exactly what the block's comment says, and toJSON() the same", () => {
      const { schema, getWeather } = loadExports(fileOf("tool-to-schema")) as { schema: object; getWeather: Tool };
      const comment = [...block("tool-to-schema").matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line).join("\n");
      const { expected } = loadExports(`export const expected = (${comment});`);
      expect(schema).toEqual(expected);
      expect(getWeather.toJSON()).toEqual(expected);
      expect(toolToSchema(getWeather)).toEqual(expected);
    });
  },

  "run-python"() {
    const runPython = loadTool("run-python", "run_python");

    it("asks for a container with the arguments of the call, and does not run its execute", async () => {
      const ask = vi.fn(async (_service: string, input: object) => ({ ...dockerRequestSchema.parse(input) }) as never);
      const execute = vi.fn();
      await callTool({ ...runPython, execute }, { command: "ls" }, { outside: { ask } });
      expect(execute).not.toHaveBeenCalled();
      expect(ask).toHaveBeenCalledWith(
        "docker",
        expect.objectContaining({ arguments: { command: "ls" }, sandbox: runPython.sandbox, timeoutMs: 30_000 }),
        expect.anything(),
      );
    });

    it("is refused where there is no container, in the documented words", async () => {
      const words = /^Tool "run_python" needs a Docker sandbox, which is unavailable/;
      expect(await callTool(runPython, { command: "ls" })).toMatchObject({
        status: "failed",
        text: expect.stringMatching(words),
      });
      const none = createDockerService(undefined);
      const ask = (_: string, input: object) =>
        none.execute(dockerRequestSchema.parse(input), serviceContext({ tool: "run_python" }));
      expect(await callTool(runPython, { command: "ls" }, { outside: { ask } })).toMatchObject({
        status: "failed",
        text: expect.stringMatching(words),
      });
    });

    const socket = process.env.TEST_DOCKER_SOCKET ?? "";
    it.skipIf(socket === "")(
      "runs in a container (skipped unless TEST_DOCKER_SOCKET names an engine)",
      async () => {
        const restore = await prepareBusyboxAsPython(socket);
        try {
          const service = createDockerService({
            socket,
            images: [BUSYBOX_AS_PYTHON],
            bridge: false,
            memory: 256 * 1024 ** 2,
            cpus: 1,
            containers: 1,
          });
          const ask = async (name: string, input: object, { signal }: { signal?: AbortSignal } = {}) => {
            if (name !== "docker" || signal === undefined) throw new OutsideError("outside-unknown-service", name);
            return service.execute(dockerRequestSchema.parse(input), serviceContext({ tool: "run_python", signal }));
          };
          const command = "echo $((2 ** 10)); echo done >&2";
          expect(await callTool(runPython, { command }, { outside: { ask } })).toMatchObject({
            status: "ok",
            result: {
              value: {
                stdout: "1024\n",
                stderr: "done\n",
                exitCode: 0,
                timedOut: false,
                duration: expect.any(Number),
                command,
              },
            },
          });
        } finally {
          await restore();
        }
      },
      60_000,
    );
  },

  "with-cache"() {
    it("answers an equal call from the cache, whatever the order of its members", async () => {
      requests.length = 0;
      const { cachedWeather } = loadExports(fileOf("with-cache")) as { cachedWeather: ReturnType<typeof withCache> };
      const first = await callTool(cachedWeather, { city: "Oslo" });
      expect(await callTool(cachedWeather, { units: "celsius", city: "Oslo" })).toEqual(first);
      await callTool(cachedWeather, { city: "Oslo", units: "fahrenheit" });
      expect(requests).toEqual(["/Oslo?units=celsius", "/Oslo?units=fahrenheit"]);
      expect(await cachedWeather.cache.stats()).toMatchObject({ hits: 1, misses: 2, size: 2 });
    });
  },
};

function byName(one: Tool, other: Tool): number {
  return one.name.localeCompare(other.name);
}

describe("the Cogitator document", () => {
  it("has 12 code blocks, each with a case, and no case without its block", () => {
    expect(blocks.size).toBe(12);
    expect(Object.keys(CASES)).toEqual([...blocks.keys()]);
    expect(Object.keys(SURROUNDINGS)).toEqual([...blocks.keys()]);
  });

  it.each([
    ["create-issue", GITHUB, "create_github_issue"],
    ["calculator", "", "calculator"],
    ["render-chart", CHART, "render_chart"],
    ["run-python", "", "run_python"],
  ])("has the block %s, which imports nothing and loads as it stands", (name, around, tool) => {
    expect(block(name)).not.toContain("import ");
    const { described } = loadDefinition({ "tools/block.ts": around + block(name) });
    expect(described.map((made) => made.name)).toEqual([tool]);
  });

  it("has an agent whose tools and class it does not import all", () => {
    const { agent } = loadDefinition({ "agent.ts": `${block("file-assistant")}export default agent;\n` });
    expect(agent.name).toBe("file-assistant");
  });

  it("loads as one pasted file, import lines and all, with every tool in it", () => {
    const pasted = ["get-weather", "create-issue", "calculator", "render-chart", "run-python", "with-cache"];
    const { described } = loadDefinition({ "tools/pasted.ts": GITHUB + CHART + pasted.map(block).join("\n") });
    expect(described.map(({ name }) => name)).toEqual([
      "get_weather",
      "create_github_issue",
      "calculator",
      "render_chart",
      "run_python",
    ]);
  });

  it("has no type error when the import is the real kit", { timeout: 120_000 }, () => {
    expect(typeErrors(new Map([...blocks.keys()].map((name) => [`${name}.ts`, fileOf(name)])))).toEqual([]);
  });

  for (const name of blocks.keys()) describe(`its block ${name}`, () => CASES[name]?.());
});

describe("its sentences about calls", () => {
  it("a call to a tool that is not there is told in the documented words", async () => {
    const { toolNotFound } = await import("@/lib/core/call/prepare-call");
    expect(toolNotFound("get_wether")).toEqual({ status: "not-found", text: "Tool not found: get_wether" });
  });

  it("a context has every documented field", () => {
    const fields: (keyof ToolContext)[] = [
      "agentId",
      "runId",
      "signal",
      "threadId",
      "userId",
      "channelType",
      "channelId",
    ];
    expect(Object.keys(toolContext({ threadId: "t", userId: "u", channelType: "c", channelId: "i" }))).toEqual(
      expect.arrayContaining(fields),
    );
  });
});
