import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64";

describe("base64", () => {
  it("writes what the platform writes, and reads it back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64"));
        expect(decodeBase64(text)).toEqual(bytes);
        expect(decodeBase64(Buffer.from(bytes).toString("base64url"))).toEqual(bytes);
      }),
    );
  });

  it("refuses what no encoder makes instead of guessing", () => {
    for (const text of ["a", "ab=c", "abc!", "a===", "ab=", "QQ=Q", "QR==", "héé"])
      expect(decodeBase64(text)).toBeUndefined();
    expect(decodeBase64("Q Q\n==")).toEqual(new Uint8Array([65]));
    expect(decodeBase64("")).toEqual(new Uint8Array());
  });
});
