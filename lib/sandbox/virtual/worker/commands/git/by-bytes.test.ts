import { expect, it } from "vitest";
import { byBytes } from "./by-bytes";

it("orders names by their UTF-8 bytes, also where UTF-16 has them the other way round", () => {
  const names = ["😀", "ﬀ", "b", "a", "ab", ""];
  expect(names.sort(byBytes)).toEqual(["", "a", "ab", "b", "ﬀ", "😀"]);
});
