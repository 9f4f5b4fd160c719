import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinTools } from "@/lib/builtin/builtin-tools";
import { GITHUB_ACTIONS } from "@/lib/builtin/github-api";
import { HTTP_METHODS } from "@/lib/builtin/http-request";
import { resolveTools } from "@/lib/core/tool/resolve-tools";
import { createServices } from "./services";

const services = createServices();
const builtins = resolveTools(builtinTools);

/** Inputs on both sides of every decision. */
const INPUTS: Readonly<Record<string, fc.Arbitrary<object>>> = {
  http_request: fc.record({ url: fc.constant("https://a.example"), method: fc.constantFrom(...HTTP_METHODS) }),
  web_search: fc.record({ query: fc.constant("x") }),
  web_scrape: fc.record({ url: fc.constant("https://a.example") }),
  github_api: fc.record({
    action: fc.constantFrom(...GITHUB_ACTIONS),
    owner: fc.constant("o"),
    repo: fc.constant("r"),
  }),
  send_email: fc.record({ to: fc.constant("a@a.example"), subject: fc.constant("s"), body: fc.string() }),
  sql_query: fc.record({ query: fc.constant("SELECT 1"), readOnly: fc.boolean() }),
  vector_search: fc.record({ query: fc.constant("x") }),
};

describe("the server's services", () => {
  it("have names of their own", () => {
    const names = services.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(INPUTS)));
  });

  it.each(Object.keys(INPUTS))(
    "agrees with its built-in about what %s is given and what a person decides",
    async (name) => {
      const service = services.find((candidate) => candidate.name === name);
      const tool = builtins.find((candidate) => candidate.name === name);
      if (service === undefined || tool === undefined) throw new Error("one of the two is missing");
      expect(service.input).toBe(tool.parameters);
      await fc.assert(
        fc.asyncProperty(INPUTS[name] as fc.Arbitrary<object>, async (given) => {
          const input = service.input.parse(given);
          const decided = tool.requiresApproval ?? false;
          const asks = typeof decided === "function" ? await decided(input as never) : decided;
          expect(service.needsApproval(input)).toBe(asks);
          // What was parsed once is the same when it is parsed again: page and server mean one value.
          expect(service.input.parse(input)).toEqual(input);
        }),
      );
    },
  );
});
