import { describe, expect, it } from "vitest";
import { callerOf } from "./caller";
import { createOwnerToken, isOwnerToken } from "./owner-cookie";

describe("the owner's cookie", () => {
  it("is 256 random bits that its own check accepts", () => {
    const tokens = Array.from({ length: 200 }, createOwnerToken);
    expect(new Set(tokens).size).toBe(200);
    expect(tokens.every(isOwnerToken)).toBe(true);
    expect(["", "short", undefined, `${tokens[0]}x`, "x".repeat(42).concat("=")].some(isOwnerToken)).toBe(false);
  });

  it("is not what is stored", () => {
    const token = createOwnerToken();
    expect(callerOf(token)).toEqual(callerOf(token));
    expect(callerOf(token).ownerId).not.toContain(token);
  });
});
