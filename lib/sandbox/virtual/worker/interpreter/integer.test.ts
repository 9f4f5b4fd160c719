import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate, integer, integerLiteral, negate } from "./integer";

const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -100n, max: 100n }),
  fc.constantFrom(2n ** 53n, -(2n ** 53n), 2n ** 31n, 2n ** 63n - 1n, -(2n ** 63n)),
);
const given = (value: bigint) => integer(String(value));
const bool = (value: boolean) => (value ? 1n : 0n);

const EXACT: Record<string, (left: bigint, right: bigint) => bigint> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
  "<": (left, right) => bool(left < right),
  ">=": (left, right) => bool(left >= right),
  "==": (left, right) => bool(left === right),
  "!=": (left, right) => bool(left !== right),
};

describe("integers of the shell", () => {
  test.each(Object.entries(EXACT))("%s is exact and wraps at 64 bits", (operator, exact) => {
    fc.assert(
      fc.property(int64, int64, (left, right) => {
        const expected = BigInt.asIntN(64, exact(left, right));
        expect(String(calculate(given(left), given(right), operator))).toBe(String(expected));
      }),
    );
  });

  test("division truncates, and the remainder fits it", () => {
    fc.assert(
      fc.property(
        int64,
        int64.filter((value) => value !== 0n),
        (left, right) => {
          const quotient = calculate(given(left), given(right), "/");
          const rest = calculate(given(left), given(right), "%");
          expect([String(quotient), String(rest)]).toEqual([
            String(BigInt.asIntN(64, left / right)),
            String(left % right),
          ]);
        },
      ),
    );
  });

  test.each([
    [2, 62, "**", "4611686018427387904"],
    [2, 64, "**", "0"],
    [3, 35, "**", "50031545098999707"],
    [1, 40, "<<", "1099511627776"],
    [1, 63, "<<", "-9223372036854775808"],
    [-8, 1, ">>", "-4"],
  ] as const)("%d %s", (left, right, operator, expected) => {
    expect(String(calculate(left, right, operator))).toBe(expected);
  });

  test.each([
    ["0x1F", "31"],
    ["017", "15"],
    ["2#1010", "10"],
    ["36#Zz", "1295"],
    ["64#@_", "4031"],
    ["9223372036854775808", "-9223372036854775808"],
    ["08", "NaN"],
    ["2#2", "NaN"],
  ])("the literal %s is %s", (text, expected) => {
    expect(String(integerLiteral(text))).toBe(expected);
  });

  test.each([
    ["-", 5, "-5"],
    ["-", 0, "0"],
    ["~", 5, "-6"],
    ["!", 0, "1"],
    ["!", 7, "0"],
  ] as const)("%s of %d", (operator, value, expected) => {
    expect(String(negate(value, operator))).toBe(expected);
  });
});
