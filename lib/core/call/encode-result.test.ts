import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolContent } from "../tool/tool-content";
import { encodeBase64 } from "./base64";
import { encodeResult, encodeWithWhole, IMAGE_LIMITS } from "./encode-result";
import { encodedResultSchema } from "./outcome";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const GIF = encodeBase64(new TextEncoder().encode("GIF89a and the rest of it"));
const JPEG = encodeBase64(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1]));
const WEBP = encodeBase64(new TextEncoder().encode("RIFF\x10\0\0\0WEBPVP8 and more"));
const WAV = encodeBase64(new TextEncoder().encode("RIFF\x10\0\0\0WAVEfmt and more"));

function textOf(value: unknown): string {
  return encodeResult(value)
    .parts.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`))
    .join("|");
}

describe("encodeResult", () => {
  it("keeps strings verbatim", () => {
    for (const text of ["plain", '{"a":1}', "  spaces ", "line\nline\n", "\u0000"]) expect(textOf(text)).toBe(text);
    expect(encodeResult("plain")).not.toHaveProperty("value");
  });

  it("takes undefined, null and an empty text for nothing", () => {
    for (const nothing of [undefined, null, ""]) {
      expect(encodeResult(nothing)).toEqual({ parts: [], empty: true, truncated: false, bytes: 0 });
    }
    for (const something of [0, false, [], {}, " "]) expect(encodeResult(something).empty).toBe(false);
  });

  it.each<[string, unknown, string]>([
    ["an object", { a: 1, b: [true, null] }, '{"a":1,"b":[true,null]}'],
    ["a number", 3.5, "3.5"],
    ["NaN", { a: Number.NaN, b: Number.POSITIVE_INFINITY }, '{"a":"NaN","b":"Infinity"}'],
    ["a BigInt", { big: 12345678901234567890n }, '{"big":"12345678901234567890"}'],
    ["a Date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a broken Date", { at: new Date(Number.NaN) }, '{"at":"Invalid Date"}'],
    ["a Map", new Map([["a", 1]]), '{"a":1}'],
    ["a Map with other keys", new Map([[1, "a"]]), '[[1,"a"]]'],
    ["a Set", new Set([1, 2]), "[1,2]"],
    ["bytes", new Uint8Array([1, 2, 3]), '{"bytes":3,"base64":"AQID"}'],
    ["a Buffer", Buffer.from("hi"), '{"bytes":2,"base64":"aGk="}'],
    ["floats", new Float32Array([0.5, 1]), "[0.5,1]"],
    ["BigInts in an array", new BigInt64Array([1n]), '["1"]'],
    ["a symbol", Symbol("x"), "Symbol(x)"],
    ["a function", { run: () => 1 }, '{"run":"[function]"}'],
    ["undefined members", { a: undefined, b: [undefined] }, '{"b":[null]}'],
    ["an Error", { problem: new RangeError("too far") }, '{"problem":{"name":"RangeError","message":"too far"}}'],
    ["a URL", { at: new URL("https://example.com/a") }, '{"at":"https://example.com/a"}'],
    ["a pattern", { re: /a+/g }, '{"re":"/a+/g"}'],
    ["toJSON", { toJSON: () => ({ b: 2 }) }, '{"b":2}'],
    ["a boxed text", [new String("boxed")], '["boxed"]'],
  ])("encodes %s", (_what, value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it("encodes cycles, throwing getters, throwing toJSON and revoked proxies as words", () => {
    const cyclic: { self?: unknown; name: string } = { name: "a" };
    cyclic.self = cyclic;
    expect(textOf(cyclic)).toBe('{"name":"a","self":"[cycle]"}');
    expect(textOf({ toJSON: () => JSON.parse("{") })).toContain("[unreadable: ");
    expect(
      textOf({
        ok: 1,
        get bad() {
          throw new Error("no");
        },
      }),
    ).toBe('{"ok":1,"bad":"[unreadable: no]"}');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(textOf({ proxy })).toContain("[unreadable: ");
    expect(textOf(proxy)).toContain("unreadable");
  });

  it("shows a value that stands in two places twice: that is no cycle", () => {
    const shared = { a: 1 };
    expect(textOf({ left: shared, right: shared })).toBe('{"left":{"a":1},"right":{"a":1}}');
  });

  it("ends on values that grow without end", () => {
    let deep: unknown = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    // What lies too deep has a note in its place; that is no cut of the text, and is not told as one.
    expect(encodeResult(deep)).toMatchObject({ truncated: false, tooDeep: true });
    expect(textOf(deep)).toContain("[nested deeper than 100 levels]");

    let wide: unknown = "x".repeat(1000);
    for (let level = 0; level < 40; level += 1) wide = [wide, wide];
    expect(encodeResult(wide).truncated).toBe(true);

    expect(encodeResult(new Array(4_000_000_000)).truncated).toBe(true);
    class EndlessSet extends Set {
      override *[Symbol.iterator](): SetIterator<unknown> {
        for (;;) yield 1;
      }
    }
    expect(textOf(new EndlessSet([1, 2]))).toBe("[1,2]");
    expect(encodeResult(new Float64Array(2_000_000)).truncated).toBe(true);
    const endless = { toJSON: (): unknown => ({ toJSON: endless.toJSON }) };
    expect(encodeResult(endless).parts).toHaveLength(1);
  });

  it("never throws and always makes a record the log accepts", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withBoxedValues: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withObjectString: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          const result = encodeResult(value);
          expect(encodedResultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("agrees with JSON for everything JSON can say", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null && typeof value !== "string" && !JSON.stringify(value).includes("__proto__"));
        expect(JSON.parse(textOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("keeps head and tail of a huge result for the model and a cut value for the card", () => {
    const result = encodeResult({ rows: Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` })) });
    expect(result.truncated).toBe(true);
    expect(result.bytes).toBeGreaterThan(2_000_000);
    expect(textOf({ rows: [] })).toBe('{"rows":[]}');
    const [part] = result.parts;
    expect(part?.type === "text" && part.text.endsWith('"name":"row 99999"}]}')).toBe(true);
    expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(200_000);
    expect(JSON.stringify(result.value)).toContain("more items]");
  });

  it("says that a value too large to be read is larger than what was counted, and gives no part for the whole", () => {
    const { result, whole } = encodeWithWhole(Array.from({ length: 90 }, () => "x".repeat(100_000)));
    expect(whole).toBeUndefined();
    expect(result).toMatchObject({ truncated: true, larger: true });
    const texts = result.parts.map((part) => (part.type === "text" ? part.text : ""));
    expect(texts[0]).toContain(`cut out of more than ${result.bytes} bytes`);
    expect(texts[1]).toContain(`more than ${result.bytes} bytes, too large to be read to its end or kept whole`);
  });

  it("keeps a large value whole, in lines that can be read a piece at a time", () => {
    const rows = Array.from({ length: 15_000 }, (_, i) => ({ i, s: "x".repeat(150) }));
    for (const value of [rows, { rows }]) {
      const { result, whole } = encodeWithWhole(value);
      const text = whole?.() ?? "";
      const compact = JSON.stringify(value);
      expect(JSON.stringify(JSON.parse(text)) === compact).toBe(true);
      expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(200);
      expect(text.length - compact.length).toBeLessThan(20_000);
      expect(result).toMatchObject({ truncated: true, bytes: compact.length });
      expect(result.larger).toBeUndefined();
    }
  });

  it("renames a __proto__ member, which would vanish or reach a prototype", () => {
    const result = encodeResult(JSON.parse('{"__proto__":{"polluted":true},"a":1}'));
    expect(result.parts).toEqual([{ type: "text", text: '{"[__proto__]":{"polluted":true},"a":1}' }]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("makes lone surrogates storable", () => {
    expect(textOf("a\ud800b")).toBe("a\ufffdb");
    expect(textOf({ "\udc00": "\ud800" })).toBe('{"\ufffd":"\ufffd"}');
  });
});

describe("images in results", () => {
  it.each([
    ["PNG", PNG, "image/png"],
    ["JPEG", JPEG, "image/jpeg"],
    ["GIF", GIF, "image/gif"],
    ["WebP", WEBP, "image/webp"],
  ])("lifts a %s out, from plain base64 and from a data URL", (_kind, data, mediaType) => {
    for (const image of [data, `data:image/anything;base64,${data}`]) {
      const result = encodeResult({ points: 3, image });
      expect(result.parts).toEqual([
        { type: "text", text: '{"points":3,"image":"(image attached)"}' },
        { type: "image", mediaType, data },
      ]);
      expect(result.value).toEqual({ points: 3, image: "(image attached)" });
    }
  });

  it("finds several, nested, under either name, and as bytes", () => {
    const bytes = new Uint8Array(Buffer.from(PNG, "base64"));
    const result = encodeResult({ charts: [{ image: PNG }, { deep: { imageBase64: GIF } }], image: bytes });
    expect(result.parts.map((part) => part.type)).toEqual(["text", "image", "image", "image"]);
    expect(result.parts[3]).toEqual({ type: "image", mediaType: "image/png", data: PNG });
  });

  it("lifts every image out of any shape, up to the limit, and leaves the rest as JSON", () => {
    const field = fc.constantFrom("image", "imageBase64");
    const picture = fc.constantFrom(PNG, GIF, WEBP, JPEG, `data:image/png;base64,${PNG}`);
    const leaf = fc.oneof(
      fc.integer(),
      fc.tuple(field, picture).map(([name, data]) => ({ [name]: data })),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom("a", "b", "chart"), tie("tree"), { maxKeys: 3 }),
      ),
    }));
    const imagesIn = (value: unknown): number => {
      if (typeof value !== "object" || value === null) return 0;
      return Object.entries(value).reduce(
        (count, [name, member]) => count + (name.startsWith("image") ? 1 : imagesIn(member)),
        0,
      );
    };
    fc.assert(
      fc.property(tree, (value) => {
        const result = encodeResult(value);
        const expected = Math.min(imagesIn(value), IMAGE_LIMITS.perResult);
        expect(result.parts.filter(({ type }) => type === "image")).toHaveLength(expected);
        expect(JSON.stringify(result.value ?? null).split('"(image attached)"')).toHaveLength(expected + 1);
      }),
    );
  });

  it("takes the bytes of an image for that image, and other bytes for bytes", () => {
    const bytes = new Uint8Array(Buffer.from(PNG, "base64"));
    expect(encodeResult(bytes).parts).toEqual([{ type: "image", mediaType: "image/png", data: PNG }]);
    expect(textOf(new Uint8Array([1]))).toBe('{"bytes":1,"base64":"AQ=="}');
  });

  it("leaves sound, addresses and words alone", () => {
    for (const image of [WAV, "https://example.com/a.png", "iVBORw0KGgo is how it starts", "a cat"]) {
      expect(encodeResult({ image }).parts).toEqual([{ type: "text", text: JSON.stringify({ image }) }]);
    }
    expect(encodeResult({ picture: PNG }).parts).toHaveLength(1);
  });

  it("leaves out what is too large or one too many, and says so", () => {
    const huge = encodeBase64(
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(IMAGE_LIMITS.bytes)]),
    );
    expect(textOf({ image: huge })).toContain("(image left out: 5000008 bytes");
    const many = encodeResult(Array.from({ length: 12 }, () => ({ image: PNG })));
    expect(many.parts.filter((part) => part.type === "image")).toHaveLength(8);
    expect(textOf(Array.from({ length: 12 }, () => ({ image: PNG })))).toContain("a result may hold 8");
  });
});

