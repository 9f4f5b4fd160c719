import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolParametersSchema } from "../tool-parameters-schema";
import { DIALECT_IDS } from "./dialect";
import { lintTool, verdictOf } from "./lint-tool";
import { toolsForProvider } from "./tools-for-provider";

const tool = (name: string, parameters: z.ZodType, description = "Does it.") => ({
  name,
  description,
  parameters: toolParametersSchema(parameters),
});

const plain = tool("plain", z.object({ a: z.string() }));
const impossible = tool("impossible", z.object({ a: z.never() }));
let deep: z.ZodType = z.string();
for (let level = 0; level < 12; level += 1) deep = z.object({ a: deep });

describe("toolsForProvider", () => {
  it.each(DIALECT_IDS)("leaves one impossible tool out for %s, by name and reason, and tells the others", (id) => {
    const { tools, leftOut, byName } = toolsForProvider([plain, impossible], id);
    expect(tools.map(({ name }) => name)).toEqual(["plain"]);
    expect(byName.has("impossible")).toBe(false);
    expect(leftOut).toMatchObject([
      { tool: "impossible", findings: [{ path: "a", rule: "allows-nothing", severity: "problem" }] },
    ]);
  });

  it("takes names that no provider takes under the nearest ones, each its own, and finds them again", () => {
    const names = ["Dockerfile problems scanner", "fs.read", "fs/read", "a".repeat(80), `${"a".repeat(80)}b`, "2fa"];
    for (const id of DIALECT_IDS) {
      const { tools, ownName } = toolsForProvider(
        names.map((name) => ({ ...plain, name })),
        id,
      );
      expect(tools).toHaveLength(names.length);
      expect(new Set(tools.map(({ name }) => name)).size).toBe(names.length);
      expect(tools.map(({ name }) => ownName(name))).toEqual(names);
      if (id !== "mcp" && id !== "gemini") for (const { name } of tools) expect(name).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    }
    expect(lintTool({ ...plain, name: "fs read" }, "openai")).toMatchObject([
      { tool: "fs read", path: "", rule: "name", fix: 'Rename the tool to "fs_read".' },
    ]);
  });

  it("sends a tool that strict has no place for in the ordinary form, and the others strictly", () => {
    const { tools, leftOut } = toolsForProvider([plain, tool("deep", deep)], "openai-strict");
    expect(tools.map(({ name, strict }) => [name, strict])).toEqual([
      ["plain", true],
      ["deep", false],
    ]);
    expect(leftOut).toEqual([]);
  });

  it("shortens a description that would be refused, and says so", () => {
    const long = tool("long", z.object({}), "word ".repeat(400));
    expect(toolsForProvider([long], "openai").tools[0]?.description).toHaveLength(1024);
    expect(lintTool(long, "openai")).toMatchObject([{ rule: "long-description", effect: "looser" }]);
    expect(lintTool(long, "anthropic")).toEqual([]);
  });
});

describe("lintTool", () => {
  it("has nothing to say of a plain tool", () => {
    for (const id of DIALECT_IDS) expect(verdictOf(lintTool(plain, id))).toBe("ok");
  });

  it("says tool, place, rule, what to write and what is sent instead", () => {
    const findings = lintTool(
      tool("count", z.object({ list: z.array(z.object({ n: z.int().positive() })) })),
      "gemini",
    );
    expect(findings).toEqual([
      {
        tool: "count",
        path: "list[].n",
        rule: "exclusiveMinimum",
        severity: "rewritten",
        effect: "same",
        message: "Gemini takes no “exclusiveMinimum”.",
        fix: "Write `.min(1)`.",
        rewrite: "minimum 1",
      },
    ]);
    expect(verdictOf(findings)).toBe("rewritten");
  });
});
