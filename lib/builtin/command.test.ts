import { describe, expect, it, vi } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import { resolveTools } from "@/lib/core/tool/resolve-tools";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { Command, command } from "./command";

async function call(tool: Tool, args: object, answer: unknown = "done") {
  const ask = vi.fn(async () => answer);
  const prepared = await prepareCall(tool, args);
  if (!prepared.ok) return { outcome: prepared.outcome, ask };
  const context = { outside: { ask }, opts: {}, signal: new AbortController().signal } as unknown as ToolContext;
  const outcome = await executeCall(tool, prepared.parsed, context, { timers: { after: () => () => {} } });
  return { outcome, ask, prepared };
}

describe("command()", () => {
  it.each([
    ["git", "Git"],
    ["gh", "Gh"],
    ["/usr/bin/git-lfs", "GitLfs"],
    ["clang-format.py", "ClangFormatPy"],
    ["C:\\tools\\gh.exe", "GhExe"],
    ["7z", "7z"],
  ])("is named for %s as %s", (executable, name) => {
    expect(command({ command: executable }).name).toBe(name);
  });

  it("takes a name and a description of one's own", () => {
    const tool = command({ command: "git", name: "look_at_history", description: "Shows what changed." });
    expect(tool.toJSON()).toMatchObject({ name: "look_at_history", description: "Shows what changed." });
  });

  it("stands in a list like any tool with options, several times", () => {
    const tools = resolveTools([
      [Command, { command: "git" }],
      [Command, { command: "gh" }],
      command({ command: "rg" }),
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["Git", "Gh", "Rg"]);
  });

  it("tells a model the arguments, and never the variables", () => {
    const tool = command({ command: "gh", env: { GH_TOKEN: "very-secret" } });
    const schema = tool.toJSON();
    expect(Object.keys((schema.parameters as { properties: object }).properties)).toEqual([
      "command",
      "args",
      "cwd",
      "timeout",
    ]);
    expect(JSON.stringify(schema)).not.toContain("very-secret");
    expect(JSON.stringify(schema)).not.toContain("GH_TOKEN");
  });

  it("asks for approval, with the executable in what is approved", async () => {
    const { prepared } = await call(command({ command: "git" }), { args: ["status"] });
    expect(prepared).toMatchObject({ needsApproval: true, canonical: { command: "git", args: ["status"] } });
  });

  it("asks the server for exactly what was checked, with the author's options apart", async () => {
    const tool = command({ command: "gh", env: { GH_PAGER: "cat" } });
    const { outcome, ask } = await call(tool, { args: ["pr", "list"], cwd: "site", timeout: 5 });
    expect(ask).toHaveBeenCalledWith(
      "command",
      { command: "gh", args: ["pr", "list"], cwd: "site", timeout: 5 },
      expect.objectContaining({ settings: { command: "gh", env: { GH_PAGER: "cat" } } }),
    );
    expect(outcome).toMatchObject({ status: "ok", result: { parts: [{ text: "done" }] } });
  });

  it("runs with no arguments when none are given", async () => {
    const { ask } = await call(command({ command: "git" }), {});
    expect(ask).toHaveBeenCalledWith("command", { command: "git", args: [] }, expect.anything());
  });

  it.each([[{ args: "status" }], [{ args: ["log", 3] }], [{ args: { 0: "log" } }]])(
    "refuses the arguments %j in the documented words",
    async (args) => {
      const { outcome, ask } = await call(command({ command: "git" }), args);
      expect(outcome).toMatchObject({
        status: "invalid-arguments",
        text: expect.stringContaining("Command arguments must be an array of strings"),
      });
      expect(ask).not.toHaveBeenCalled();
    },
  );

  it("does not let a call name another executable", async () => {
    const { outcome } = await call(command({ command: "git" }), { command: "rm", args: ["-rf", "/"] });
    expect(outcome).toMatchObject({ status: "invalid-arguments" });
  });

  it("gives the server's refusal as a failure", async () => {
    const error = 'The operator of this server has not granted the command "git". It granted none.';
    const { outcome } = await call(command({ command: "git" }), {}, { error });
    expect(outcome).toMatchObject({ status: "failed", text: error });
  });

  it.each([["git status"], [""], ["a;b"], ["../.."], [undefined]])("refuses %j where it is written", (name) => {
    expect(() => command({ command: name as string })).toThrow(expect.objectContaining({ code: "invalid-command" }));
  });

  it("without options is refused where it is listed", () => {
    expect(() => resolveTools([Command as Tool])).toThrow(expect.objectContaining({ code: "invalid-command" }));
  });
});
