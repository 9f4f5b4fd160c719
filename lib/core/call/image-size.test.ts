import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageSize } from "./image-size";

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const png = (width: number[], height: number[]) =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, ...ascii("IHDR"), ...width, ...height]);
const webp = (...body: number[]) => Uint8Array.from([...ascii("RIFF"), 0, 0, 0, 0, ...ascii("WEBP"), ...body]);

describe("the size of an image", () => {
  it.each([
    ["PNG", png([0, 0, 1, 44], [0, 0, 0, 200]), { width: 300, height: 200 }],
    ["GIF", Uint8Array.from([...ascii("GIF89a"), 44, 1, 200, 0]), { width: 300, height: 200 }],
    [
      "JPEG with a comment and fill bytes before its frame",
      Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3]),
      { width: 300, height: 200 },
    ],
    [
      "lossy WebP",
      webp(...ascii("VP8 "), 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0),
      { width: 300, height: 200 },
    ],
    // 14 bits of width - 1, then 14 bits of height - 1.
    ["lossless WebP", webp(...ascii("VP8L"), 0, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0), { width: 300, height: 200 }],
    [
      "extended WebP",
      webp(...ascii("VP8X"), 10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0),
      { width: 300, height: 200 },
    ],
  ])("is read from a %s", (_kind, bytes, expected) => {
    expect(imageSize(bytes)).toEqual(expected);
  });

  it("is unknown where the file is damaged or cut", () => {
    expect(imageSize(png([0, 0, 0, 0], [0, 0, 0, 1]))).toBeUndefined();
    expect(imageSize(png([0, 0, 1, 44], []))).toBeUndefined();
    expect(imageSize(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]))).toBeUndefined();
    expect(imageSize(Uint8Array.from(ascii("just words")))).toBeUndefined();
  });

  it("never throws and never runs on, whatever follows a signature", () => {
    const signature = fc.constantFrom([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], [0xff, 0xd8, 0xff], ascii("GIF8"), [
      ...webp(),
    ]);
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        const size = imageSize(Uint8Array.from([...head, ...rest]));
        if (size !== undefined) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
  });
});
