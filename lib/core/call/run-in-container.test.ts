import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { JsonValue } from "../errors/json-value";
import { OutsideError, type OutsideInput } from "../tool/outside";
import { tool } from "../tool/tool";
import type { Tool, ToolContext } from "../tool/tool-types";
import { type ContainerAnswer, containerRequestSchema } from "./container-request";
import { executeCall } from "./execute-call";

const program = { file: "tools/a.ts", modules: { "tools/a.ts": "" } };

function inNode(execute = vi.fn()): Tool {
  return tool({
    name: "render",
    description: "Renders.",
    parameters: z.object({ text: z.string() }),
    sandbox: { type: "webcontainer", dependencies: { marked: "15.0.0" }, timeout: 500 },
    execute,
  }) as unknown as Tool;
}

async function call(
  answer: ContainerAnswer | JsonValue | OutsideError,
  { parsed = { text: "a" } as unknown, made = inNode(), withProgram = true, outside = true } = {},
) {
  const asked: [string, OutsideInput][] = [];
  const context = {
    agentId: "hand",
    runId: "r",
    callId: "c",
    sessionId: "s",
    userId: "u",
    assigns: { a: 1 },
    secrets: { KEY: "handle" },
    opts: {},
    signal: new AbortController().signal,
    ...(outside
      ? {
          outside: {
            async ask(service: string, input: OutsideInput) {
              asked.push([service, input]);
              if (answer instanceof OutsideError) throw answer;
              return answer as JsonValue;
            },
          },
        }
      : {}),
  } as unknown as ToolContext;
  const outcome = await executeCall(made, parsed, context, {
    timers: { after: () => () => {} },
    keepWhole: async () => "/results/r-c.txt",
    ...(withProgram ? { program } : {}),
  });
  return { outcome, asked };
}

const result = { parts: [{ type: "text" as const, text: "x" }], empty: false, truncated: true, bytes: 9 };

describe("a call of a tool whose code runs in a container", () => {
  it("asks the page with its files, its arguments and the names of its secrets, never with a secret", async () => {
    const { outcome, asked } = await call({ status: "settled", settlement: { outcome: { status: "ok", result } } });
    expect(outcome).toEqual({ status: "ok", result });
    const [[service, input] = ["", {}]] = asked;
    expect(service).toBe("webcontainer");
    expect(containerRequestSchema.parse(input)).toEqual({
      call: {
        tool: "render",
        arguments: { text: "a" },
        opts: {},
        program,
        context: {
          agentId: "hand",
          runId: "r",
          callId: "c",
          sessionId: "s",
          userId: "u",
          assigns: { a: 1 },
          secretNames: ["KEY"],
        },
      },
      dependencies: { marked: "15.0.0" },
      timeoutMs: 500,
    });
    expect(JSON.stringify(input)).not.toContain("handle");
  });

  it("keeps the whole of a cut result, and says where", async () => {
    const { outcome } = await call({
      status: "settled",
      settlement: { outcome: { status: "ok", result }, whole: "xx" },
    });
    expect(outcome).toMatchObject({ status: "ok", result: { wholeAt: "/results/r-c.txt" } });
  });

  it("never runs its code here, whatever the page answers", async () => {
    const execute = vi.fn();
    const answers = [
      { status: "missing" },
      { status: "broken", message: "npm failed" },
      { status: "timed-out", afterMs: 500 },
      { odd: true },
      new OutsideError("outside-missing", "no such service"),
      new OutsideError("outside-failed", "it broke"),
    ] as const;
    const ends = await Promise.all(answers.map((answer) => call(answer, { made: inNode(execute) })));
    expect(ends.map(({ outcome }) => outcome.status)).toEqual([
      "failed",
      "failed",
      "timed-out",
      "failed",
      "failed",
      "failed",
    ]);
    expect(ends.map(({ outcome }) => ("text" in outcome ? outcome.text : ""))).toEqual([
      expect.stringContaining('none is up. A person starts it: click "Shell"'),
      'Tool "render" did not come to its end in the WebContainer: npm failed',
      'Tool "render" timed out after 500ms',
      'Tool "render" came to no end that can be read.',
      'Tool "render" needs a WebContainer sandbox, which is unavailable',
      "it broke",
    ]);
    expect((await call("", { made: inNode(execute), outside: false })).outcome.status).toBe("failed");
    expect((await call("", { made: inNode(execute), withProgram: false })).outcome.status).toBe("failed");
    expect(execute).not.toHaveBeenCalled();
  });

  it.each([
    ["a date", { at: new Date(0) }],
    ["a map", { map: new Map() }],
    ["a number that JSON has not", { n: Number.NaN }],
    ["a value that is no object", "text"],
  ])("refuses arguments that would change their kind on the way: %s", async (_, parsed) => {
    const { outcome, asked } = await call("", { parsed });
    expect(outcome).toMatchObject({ status: "failed", text: expect.stringContaining("takes its arguments as JSON") });
    expect(asked).toEqual([]);
  });

  it("takes a member that is undefined for one that is not there", async () => {
    const { asked } = await call(
      { status: "missing" },
      { parsed: { text: "a", more: undefined, deep: { none: undefined } } },
    );
    expect(asked[0]?.[1]).toMatchObject({ call: { arguments: { text: "a", deep: {} } } });
  });
});
