import { describe, expect, test } from "vitest";
import * as zod from "zod";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import * as kit from "@/lib/kit";
import { readDefinition } from "./read-definition";

/** Reads one tool file as its author wrote it. */
function read(parameters: string) {
  const file = transpileFile(
    "tools/listing.ts",
    `import { tool } from "toolwright";
import { z } from "zod";
const members = z.object({ city: z.string() });
export const listing = tool({
  name: "listing",
  description: "Lists.",
  parameters: ${parameters},
  execute: () => [members],
});
`,
  );
  if (!file.ok) throw new Error(file.problem.message);
  return readDefinition({
    modules: { "tools/listing.ts": file.code },
    packages: (marking) => ({ toolwright: { ...kit, tool: marking(kit.tool) }, zod: { ...zod, __esModule: true } }),
    onEnter: () => undefined,
  }).reply;
}

describe("parameters that a provider would answer with an index only", () => {
  test("a Zod shape inside plain JSON Schema is refused where it stands, before anything is sent", () => {
    const reply = read('{ type: "object", properties: members.shape } as never');
    expect(reply.ok ? [] : reply.problems).toEqual([
      {
        code: "bad-schema",
        message: '"parameters.properties.city" is a Zod schema (z.string) inside plain JSON Schema.',
        fix: "Use one kind of schema all the way: Zod, or plain JSON Schema.",
        file: "tools/listing.ts",
        line: 4,
        severity: "error",
      },
    ]);
  });

  test("a member that has no JSON form is a warning at the tool, with its place and what to write, and the tool works", () => {
    const reply = read("z.object({ when: z.date(), fine: z.string() })");
    expect(reply.ok && reply.tools).toHaveLength(1);
    expect(reply.ok && reply.tools[0]?.untold).toMatchObject([{ path: "when", rule: "never-satisfied" }]);
    expect(reply.ok && reply.warnings.filter(({ code }) => code === "no-json-form")).toEqual([
      {
        code: "no-json-form",
        message: expect.stringContaining('Tool "listing", "when": Only a Date fits here'),
        fix: expect.stringContaining("z.iso.datetime()"),
        file: "tools/listing.ts",
        line: 4,
        severity: "warning",
      },
    ]);
  });

  test("an object schema without properties is told to a model with empty ones", () => {
    const reply = read('{ type: "object" }');
    expect(reply.ok && reply.tools[0]?.parameters).toEqual({ type: "object", properties: {} });
  });

  test("a schema whose members are lost on the way is refused, and never a tool without arguments", () => {
    // What a converter makes of a schema it does not know, such as one of another copy of Zod.
    const lost =
      '(() => { const one = z.object({ a: z.string() }); one._zod.toJSONSchema = () => ({ type: "object" }); return one; })()';
    const reply = read(lost);
    expect(reply.ok ? [] : reply.problems).toMatchObject([
      { code: "bad-schema", message: expect.stringContaining("none of them came through"), file: "tools/listing.ts" },
    ]);
  });

  test("a union at the root is told as an object, so that one tool never kills the request of all", () => {
    const branches =
      'z.object({ kind: z.literal("a"), x: z.string() }), z.object({ kind: z.literal("b"), y: z.number() })';
    const reply = read(`z.discriminatedUnion("kind", [${branches}])`);
    expect(reply.ok && reply.tools[0]?.parameters).toMatchObject({ type: "object", properties: expect.any(Object) });
  });
});
