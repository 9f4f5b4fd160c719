import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outside } from "../tool/outside";
import { cosineSimilarity } from "./cosine-similarity";
import { embedAll } from "./embedding-service";
import { lexicalEmbedding } from "./lexical-embedding";
import { providerEmbedding } from "./provider-embedding";
import { unitVector } from "./unit-vector";

const lengthOf = (vector: ArrayLike<number>) => Math.sqrt(Array.from(vector).reduce((sum, x) => sum + x * x, 0));
const likeness = (a: string, b: string) => {
  const service = lexicalEmbedding();
  return cosineSimilarity(service.embed(a), service.embed(b));
};

describe("lexicalEmbedding", () => {
  it("gives a vector of length 1 for any text at all, and the same one every time", () => {
    const service = lexicalEmbedding();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const vector = service.embed(text);
        expect(vector).toHaveLength(256);
        expect(lengthOf(vector)).toBeCloseTo(1, 5);
        expect(lexicalEmbedding().embed(text)).toEqual(vector);
      }),
    );
  });

  it("does not see case, punctuation and white space", () => {
    expect(likeness("Weather in Paris?", "  weather, in   PARIS")).toBeCloseTo(1, 5);
    expect(likeness("Café", "Cafe\u0301")).toBeCloseTo(1, 5);
  });

  it("puts a misspelling near, another question far, and the order of words between", () => {
    const near = likeness("weather forecast for Paris tomorrow", "wether forecast for Paris tomorrow");
    const turned = likeness("flights from Rome to Paris", "flights from Paris to Rome");
    const far = likeness("weather forecast for Paris tomorrow", "how do I cook rice");
    expect(near).toBeGreaterThan(0.85);
    expect(turned).toBeLessThan(0.95);
    expect(far).toBeLessThan(0.3);
  });

  it("takes scripts without spaces, and a text of any length in little time", () => {
    expect(likeness("東京の天気", "東京の天気は")).toBeGreaterThan(0.5);
    expect(lengthOf(lexicalEmbedding().embed("ab ".repeat(1_000_000)))).toBeCloseTo(1, 5);
  });

  it("has as many dimensions as it is told, and says so in its name", () => {
    const service = lexicalEmbedding({ dimensions: 32 });
    expect(service.embed("text")).toHaveLength(32);
    expect(service.name).toBe("lexical-32");
  });
});

describe("cosineSimilarity", () => {
  it.each([
    [[1, 0], [1, 0], 1],
    [[1, 0], [0, 1], 0],
    [[1, 0], [-2, 0], -1],
    [[1, 0], [1, 0, 0], 0],
    [[0, 0], [1, 0], 0],
    [[], [], 0],
  ])("of %j and %j is %d", (a, b, expected) => {
    expect(cosineSimilarity(a, b)).toBe(expected);
  });

  it("is between -1 and 1 for any numbers", () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.array(fc.double()), (a, b) => {
        const value = cosineSimilarity(a, b);
        expect(value).toBeGreaterThanOrEqual(-1);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("unitVector", () => {
  it("has no answer for a vector without a direction", () => {
    expect(unitVector([0, 0])).toBeUndefined();
    expect(unitVector([Number.NaN, 1])).toBeUndefined();
    expect(Array.from(unitVector([3, 4]) ?? []).map((x) => x.toFixed(2))).toEqual(["0.60", "0.80"]);
  });
});

describe("providerEmbedding", () => {
  const answering = (answer: unknown) => {
    const asked: unknown[] = [];
    const outside: Outside = {
      async ask(service, input) {
        asked.push([service, input]);
        return answer as never;
      },
    };
    return { outside, asked };
  };

  it("asks the server once for many texts", async () => {
    const { outside, asked } = answering({ model: "m", vectors: [[1], [2]] });
    expect(await embedAll(providerEmbedding(), ["a", "b"], { outside })).toEqual([[1], [2]]);
    expect(asked).toEqual([["embed", { texts: ["a", "b"] }]]);
  });

  it("says so when there is nobody to ask, and when the answer is none", async () => {
    await expect(providerEmbedding().embed("a")).rejects.toMatchObject({ code: "outside-missing" });
    for (const answer of [null, { error: "no" }, { model: "m", vectors: [] }]) {
      await expect(providerEmbedding().embed("a", answering(answer))).rejects.toMatchObject({ code: "outside-failed" });
    }
  });

  it("embeds one by one where a service knows no other way", async () => {
    expect(await embedAll({ embed: (text) => [text.length] }, ["a", "bb"])).toEqual([[1], [2]]);
  });
});
