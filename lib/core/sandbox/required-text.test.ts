import { describe, expect, test } from "vitest";
import { requiredTexts } from "./required-text";

describe("the texts that every match holds one of", () => {
  test.each([
    ["foo\\d+barbaz?", ["barba"]],
    ["^import (\\w+)+ from", ["import "]],
    ["a\\.b+c", ["a.b"]],
    ["xyz*", ["xy"]],
    ["ab{0,3}", ["a"]],
    ["ab{2}c", ["ab"]],
    ["[abc]def", ["def"]],
    ["(?:never)?always", ["always"]],
    ["one|two\\d", ["one", "two"]],
    ["one|", undefined],
    ["(one|two)", undefined],
    ["\\bx\\u{1F389}", ["x"]],
    ["é🎉+", ["é🎉"]],
    ["\\w+", undefined],
    ["\uFFFDab", ["ab"]],
  ])("of %s are %j", (source, texts) => {
    expect(requiredTexts(source, false)).toEqual(texts);
  });

  test("leave out letters that stand for more than two without regard to case", () => {
    expect(requiredTexts("worksheet", true)).toEqual(["heet"]);
    expect(requiredTexts("größe", true)).toEqual(["gr"]);
    expect(requiredTexts("k|ab", true)).toBeUndefined();
  });
});
