import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { type AttributedFetch, attributeFetch } from "./attribute-fetch";

const { any } = AbortSignal;
let fetches: AttributedFetch;

beforeEach(() => {
  fetches = attributeFetch();
});
afterEach(() => {
  AbortSignal.any = any;
});

const URL_ASKED = "https://example.com/";

/** A call that runs until `end`, doing what it is told in between. */
function begin(execute: (context: ToolContext) => unknown = () => undefined) {
  const own = vi.fn<typeof fetch>(async () => new Response("mine"));
  const { signal } = new AbortController();
  const definition = tool({
    name: "t",
    description: "Does it.",
    parameters: { type: "object" },
    execute: (_, context) => execute(context),
  });
  const made = fetches.attributed(definition, own);
  const result = made.execute({}, { signal } as ToolContext);
  return { own, signal, made, result, end: () => fetches.end(own) };
}

test("a tool stays what it is", () => {
  expect(begin().made).toMatchObject({ name: "t", description: "Does it.", opts: {} });
});

test("the only call that runs is the one that asks, also after it waited", async () => {
  const call = begin();
  await fetches.fetch(URL_ASKED);
  expect(call.own).toHaveBeenCalledOnce();
});

test("of several calls the one whose signal is passed is the one that asks, also as part of another signal", async () => {
  const calls = [begin(), begin(), begin()] as const;
  const { signal } = calls[1];
  await fetches.fetch(URL_ASKED, { signal });
  await fetches.fetch(URL_ASKED, { signal: AbortSignal.any([AbortSignal.timeout(1000), signal]) });
  await fetches.fetch(URL_ASKED, { signal: AbortSignal.any([AbortSignal.any([signal])]) });
  expect(calls.map(({ own }) => own.mock.calls.length)).toEqual([0, 3, 0]);
});

test("what a call fetches at its beginning is its own, whatever else runs", async () => {
  const other = begin();
  const call = begin(() => fetches.fetch(URL_ASKED));
  await call.result;
  expect([other.own.mock.calls.length, call.own.mock.calls.length]).toEqual([0, 1]);
});

test("a request that may be anybody's is refused with what to do, and so is one of nobody", async () => {
  const calls = [begin(), begin()];
  await expect(fetches.fetch(URL_ASKED)).rejects.toThrow("pass `{ signal: context.signal }`");
  for (const { end } of calls) end();
  await expect(fetches.fetch(URL_ASKED)).rejects.toThrow("move it into `execute`");
  expect(calls.flatMap(({ own }) => own.mock.calls)).toEqual([]);
});

test("a call that throws at its beginning leaves nothing behind", async () => {
  const other = begin();
  expect(() =>
    begin(() => {
      throw new Error("at once");
    }),
  ).toThrow("at once");
  await expect(fetches.fetch(URL_ASKED)).rejects.toThrow("Several calls");
  expect(other.own).not.toHaveBeenCalled();
});
