import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, isJsonValue } from "./is-json-value";

test("everything that JSON can say is JSON", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isJsonValue(value)));
});

test.each([
  undefined,
  Number.NaN,
  1n,
  new Date(0),
  new Map(),
  new Uint8Array(1),
  [undefined],
  { a: { b: undefined } },
  [1n],
])("%s is not JSON", (value) => {
  expect(isJsonValue(value)).toBe(false);
});

test("a value of any depth is answered, and a very deep one is refused", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(isJsonValue(deep)).toBe(false);
});

test("an object is one that is neither null nor a list", () => {
  expect([{}, { a: 1 }, null, [], "a", { a: undefined }].map(isJsonObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
