import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateExpression } from "./evaluate-expression";

describe("evaluateExpression", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["(-2) ^ 2", 4],
    ["2 ^ -1", 0.5],
    ["--3", 3],
    ["2 - -3", 5],
    ["+4", 4],
    ["7 % 4", 3],
    ["8 / 2 / 2", 2],
    ["1e3", 1000],
    ["1.5E-2", 0.015],
    [".5 + 1.", 1.5],
    ["2 * pi", 2 * Math.PI],
    ["2 * e", 2 * Math.E],
    ["ln(e)", 1],
    ["log(e)", 1],
    ["log10(1000) + log2(8)", 6],
    ["sqrt(16) + cbrt(27)", 7],
    ["min(3, 1, 2) + max(3, 9)", 10],
    ["ROUND(2.6)", 3],
    ["abs(-3) + floor(1.9) + ceil(1.1)", 6],
    ["sin(0) + cos(0) + tan(0)", 1],
    ["-0", 0],
  ])("%s is %d", (expression, value) => {
    expect(evaluateExpression(expression)).toBeCloseTo(value, 12);
  });

  it.each([
    ["2 $ 3", "Unknown character: $"],
    ["2 👍", "Unknown character: 👍"],
    ["1 / 0", "Result is not a finite number"],
    ["sqrt(-1)", "Result is not a finite number"],
    ["sin 1", "Expected '(' after function sin"],
    ["sin", "Expected '(' after function sin"],
    ["(1 + 2", "Expected ')'"],
    ["sqrt(4", "Expected ')' after function argument"],
    ["sqrt(4, 5)", "Expected ')' after function argument"],
    ["1 +", "Unexpected end of expression"],
    ["", "Unexpected end of expression"],
    ["2)", 'Unexpected token: {"type":"operator","value":")"}'],
    ["2 3", 'Unexpected token: {"type":"number","value":3}'],
    ["2pi", 'Unexpected token: {"type":"name","value":"pi"}'],
    ["1.2.3", 'Unexpected token: {"type":"number","value":0.3}'],
    ["* 2", 'Unexpected token: {"type":"operator","value":"*"}'],
    ["constructor", 'Unexpected token: {"type":"name","value":"constructor"}'],
    ["toString(1)", 'Unexpected token: {"type":"name","value":"tostring"}'],
  ])("%s is an error", (expression, message) => {
    expect(() => evaluateExpression(expression)).toThrow(message);
  });

  it("ends on deep nesting", () => {
    expect(evaluateExpression(`${"(".repeat(150)}1${")".repeat(150)}`)).toBe(1);
    expect(() => evaluateExpression("(".repeat(100_000))).toThrow("Nested deeper");
    expect(() => evaluateExpression("2^".repeat(100_000))).toThrow("Nested deeper");
    expect(evaluateExpression(`${"-".repeat(100_000)}1`)).toBe(1);
  });

  it("agrees with JavaScript on sums, products and brackets", () => {
    const expression = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: 0, max: 99 }).map(String),
        fc
          .tuple(tie("node"), fc.constantFrom("+", "-", "*"), tie("node"))
          .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
        fc
          .tuple(tie("node"), fc.constantFrom("+", "-", "*"), tie("node"))
          .map(([left, sign, right]) => `${left} ${sign} ${right}`),
        tie("node").map((inner) => `-(${inner})`),
      ),
    })).node;
    fc.assert(
      fc.property(expression, (text) => {
        const expected = new Function(`return ${text}`)() as number;
        expect(evaluateExpression(text)).toBe(expected === 0 ? 0 : expected);
      }),
    );
  });
});
