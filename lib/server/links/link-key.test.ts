import { describe, expect, it } from "vitest";
import { createLinkKey, hashLinkKey, isKeyOf, isWholeLinkKey } from "./link-key";

describe("a link's key", () => {
  it("is told apart from itself with any end cut off or any one character changed", () => {
    const key = createLinkKey();
    expect(isWholeLinkKey(key)).toBe(true);
    for (let length = 0; length < key.length; length += 1) expect(isWholeLinkKey(key.slice(0, length))).toBe(false);
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === "A" ? "B" : "A";
      expect(isWholeLinkKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isWholeLinkKey(`${key}x`)).toBe(false);
  });

  it("opens what was made with it and nothing else", () => {
    const key = createLinkKey();
    expect(isKeyOf(key, hashLinkKey(key))).toBe(true);
    expect(isKeyOf(createLinkKey(), hashLinkKey(key))).toBe(false);
  });
});
