import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { bytesOfText, hasEscapedBytes, textOfByteString, textOfBytes } from "./lossless-text";

test("any bytes survive the way through text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect([...bytesOfText(textOfBytes(bytes))]).toEqual([...bytes]);
    }),
  );
});

test("any text with any stray bytes around it reads as that text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
      const encoder = new TextEncoder();
      const bytes = Uint8Array.from([...encoder.encode(before), 0xff, ...encoder.encode(after)]);
      expect(textOfBytes(bytes)).toBe(`${before}\udcff${after}`);
    }),
  );
});

test("bytes of what is half a character stand each for itself", () => {
  const text = textOfBytes(Uint8Array.of(0x61, 0xe2, 0x82, 0xf0, 0x9f, 0x98));
  expect(text).toBe("a\udce2\udc82\udcf0\udc9f\udc98");
  expect(hasEscapedBytes(text)).toBe(true);
  expect(textOfByteString("\xc3\xa9")).toBe("é");
});

test("binary data is read and written in one go, not once for each stray byte", () => {
  const decode = vi.spyOn(TextDecoder.prototype, "decode");
  const encode = vi.spyOn(TextEncoder.prototype, "encode");
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff);
  const back = bytesOfText(textOfBytes(bytes));
  expect(back.length).toBe(bytes.length);
  expect(back.every((byte, index) => byte === bytes[index])).toBe(true);
  expect(decode.mock.calls.length + encode.mock.calls.length).toBeLessThan(3);
  vi.restoreAllMocks();
});
