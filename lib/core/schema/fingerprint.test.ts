import { expect, it } from "vitest";
import { fingerprint } from "./fingerprint";

it("is equal for equal values whatever their member order, and different otherwise", async () => {
  const first = await fingerprint({ name: "a", parameters: { type: "object", properties: {} } });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await fingerprint({ parameters: { properties: {}, type: "object" }, name: "a" })).toBe(first);
  expect(await fingerprint({ parameters: { properties: {}, type: "object" }, name: "b" })).not.toBe(first);
});