describe("toolContent", () => {
  it("keeps the order of text and images", () => {
    const result = encodeResult(toolContent("Before:", { type: "image", data: PNG }, { type: "text", text: "After." }));
    expect(result.parts).toEqual([
      { type: "text", text: "Before:" },
      { type: "image", mediaType: "image/png", data: PNG },
      { type: "text", text: "After." },
    ]);
  });

  it("tells of files and other images in words", () => {
    expect(
      textOf(toolContent({ type: "file", data: new Uint8Array(2048), mediaType: "audio/mpeg", filename: "a.mp3" })),
    ).toBe('[audio/mpeg file "a.mp3", 2.0 KB, not shown here]');
    expect(textOf(toolContent({ type: "image", data: "PHN2Zz48L3N2Zz4=", mediaType: "image/svg+xml" }))).toBe(
      "[image/svg+xml image, 11 B, not a PNG, JPEG, GIF or WebP]",
    );
  });

  it("is empty without parts and bounded with many", () => {
    expect(encodeResult(toolContent()).empty).toBe(true);
    const many = encodeResult(toolContent(...Array.from({ length: 500 }, () => "x".repeat(10_000))));
    expect(JSON.stringify(many.parts).length).toBeLessThan(100_000);
    expect(many.truncated).toBe(true);
  });
});
