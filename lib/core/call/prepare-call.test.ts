import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tool } from "../tool/tool";
import type { ToolConfig } from "../tool/tool-types";
import { prepareCall } from "./prepare-call";

function toolWith<P extends z.ZodType>(parameters: P, extra: Partial<ToolConfig<P>> = {}) {
  return tool<P, unknown>({ name: "probe", description: "A probe.", parameters, execute: () => 1, ...extra });
}

describe("prepareCall", () => {
  it("parses once: defaults and transforms are in what is shown, digested and run", async () => {
    const made = toolWith(z.object({ city: z.string().trim(), units: z.enum(["c", "f"]).default("c") }));
    expect(await prepareCall(made, { city: " Oslo ", extra: 1 })).toEqual({
      ok: true,
      parsed: { city: "Oslo", units: "c" },
      canonical: { city: "Oslo", units: "c" },
      needsApproval: false,
      sideEffects: [],
    });
  });

  it("answers invalid arguments with short lines, not a dump", async () => {
    const made = toolWith(
      z.object({
        city: z.string(),
        days: z.int().max(10),
        mail: z.email(),
        tags: z.array(z.string()),
        where: z.union([z.string(), z.object({ lat: z.number() })]),
      }),
    );
    const prepared = await prepareCall(made, { days: 11, mail: "x", tags: ["a", 2], where: 5 });
    expect(prepared).toMatchObject({ ok: false, outcome: { status: "invalid-arguments" } });
    const text = prepared.ok ? "" : prepared.outcome.status === "invalid-arguments" ? prepared.outcome.text : "";
    expect(text.split("\n")).toEqual([
      "Invalid arguments: city: is required (expected string)",
      "days: Too big: expected number to be <=10",
      "mail: Invalid email address",
      "tags[1]: expected string, received number",
      "where: fits none of the 2 alternatives: expected string, received number | expected object, received number",
    ]);
  });

  it("names unknown members of a strict object", async () => {
    const prepared = await prepareCall(toolWith(z.strictObject({ a: z.string() })), { a: "x", b: 1 });
    expect(prepared).toMatchObject({ outcome: { text: 'Invalid arguments: has no member "b"' } });
  });

  it("takes null and undefined for no arguments and refuses everything else that is no object", async () => {
    const made = toolWith(z.object({}));
    for (const nothing of [null, undefined]) expect((await prepareCall(made, nothing)).ok).toBe(true);
    for (const [raw, quoted] of [
      ["{}", "{}"],
      [[1], "[1]"],
      [3, "3"],
    ] as const) {
      expect(await prepareCall(made, raw)).toMatchObject({
        outcome: { status: "invalid-arguments", text: `Invalid arguments: not a JSON object: ${quoted}` },
      });
    }
  });

  it("waits for async refinements", async () => {
    const made = toolWith(
      z.object({ name: z.string().refine(async (name) => name !== "taken", { message: "is taken" }) }),
    );
    expect((await prepareCall(made, { name: "free" })).ok).toBe(true);
    expect(await prepareCall(made, { name: "taken" })).toMatchObject({
      outcome: { text: "Invalid arguments: name: is taken" },
    });
  });

  it("settles a schema that throws as failed instead of rejecting", async () => {
    const made = toolWith(
      z.object({
        a: z.string().transform(() => {
          throw new Error("bad transform");
        }),
      }),
    );
    expect(await prepareCall(made, { a: "x" })).toMatchObject({
      ok: false,
      outcome: { status: "failed", text: "Checking the arguments failed: bad transform" },
    });
  });

  it("asks for approval unless the predicate answers false", async () => {
    const asks = async (requiresApproval: unknown) => {
      const made = toolWith(z.object({ n: z.number().default(5) }), { requiresApproval: requiresApproval as boolean });
      const prepared = await prepareCall(made, {});
      return prepared.ok && prepared.needsApproval;
    };
    expect(await asks(undefined)).toBe(false);
    expect(await asks(false)).toBe(false);
    expect(await asks(true)).toBe(true);
    expect(await asks((params: { n: number }) => params.n > 3)).toBe(true);
    expect(await asks((params: { n: number }) => params.n > 9)).toBe(false);
    expect(await asks(async () => false)).toBe(false);
    expect(await asks(() => undefined)).toBe(true);
    expect(
      await asks(() => {
        throw new Error("no");
      }),
    ).toBe(true);
    expect(await asks(() => Promise.reject(new Error("no")))).toBe(true);
  });

  it("shows what a transform made in a form that JSON holds", async () => {
    const made = toolWith(
      z.object({ at: z.string().transform((text) => new Date(text)), n: z.string().transform(BigInt) }),
    );
    const prepared = await prepareCall(made, { at: "2026-01-01T00:00:00Z", n: "7" });
    expect(prepared).toMatchObject({ canonical: { at: "2026-01-01T00:00:00.000Z", n: "7" } });
    expect(prepared.ok && (prepared.parsed as { at: Date }).at).toBeInstanceOf(Date);
  });

  it("refuses arguments that cannot be shown in full", async () => {
    let deep: unknown = {};
    for (let level = 0; level < 200; level += 1) deep = { deep };
    expect(await prepareCall(toolWith(z.object({ any: z.any() })), { any: deep })).toMatchObject({
      outcome: { status: "invalid-arguments", text: "Invalid arguments: nested deeper than 100 levels" },
    });
    const large = toolWith(z.object({ any: z.any() }));
    expect(await prepareCall(large, { any: "x".repeat(8_000_001) })).toMatchObject({
      outcome: { status: "invalid-arguments", text: "Invalid arguments: too large to be shown in full" },
    });
  });

  it("refuses a member named __proto__: a reviewer could not be shown it", async () => {
    const raw: unknown = JSON.parse('{"any":{"__proto__":{"admin":true}}}');
    expect(await prepareCall(toolWith(z.object({ any: z.any() })), raw)).toMatchObject({
      outcome: { text: 'Invalid arguments: a member named "__proto__" is not allowed' },
    });
  });

  it("checks plain JSON Schema too, and fills its defaults", async () => {
    const made = tool({
      name: "probe",
      description: "A probe.",
      parameters: {
        type: "object",
        properties: { q: { type: "string" }, limit: { type: "integer", default: 10 } },
        required: ["q"],
      },
      execute: () => 1,
    });
    expect(await prepareCall(made, { q: "x" })).toMatchObject({ ok: true, canonical: { q: "x", limit: 10 } });
    expect(await prepareCall(made, { limit: "many" })).toMatchObject({
      outcome: {
        text: "Invalid arguments: q: is required (expected string)\nlimit: expected integer, received string",
        issues: [
          { path: "q", message: "is required (expected string)" },
          { path: "limit", message: "expected integer, received string" },
        ],
      },
    });
  });
});
