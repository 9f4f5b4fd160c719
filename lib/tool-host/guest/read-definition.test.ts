import { describe, expect, test } from "vitest";
import * as zod from "zod";
import * as kit from "@/lib/kit";
import { loadReplySchema } from "../protocol";
import { readDefinition } from "./read-definition";

const AGENT = 'exports.default = require("toolwright").agent(';

function read(modules: Record<string, string>) {
  const result = readDefinition({
    modules,
    packages: (marking, wrapping) => ({
      toolwright: { ...kit, tool: marking(kit.tool), withCache: wrapping(kit.withCache) },
      zod: { ...zod, __esModule: true },
    }),
    onEnter: () => undefined,
  });
  // What a guest says must be what the page accepts.
  return { ...result, reply: loadReplySchema.parse(structuredClone(result.reply)) };
}

/** A tool whose `tool(` call stands on line 2. */
function toolCode(name: string, fields = ""): string {
  return `const { tool } = require("toolwright"); const { z } = require("zod");\nexports.default = tool({ name: "${name}", description: "Does it.", parameters: z.object({ n: z.number().default(1) }), execute: () => 1, ${fields} });`;
}

describe("a definition that loads", () => {
  test("is described: agent, tools with their files, and who may use them", () => {
    const { reply, tools } = read({
      "tools/a.ts": toolCode("a", 'requiresApproval: (p) => p.n > 3, sideEffects: ["filesystem"], timeout: 500'),
      "tools/b.ts": toolCode("b", "requiresApproval: true"),
      "agent.ts": `${AGENT}{ name: "reviewer", instructions: "Look.", tools: [require("./tools/a").default], limits: { steps: 7 } });`,
    });
    expect(reply).toMatchObject({
      ok: true,
      agent: { name: "reviewer", instructions: "Look.", stepLimit: 7 },
      tools: [
        {
          name: "a",
          file: "tools/a.ts",
          givenToAgent: true,
          requiresApproval: "depends",
          sideEffects: ["filesystem"],
          timeoutMs: 500,
          parameters: { type: "object", properties: { n: { type: "number", default: 1 } } },
        },
        { name: "b", file: "tools/b.ts", givenToAgent: false, requiresApproval: "always" },
      ],
      warnings: [],
    });
    expect([...tools.keys()]).toEqual(["a", "b"]);
  });

  test("takes the tools out of exported lists, in their order, each once and nothing else", () => {
    const { reply } = read({
      "tools/a.ts": `${toolCode("a")} const { toolset, httpRequest, uuid } = require("toolwright");
exports.more = toolset(exports.default, uuid); exports.other = [httpRequest, uuid, "uuid", { name: "no tool" }, null];`,
    });
    expect(reply).toMatchObject({
      ok: true,
      tools: [
        { name: "a", file: "tools/a.ts" },
        { name: "uuid", file: "tools/a.ts" },
        { name: "http_request", file: "tools/a.ts" },
      ],
    });
  });

  test("does not list a tool of an exported list again beside the agent's own", () => {
    const { reply } = read({
      "tools/a.ts": `${toolCode("a")} exports.all = require("toolwright").toolset(exports.default);`,
      "agent.ts": `${AGENT}{ name: "x", instructions: "", tools: [...require("./tools/a").all] });`,
    });
    expect(reply).toMatchObject({ ok: true, tools: [{ name: "a", givenToAgent: true }], warnings: [] });
  });

  test("that exports two tools of one name in a list is a problem, as it is one by one", () => {
    const { reply } = read({
      "tools/a.ts": `${toolCode("a")} exports.all = [require("./b").twin];`,
      "tools/b.ts": toolCode("a").replace("exports.default", "exports.twin"),
    });
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "duplicate-name" }] });
  });

  test("gives an agent with an output its tool for it, and tells how calls may be made", () => {
    const { reply, tools } = read({
      "tools/a.ts": toolCode("a", "exclusive: true, repeatable: true"),
      "agent.ts": `const { z } = require("zod"); ${AGENT}{ name: "judge", instructions: "Judge.", tools: [require("./tools/a").default], output: z.object({ score: z.number() }), assigns: { user: "ana" }, limits: { maxParallelCalls: 2 } });`,
    });
    expect(reply).toMatchObject({
      ok: true,
      agent: {
        instructions: "Judge.\n\nWhen you are done, call submit_result with the result, then stop.",
        maxParallelCalls: 2,
        assigns: { user: "ana" },
      },
      tools: [
        { name: "a", exclusive: true, repeatable: true },
        { name: "submit_result", givenToAgent: true, parameters: { required: ["score"] } },
      ],
      warnings: [],
    });
    expect(tools.has("submit_result")).toBe(true);
  });

  test("without an agent is callable by hand, with a warning that says so", () => {
    const { reply } = read({ "tools/a.ts": toolCode("a") });
    expect(reply).toMatchObject({ ok: true, warnings: [{ code: "no-agent", severity: "warning" }] });
    const wrong = read({ "agent.ts": "exports.default = { name: 'x' }" }).reply;
    expect(wrong).toMatchObject({ ok: true, warnings: [{ code: "no-agent", file: "agent.ts" }] });
  });

  test("takes the cached one where a tool and its cached self are both there", () => {
    const cached = `const { tool, withCache } = require("toolwright"); const { z } = require("zod");
const raw = tool({ name: "a", description: "Does it.", parameters: z.object({}), execute: () => 1 });
const cached = withCache(raw, { ttl: "5m" });`;
    for (const exporting of ["exports.raw = raw; exports.cached = cached;", "exports.cached = cached;", ""]) {
      const { reply, tools } = read({ "tools/a.ts": `${cached} ${exporting}` });
      expect(reply).toMatchObject({ ok: true, tools: [{ name: "a", file: "tools/a.ts" }] });
      expect(tools.get("a")).toHaveProperty("cache");
    }
    const both = `${cached} exports.raw = raw; exports.cached = cached;`;
    for (const [listed, isCached] of [
      ["raw", false],
      ["cached", true],
    ] as const) {
      const { reply, tools } = read({
        "tools/a.ts": both,
        "agent.ts": `${AGENT}{ name: "n", instructions: "i", tools: [require("./tools/a").${listed}] });`,
      });
      expect(reply).toMatchObject({ ok: true, tools: [{ name: "a", givenToAgent: true }] });
      expect("cache" in (tools.get("a") ?? {})).toBe(isCached);
    }
  });

  test("lists a tool that is registered twice with options under both names, and not by itself", () => {
    const { reply } = read({
      "tools/db.ts": `const { tool } = require("toolwright"); const { z } = require("zod");
        exports.db = tool({ name: (o) => "query_" + o.table, description: "d", parameters: z.object({}), execute: () => 1 });`,
      "agent.ts": `const { db } = require("./tools/db"); ${AGENT}{ name: "x", instructions: "", tools: [[db, { table: "users" }], db.with({ table: "items" })] });`,
    });
    expect(reply.ok && reply.tools.map(({ name, file }) => [name, file])).toEqual([
      ["query_users", "tools/db.ts"],
      ["query_items", "tools/db.ts"],
    ]);
  });

  test("finds a tool that is written in place in agent.ts", () => {
    const { reply } = read({
      "agent.ts": `const { z } = require("zod");\n${AGENT}{ name: "x", instructions: "", tools: [{ name: "here", description: "d", parameters: z.object({}), execute: () => 1 }] });`,
    });
    expect(reply).toMatchObject({ ok: true, tools: [{ name: "here", file: "agent.ts", givenToAgent: true }] });
  });

  test("gives a container's call time for the container, so that the sandbox can tell the command's own end", () => {
    const limits = (sandbox: string) => {
      const { reply } = read({ "tools/a.ts": toolCode("a", `sandbox: ${sandbox}`) });
      return reply.ok && reply.tools.map(({ timeoutMs }) => timeoutMs);
    };
    expect(limits('{ type: "docker", image: "busybox", timeout: 5000 }')).toEqual([25_000]);
    expect(limits('{ type: "docker", image: "busybox" }')).toEqual([50_000]);
    expect(limits('{ type: "wasm", wasmModule: "a.wasm", timeout: 5000 }')).toEqual([5000]);
  });

  test("takes the tools of a file that exports nothing, and only of such a file", () => {
    const made = (name: string) =>
      `tool({ name: "${name}", description: "d", parameters: { type: "object" }, execute: () => 1 })`;
    const { reply } = read({
      "tools/pasted.ts": `const { tool } = require("toolwright"); const first = ${made("first")}; const second = ${made("second")};`,
      "tools/own.ts": `const { tool } = require("toolwright"); const inner = ${made("inner")}; exports.outer = ${made("outer")};`,
    });
    expect(reply.ok && reply.tools.map(({ name, file }) => [name, file])).toEqual([
      ["outer", "tools/own.ts"],
      ["first", "tools/pasted.ts"],
      ["second", "tools/pasted.ts"],
    ]);
  });

  test("counts a tool once that is exported twice and from two files", () => {
    const { reply } = read({
      "tools/a.ts": `${toolCode("a")} exports.again = exports.default;`,
      "tools/z.ts": 'exports.a = require("./a").default;',
    });
    expect(reply.ok && reply.tools.map(({ name, file }) => [name, file])).toEqual([["a", "tools/a.ts"]]);
  });
});

