import fc from "fast-check";
import { gzipSync } from "fflate";
import { expect, test } from "vitest";
import { gunzipMembers, TooMuchContent } from "./gzip-members";

const MOST = 1_000_000;
const hello = gzipSync(new TextEncoder().encode("hello, hello, hello"), { mtime: 86_400_000, filename: "greeting" });

function joined(...pieces: Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

test("members one after the other are one content", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 }), (contents) => {
      const read = gunzipMembers(joined(...contents.map((content) => gzipSync(content))), MOST);
      expect(read.problem).toBeUndefined();
      expect([...read.content]).toEqual([...joined(...contents)]);
    }),
  );
});

test("the name and the time of the first member are read", () => {
  expect(gunzipMembers(hello, MOST)).toMatchObject({ name: "greeting", modifiedAt: 86_400_000 });
});

test.each([
  ["zeros behind it are none", joined(hello, new Uint8Array(20)), undefined],
  ["other bytes behind it are told", joined(hello, Uint8Array.of(1, 2, 3)), "trailing"],
  ["a cut file is told", hello.subarray(0, -4), "end"],
  ["an empty file is told", new Uint8Array(), "end"],
  ["what is no gzip file is told", Uint8Array.of(80, 75, 3, 4, 0, 0, 0, 0, 0, 0, 0), "format"],
  [
    "a wrong check value is told",
    Uint8Array.from(hello, (byte, index) => (index === hello.length - 6 ? byte ^ 1 : byte)),
    "crc",
  ],
] as const)("%s", (_, bytes, problem) => {
  const read = gunzipMembers(bytes, MOST);
  expect(read.problem).toBe(problem);
  if (problem === undefined || problem === "trailing") expect(textOf(read.content)).toBe("hello, hello, hello");
});

test("a bomb is given up before it is unpacked", () => {
  expect(() => gunzipMembers(gzipSync(new Uint8Array(5_000_000)), MOST)).toThrow(TooMuchContent);
});
