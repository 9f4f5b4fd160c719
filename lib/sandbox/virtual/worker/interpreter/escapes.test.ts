import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOfText, textOfBytes } from "./byte-strings";
import { readEscapes } from "./escapes";
import { redirectedStreams } from "./redirected-streams";

const bytes = fc.uint8Array({ maxLength: 60 });

test("any bytes that are written as numbers are those bytes", () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const written = Array.from(given, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
      expect(bytesOfText(readEscapes(written, "printf").text)).toBe(String.fromCharCode(...given));
    }),
  );
});

test("any bytes become a text and the same bytes again", () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const held = String.fromCharCode(...given);
      expect(bytesOfText(textOfBytes(held))).toBe(held);
    }),
  );
});

test("streams that end up at one place are told from those that do not", () => {
  const toFile = { operator: ">", target: { source: "out" } };
  const errorsToOutput = { fd: 2, operator: ">&", target: { source: "1" } };
  expect(redirectedStreams([toFile, errorsToOutput]).together).toBe(true);
  expect(redirectedStreams([errorsToOutput, toFile]).together).toBe(false);
  expect(redirectedStreams([{ fd: 3, operator: ">&", target: { source: "1" } }]).read.size).toBe(0);
});