describe("a definition that does not load", () => {
  const problems = (modules: Record<string, string>) => {
    const { reply, tools } = read(modules);
    expect(tools.size > 0).toBe(reply.ok);
    return reply.ok ? [] : reply.problems;
  };

  test("names both files of two tools with one name, at the second one's line", () => {
    expect(problems({ "tools/a.ts": toolCode("same"), "tools/b.ts": toolCode("same") })).toEqual([
      {
        code: "duplicate-name",
        message: 'Two tools are named "same": tools/a.ts, line 2 and tools/b.ts, line 2.',
        fix: expect.any(String),
        file: "tools/b.ts",
        line: 2,
        severity: "error",
      },
    ]);
  });

  test("names both files also when the agent lists the two", () => {
    const agent = `${AGENT}{ name: "x", instructions: "", tools: [require("./tools/a").default, require("./tools/b").default] });`;
    const [problem, ...others] = problems({
      "tools/a.ts": toolCode("same"),
      "tools/b.ts": toolCode("same"),
      "agent.ts": agent,
    });
    expect(others).toEqual([]);
    expect(problem?.message).toContain("tools/a.ts, line 2 and tools/b.ts, line 2");
  });

  test.each(["Dockerfile problems scanner", "fs.read", "a".repeat(80)])(
    "refuses the name %j at its line, with a name that works",
    (name) => {
      const [problem] = problems({ "tools/a.ts": toolCode(name) });
      expect(problem).toMatchObject({ code: "invalid-name", file: "tools/a.ts", line: 2, severity: "error" });
      const suggestion = /"([A-Za-z0-9_-]{1,64})"\.$/.exec(problem?.fix ?? "")?.[1];
      expect(suggestion).toBeDefined();
      expect(problems({ "tools/a.ts": toolCode(suggestion ?? "") })).toEqual([]);
    },
  );

  test("says at which line a file threw, once, however many import it", () => {
    expect(problems({ "tools/a.ts": "\n\nthrow new Error('no way')", "agent.ts": "require('./tools/a')" })).toEqual([
      {
        code: "threw-on-load",
        message: "tools/a.ts threw while it was loaded: no way",
        file: "tools/a.ts",
        line: 3,
        severity: "error",
      },
    ]);
  });

  test.each(["null", "undefined", "0", "''", "{ get message() { throw 1 } }"])("survives `throw %s`", (thrown) => {
    expect(problems({ "tools/a.ts": `throw ${thrown}` })).toMatchObject([
      { code: "threw-on-load", file: "tools/a.ts" },
    ]);
  });

  test("says at which line something is imported that is not there, and what is", () => {
    const [problem] = problems({ "tools/a.ts": "\nvar x = require('lodash');" });
    expect(problem).toMatchObject({ code: "unknown-import", file: "tools/a.ts", line: 2 });
    expect(problem?.fix).toContain('"toolwright"');
  });

  test("takes an import that only a tool's container has, and says where it is there", () => {
    const imports = 'const _marked = require("marked/lib"); const _fs = require("node:fs");';
    const inNode = 'sandbox: { type: "webcontainer", dependencies: { marked: "15.0.0" } }';
    const code = (fields: string, top = "") => `${imports} ${top}\n${toolCode("a", fields)}`;
    const { reply, programs } = read({
      "tools/a.ts": `${code(inNode)}\nrequire("../shared/b");`,
      "shared/b.ts": "exports.b = 1;",
      "shared/c.ts": "exports.c = 1;",
    });
    expect(reply).toMatchObject({
      ok: true,
      tools: [
        {
          name: "a",
          requiresApproval: "always",
          sideEffects: ["filesystem", "network", "process"],
          runsIn: { type: "webcontainer", packages: { marked: "15.0.0" } },
          timeoutMs: 30_000 + 330_000,
        },
      ],
    });
    expect(programs.get("a")?.file).toBe("tools/a.ts");
    expect(Object.keys(programs.get("a")?.modules ?? {}).sort()).toEqual(["shared/b.ts", "tools/a.ts"]);
    const used = problems({ "tools/a.ts": code(inNode, "_marked.parse(1);") });
    expect(used).toMatchObject([{ code: "unknown-import", fix: expect.stringContaining("inside of `execute` only") }]);
    const undeclared = problems({ "tools/a.ts": code('sandbox: { type: "webcontainer" }') });
    expect(undeclared).toMatchObject([{ code: "unknown-import", message: expect.stringContaining('"marked/lib"') }]);
    expect(problems({ "tools/a.ts": code("") })).toMatchObject([
      { code: "unknown-import" },
      { code: "unknown-import" },
    ]);
  });

  test("explains `await` at the top level", () => {
    expect(problems({ "tools/a.ts": "await 1;" })).toMatchObject([
      { code: "syntax", file: "tools/a.ts", fix: expect.stringContaining("execute") },
    ]);
  });

  test("reports every broken file, not only the first", () => {
    const found = problems({ "tools/a.ts": "throw 1", "tools/b.ts": "throw 2", "tools/c.ts": toolCode("c") });
    expect(found.map(({ file }) => file)).toEqual(["tools/a.ts", "tools/b.ts"]);
  });
});
