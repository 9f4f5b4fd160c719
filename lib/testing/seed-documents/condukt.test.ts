import { describe, expect, it, vi } from "vitest";
import type { Model, ModelPart } from "@/lib/core/model/model";
import type { AgentDefinition } from "@/lib/core/tool/agent";
import type { Tool } from "@/lib/core/tool/tool-types";
import { typeErrors } from "../type-errors";
import { callTool } from "./call-tool";
import document from "./condukt.md?raw";
import { loadDefinition, loadExports } from "./load-files";
import { readBlocks } from "./read-blocks";

const constructs = readBlocks(document);

function textOf(name: string): string {
  const code = constructs.get(name);
  if (code === undefined) throw new Error(`there is no construct ${name}`);
  return code;
}

const loadTool = (name: string, tool: string) => loadDefinition({ "tools/file.ts": textOf(name) }).tool(tool);
const loadAgent = (name: string) => loadDefinition({ "agent.ts": textOf(name) });

const CASES: Record<string, () => void> = {
  "tool-sets"() {
    const { coding, reading } = loadExports(textOf("tool-sets")) as Record<"coding" | "reading", AgentDefinition>;

    it("are the documented ones, in the documented order", () => {
      expect(coding.tools.map(({ name }) => name)).toEqual(["Read", "Bash", "Edit", "Write", "Glob", "Grep"]);
      expect(reading.tools.map(({ name }) => name)).toEqual(["Read", "Bash", "Glob", "Grep"]);
    });
  },

  "mixed-with-own-tools"() {
    it("is a list like any other", async () => {
      const { described, tool } = loadAgent("mixed-with-own-tools");
      expect(described.map(({ name, givenToAgent }) => givenToAgent && name)).toEqual([
        "Read",
        "Bash",
        "Glob",
        "Grep",
        "weather",
      ]);
      expect(await callTool(tool("weather"), { city: "Bonn" })).toMatchObject({
        result: { parts: [{ text: "72F in Bonn" }] },
      });
    });
  },

  "built-in-tools"() {
    it("are all seven", () => {
      const { builtIn } = loadExports(textOf("built-in-tools")) as { builtIn: Tool[] };
      expect(builtIn.map(({ name }) => name)).toEqual(["Read", "Bash", "Git", "Edit", "Write", "Glob", "Grep"]);
    });
  },

  "command-grants"() {
    const { described, tool } = loadAgent("command-grants");

    it("give the model one executable each, under its own name", () => {
      expect(described.map(({ name, requiresApproval }) => [name, requiresApproval])).toEqual([
        ["Read", "never"],
        ["Git", "always"],
        ["Gh", "always"],
      ]);
      expect(Object.keys(described[1]?.parameters.properties as object)).toEqual(["command", "args", "cwd", "timeout"]);
      expect(JSON.stringify(described)).not.toContain("GH_TOKEN");
    });

    it("pass the arguments as a list and the trusted variables apart from them", async () => {
      const ask = vi.fn(async () => "#1 open");
      expect(
        await callTool(tool("Gh"), { args: ["pr", "list"], cwd: "site", timeout: 30 }, { outside: { ask } }),
      ).toMatchObject({
        status: "ok",
        result: { parts: [{ text: "#1 open" }] },
      });
      expect(ask).toHaveBeenCalledWith(
        "command",
        { command: "gh", args: ["pr", "list"], cwd: "site", timeout: 30 },
        expect.objectContaining({ settings: expect.objectContaining({ env: { GH_TOKEN: "{{secret:GH_TOKEN}}" } }) }),
      );
    });

    it("refuse arguments that are no list of texts", async () => {
      expect(await callTool(tool("Git"), { args: "log" })).toMatchObject({
        text: expect.stringContaining("Command arguments must be an array of strings"),
      });
    });
  },

  secrets() {
    it("are handles in the code, which only the server fills in", async () => {
      const ask = vi.fn(async () => ({ status: 200 }));
      await callTool(
        loadTool("secrets", "who_am_i"),
        {},
        { outside: { ask }, secrets: { GH_TOKEN: "{{secret:GH_TOKEN}}" } },
      );
      expect(ask).toHaveBeenCalledWith("http_request", {
        url: "https://api.github.com/user",
        headers: { authorization: "Bearer {{secret:GH_TOKEN}}" },
      });
    });
  },

  "custom-tool"() {
    const weather = loadTool("custom-tool", "get_weather");

    it("answers with its text", async () => {
      expect(await callTool(weather, { location: "Berlin" })).toMatchObject({
        status: "ok",
        result: { parts: [{ type: "text", text: "Temperature: 72F" }] },
      });
    });

    it("gives the model the reason of an error", async () => {
      expect(await callTool(weather, { location: "Atlantis" })).toMatchObject({
        status: "failed",
        text: "no such city",
      });
    });

    it("is not run without what its schema requires", async () => {
      expect(await callTool(weather, {})).toMatchObject({
        text: "Invalid arguments: location: is required (expected string)",
      });
    });

    it("tells a model the schema as it is written", () => {
      expect(weather.toJSON().parameters).toEqual({
        type: "object",
        properties: { location: { type: "string", description: "City name" } },
        required: ["location"],
      });
    });
  },

  context() {
    it("has the agent, the sandbox, the directory, the secrets and the options", async () => {
      const { configured } = loadExports(textOf("context")) as { configured: Tool };
      expect(await callTool(configured, {}, { secrets: { TOKEN: "{{secret:TOKEN}}" } })).toMatchObject({
        result: {
          value: { agent: "ops", sandbox: "memory", cwd: "/workspace", secrets: ["TOKEN"], opts: { region: "north" } },
        },
      });
    });
  },

  "sandbox-aware-tool"() {
    const lineCount = loadTool("sandbox-aware-tool", "line_count");

    it("reads through the sandbox", async () => {
      expect(await callTool(lineCount, { path: "notes.txt" })).toMatchObject({ status: "ok", result: { value: 3 } });
    });

    it("says why it cannot", async () => {
      expect(await callTool(lineCount, { path: "none.txt" })).toMatchObject({
        status: "failed",
        text: "cannot read none.txt: not-found",
      });
    });
  },

  "inline-tool"() {
    it("works in a run without an agent", async () => {
      const { ask } = loadExports(textOf("inline-tool")) as { ask(model: Model): Promise<unknown> };
      expect(await ask(modelOf("weather", { city: "Berlin" }))).toMatchObject({
        ok: true,
        output: "The tool said: 72F in Berlin",
      });
    });
  },

  "parameterised-tool"() {
    const { described, tool } = loadAgent("parameterised-tool");

    it("stands in a list several times, each by its own name", () => {
      expect(described.map(({ name, description }) => [name, description])).toEqual([
        ["query_users", "Query the users table"],
        ["query_orders", "Query the orders table"],
      ]);
    });

    it("runs with the options it stands there with", async () => {
      expect(await callTool(tool("query_orders"), { q: "all" })).toMatchObject({
        result: { value: [{ table: "orders", q: "all" }] },
      });
      expect(await callTool(tool("query_users"), { q: "all" })).toMatchObject({
        result: { value: [{ table: "users", q: "all" }] },
      });
    });
  },

  results() {
    it.each([
      ["text", { status: "ok", result: { parts: [{ type: "text", text: "as it is" }] } }],
      ["map", { status: "ok", result: { parts: [{ type: "text", text: '{"a":[1,2]}' }] } }],
      ["failure", { status: "failed", text: "the reason" }],
      ["raised", { status: "failed", text: "the reason" }],
    ])("%s is told as it should be", async (name, outcome) => {
      expect(await callTool(loadTool("results", name), {})).toMatchObject(outcome);
    });
  },
};

/** A model that calls one tool, and then says what it was answered. */
function modelOf(tool: string, args: object): Model {
  return {
    async *stream({ messages }): AsyncGenerator<ModelPart> {
      const answer = messages.at(-1);
      if (answer?.role === "tool") {
        const said = JSON.stringify(answer).match(/72F in \w+/)?.[0];
        yield { type: "text", text: `The tool said: ${said}` };
        yield { type: "end", finish: "text" };
        return;
      }
      yield { type: "call-start", callId: "c1", tool };
      yield { type: "call-end", callId: "c1", tool, argumentsText: JSON.stringify(args) };
      yield { type: "end", finish: "calls" };
    },
  };
}

describe("the Condukt document", () => {
  it("has 11 constructs, each with a case, and no case without its construct", () => {
    expect(constructs.size).toBe(11);
    expect(Object.keys(CASES)).toEqual([...constructs.keys()]);
  });

  it("has no type error in this kit's words", { timeout: 120_000 }, () => {
    expect(typeErrors(new Map([...constructs].map(([name, code]) => [`${name}.ts`, code])))).toEqual([]);
  });

  for (const name of constructs.keys()) describe(`its construct ${name}`, () => CASES[name]?.());
});
