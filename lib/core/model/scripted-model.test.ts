import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "./message";
import type { ModelPart } from "./model";
import { parseScript, scriptJsonSchema } from "./script";
import { scriptedModel } from "./scripted-model";

const tools = ["find_todos", "Read"].map((name) => ({ name, description: "", parameters: {} }));
const pace = async () => {};

async function turn(
  script: unknown,
  messages: ModelMessage[],
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelPart[]> {
  const text = typeof script === "string" ? script : JSON.stringify(script);
  const parts: ModelPart[] = [];
  const request = { instructions: "", messages, tools, signal };
  for await (const part of scriptedModel(text, { pace }).stream(request)) parts.push(part);
  return parts;
}

const said = (parts: ModelPart[]) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const called = (parts: ModelPart[]) =>
  parts.flatMap((part) => (part.type === "call-end" ? [[part.tool, JSON.parse(part.argumentsText)]] : []));
const user = (text: string): ModelMessage => ({ role: "user", text });
const answered = (tool: string, text: string, callId = "call_1_1"): ModelMessage[] => [
  { role: "assistant", text: "", calls: [{ callId, tool, arguments: {} }] },
  { role: "tool", results: [{ callId, tool, parts: [{ type: "text", text }], isError: false }] },
];

const tidy = {
  scenarios: [
    {
      when: "TODO",
      steps: [
        { say: "Looking for {{prompt}}", calls: [{ tool: "find_todos", arguments: { limit: 5 } }] },
        {
          calls: [
            {
              tool: "Read",
              arguments: { path: "{{result.find_todos.todos.0.file}}", limit: "{{result.find_todos.count}}" },
            },
          ],
        },
        { say: "Found {{result.find_todos.count}}." },
      ],
    },
  ],
};

describe("the scripted model", () => {
  it("plays the turn that the conversation has come to", async () => {
    const first = await turn(tidy, [user("the todos")]);
    expect(said(first)).toBe("Looking for the todos");
    expect(called(first)).toEqual([["find_todos", { limit: 5 }]]);
    expect(first.at(-1)).toEqual(expect.objectContaining({ type: "end", finish: "calls" }));

    const found = answered("find_todos", '{"count":2,"todos":[{"file":"src/a.ts"}]}');
    expect(called(await turn(tidy, [user("the todos"), ...found]))).toEqual([["Read", { path: "src/a.ts", limit: 2 }]]);

    const last = await turn(tidy, [user("the todos"), ...found, ...answered("Read", "text", "call_2_1")]);
    expect(said(last)).toBe("Found 2.");
    expect(last.at(-1)).toEqual(expect.objectContaining({ finish: "text" }));
  });

  it("begins anew with every prompt, and forgets the results of earlier ones", async () => {
    const messages = [user("todo"), ...answered("find_todos", '{"count":2}'), user("todo again")];
    expect(called(await turn(tidy, messages))).toEqual([["find_todos", { limit: 5 }]]);
    const script = { scenarios: [{ when: "todo", steps: [{ say: "{{result.find_todos.count}}" }] }] };
    expect(said(await turn(script, messages))).toBe("[nothing at result.find_todos.count]");
  });

  it("gives the same parts for the same conversation, with call ids that no other turn has", async () => {
    const messages = [user("todo"), ...answered("find_todos", "{}"), user("todo")];
    const parts = await turn(tidy, messages);
    expect(await turn(tidy, messages)).toEqual(parts);
    expect(parts.flatMap((part) => (part.type === "call-start" ? part.callId : []))).toEqual(["call_2_1"]);
  });

  it("makes several calls of one turn in parallel", async () => {
    const calls = [
      { tool: "Read", arguments: { path: "a" } },
      { tool: "Read", arguments: { path: "b" } },
    ];
    const parts = await turn({ scenarios: [{ steps: [{ calls }] }] }, [user("x")]);
    expect(called(parts)).toHaveLength(2);
  });

  it("falls back to the other side of | where there is nothing", async () => {
    const say = { say: "{{ result.Read.summary | result.Read }}" };
    expect(said(await turn({ scenarios: [{ steps: [say] }] }, [user("x")]))).toBe(
      "[nothing at result.Read.summary | result.Read]",
    );
    const read = { calls: [{ tool: "Read", arguments: {} }] };
    const twice = { scenarios: [{ steps: [read, say] }] };
    expect(said(await turn(twice, [user("x"), ...answered("Read", "Denied by Ana")]))).toBe("Denied by Ana");
  });

  it("calls a tool whose name and arguments are the prompt", async () => {
    const prompt = user('Read {"path": "a.ts"}');
    expect(called(await turn(tidy, [prompt]))).toEqual([["Read", { path: "a.ts" }]]);
    expect((await turn(tidy, [prompt, ...answered("Read", "text")])).at(-1)).toEqual(
      expect.objectContaining({ finish: "text" }),
    );
    expect(said(await turn(tidy, [user("Read {path}")]))).toContain("is not JSON");
    expect(said(await turn(tidy, [user("Nothing {}")]))).toContain("no tool named `Nothing`");
  });

  it("says what it can do and how to teach it when no scenario fits", async () => {
    const words = said(await turn(tidy, [user("what is love")]));
    expect(words).toContain("script.json");
    expect(words).toContain("`TODO`");
    expect(words).toContain("`find_todos`");
  });

  it("prefers a scenario that fits over one for every prompt", async () => {
    const script = { scenarios: [{ steps: [{ say: "any" }] }, ...tidy.scenarios] };
    expect(said(await turn(script, [user("todo")]))).toBe("Looking for todo");
    expect(said(await turn(script, [user("else")]))).toBe("any");
  });

  it("never says that a cut call is whole", async () => {
    const script = { scenarios: [{ steps: [{ cut: true, calls: [{ tool: "Read", arguments: { path: "a.ts" } }] }] }] };
    const parts = await turn(script, [user("x")]);
    expect(parts.map(({ type }) => type)).toEqual(["call-start", "call-delta", "end"]);
    expect(parts.at(-1)).toEqual(expect.objectContaining({ finish: "length" }));
  });

  it("plays a refusal by the provider and a broken stream", async () => {
    const error = { code: "rate-limited", message: "Too many requests." };
    const refused = await turn({ scenarios: [{ steps: [{ say: "So", error }] }] }, [user("x")]);
    expect(refused.at(-1)).toEqual(expect.objectContaining({ finish: "error", error: { ...error, retryable: false } }));
    const broken = await turn({ scenarios: [{ steps: [{ say: "So", finish: "incomplete" }] }] }, [user("x")]);
    expect(broken.at(-1)).toEqual(expect.objectContaining({ finish: "incomplete" }));
  });

  it("ends as incomplete as soon as it is aborted", async () => {
    const stop = new AbortController();
    const script = { scenarios: [{ steps: [{ say: "one two three four" }] }] };
    const request = { instructions: "", messages: [user("x")], tools, signal: stop.signal };
    const parts: ModelPart[] = [];
    for await (const part of scriptedModel(JSON.stringify(script), { pace }).stream(request)) {
      parts.push(part);
      stop.abort();
    }
    expect(parts.map(({ type }) => type)).toEqual(["text", "end"]);
    expect(parts.at(-1)).toEqual({ type: "end", finish: "incomplete" });
  });

  it("ends any script with one end part that comes last, and loses no text", async () => {
    const step = fc.record(
      { say: fc.string({ unit: "binary", maxLength: 60 }), cut: fc.boolean() },
      { requiredKeys: ["say"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), fc.string(), async (steps, prompt) => {
        fc.pre(steps.every(({ say }) => !say.includes("{{")));
        const parts = await turn({ scenarios: [{ steps }] }, [user(prompt)]);
        expect(parts.filter(({ type }) => type === "end")).toHaveLength(1);
        expect(parts.at(-1)?.type).toBe("end");
        if (!/^\s*[\w-]+\s+\{/.test(prompt)) expect(said(parts)).toBe(steps[0]?.say);
      }),
    );
  });

  it("stays small however often a large result is asked for", async () => {
    const say = "{{result.Read}}".repeat(1_000);
    const script = { scenarios: [{ steps: [{ calls: [{ tool: "Read", arguments: {} }] }, { say }] }] };
    const parts = await turn(script, [user("x"), ...answered("Read", "y".repeat(50_000))]);
    expect(said(parts).length).toBeLessThan(250_000);
  });

  it("takes no time over braces that never close", async () => {
    const say = `{{${" ".repeat(19_000)}`;
    expect(said(await turn({ scenarios: [{ steps: [{ say }] }] }, [user("x")]))).toBe(say);
  });
});

describe("a script that cannot be read", () => {
  it.each([
    ["not JSON at all", '{"scenarios": [', /^script\.json is not valid JSON/],
    ["no scenarios", "{}", /scenarios: /],
    ["a misspelt member", '{"scenarios":[{"steps":[{"tell":"x"}]}]}', /scenarios\[0\]\.steps\[0\]: .*tell/],
    [
      "a call without a tool",
      '{"scenarios":[{"steps":[{"calls":[{"arguments":{}}]}]}]}',
      /scenarios\[0\]\.steps\[0\]\.calls\[0\]\.tool: /,
    ],
    [
      "a pattern that scripts do not know",
      '{"scenarios":[{"when":"/(?=a)/","steps":[{"say":"x"}]}]}',
      /scenarios\[0\]\.when: .*look-around/,
    ],
    ["a pause that is too long", '{"scenarios":[{"steps":[{"pauseMs":99999999}]}]}', /pauseMs: /],
  ])("ends the turn with the place and the reason: %s", async (_name, text, message) => {
    const parts = await turn(text, [user("x")]);
    expect(parts).toEqual([
      {
        type: "end",
        finish: "error",
        error: { code: "invalid-script", message: expect.stringMatching(message), retryable: false },
      },
    ]);
  });

  it("is described to the editor by a JSON Schema that knows every member", () => {
    const schema = JSON.stringify(scriptJsonSchema());
    for (const member of ["when", "steps", "say", "calls", "pauseMs", "finish", "cut"])
      expect(schema).toContain(`"${member}"`);
    expect(parseScript('{"$schema":"x","scenarios":[]}').ok).toBe(true);
  });
});
