import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readArguments } from "./read-arguments";
import { splitGluedJson } from "./split-glued-json";

describe("splitGluedJson", () => {
  it("takes four glued calls apart", () => {
    const glued = '{"url":"a"}{"url":"b"} {"url":"}{"}\n{"n":{"m":["\\"{"]}}';
    expect(splitGluedJson(glued)).toEqual(['{"url":"a"}', '{"url":"b"}', '{"url":"}{"}', '{"n":{"m":["\\"{"]}}']);
  });

  it.each([
    ["one whole object", '{"a":1}'],
    ["a second object that is cut", '{"a":1}{"b":'],
    ["something between the objects", '{"a":1},{"b":2}'],
    ["an object that is not JSON", '{"a":1}{b:2}'],
    ["brackets that cross", '{"a":[}]{"b":1}'],
    ["no object", "[1][2]"],
    ["nothing", ""],
  ])("gives back %s as it is", (_name, text) => {
    expect(splitGluedJson(text)).toEqual([text]);
  });

  it("finds the objects again that were glued, whatever is in them", () => {
    const objects = fc.array(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(objects, fc.constantFrom("", " ", "\n"), (list, glue) => {
        const texts = list.map((object) => JSON.stringify(object));
        expect(splitGluedJson(texts.join(glue))).toEqual(texts);
      }),
    );
  });

  it("never invents or drops a character of the objects", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,a1\\ ') }), (text) => {
        let rest = text;
        for (const piece of splitGluedJson(text)) {
          const at = rest.indexOf(piece);
          expect(rest.slice(0, at).trim()).toBe("");
          rest = rest.slice(at + piece.length);
        }
        expect(rest.trim()).toBe("");
      }),
    );
  });
});

describe("readArguments", () => {
  it.each([
    ['{"a":1}', { arguments: { a: 1 } }],
    ["", { arguments: {} }],
    ["  ", { arguments: {} }],
    ['{"commands":["npm install","npm test"', { problem: "not valid JSON" }],
    ["[1]", { problem: "not a JSON object" }],
    ["null", { problem: "not a JSON object" }],
  ])("reads %j without repairing anything", (text, read) => {
    expect(readArguments(text)).toEqual(read);
  });
});
