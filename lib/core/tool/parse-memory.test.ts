import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMemory } from "./parse-memory";

describe("parseMemory", () => {
  it.each([
    ["256MB", 256 * 1024 ** 2],
    ["1.5 GB", 1.5 * 1024 ** 3],
    ["64kb", 65_536],
    ["1TB", 1024 ** 4],
    ["512B", 512],
    ["4096", 4096],
  ])("reads %s", (text, bytes) => {
    expect(parseMemory(text)).toBe(bytes);
  });

  it.each(["256m", "256M", "1g", "MB", "", "1 2MB", "0x10", "1e9", "∞GB"])("refuses %j by its own text", (text) => {
    expect(() => parseMemory(text)).toThrow(`Invalid memory format: ${text}`);
  });

  it.each(["0", "0MB", "0.2B", "-1", "-256MB"])("refuses %s, which is no memory at all", (text) => {
    expect(() => parseMemory(text)).toThrow(`Invalid memory format: ${text}`);
  });

  it("gives whole bytes above zero or a refusal, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const bytes = parseMemory(text);
          expect(Number.isSafeInteger(bytes) && bytes > 0).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid-sandbox" });
        }
      }),
    );
  });
});
