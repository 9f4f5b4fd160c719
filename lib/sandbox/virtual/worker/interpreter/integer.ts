/** A shell integer: 64 bits. A `number` as long as that is exact, so that most of the work is fast. */
export type ShellInteger = number | bigint;

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

function narrow(value: bigint): ShellInteger {
  const wrapped = BigInt.asIntN(64, value);
  const number = Number(wrapped);
  return Number.isSafeInteger(number) ? number : wrapped;
}

/** The integer that a text is, octal when it begins with 0; 0 for a text that is none. */
export function integer(text: string): ShellInteger {
  const match = /^\s*([-+]?)(\d+)/.exec(text);
  if (match === null) return 0;
  const [, sign = "", digits = "0"] = match;
  if (/^0\d/.test(digits)) {
    const octal = inBase(digits.slice(1), 8);
    return sign === "-" ? negate(octal, "-") : octal;
  }
  if (digits.length < 16) return Number(sign === "-" ? `-${digits}` : digits);
  return narrow(BigInt(digits) * (sign === "-" ? -1n : 1n));
}

/** A literal of an expression: decimal, `0x…`, octal, `base#digits`; `NaN` when a digit is too great for its base. */
export function integerLiteral(text: string): ShellInteger {
  if (text.includes("#")) {
    const [base = "", digits = "", ...more] = text.split("#");
    if (more.length > 0 || !/^\d+$/.test(base)) return Number.NaN;
    return inBase(digits, Number(base));
  }
  if (/^0[xX]/.test(text)) return inBase(text.slice(2), 16);
  if (/^0\d/.test(text)) return inBase(text.slice(1), 8);
  return /^\d+$/.test(text) ? integer(text) : Number.NaN;
}

function inBase(digits: string, base: number): ShellInteger {
  if (base < 2 || base > 64 || digits === "") return Number.NaN;
  let value = 0n;
  for (const digit of base <= 36 ? digits.toLowerCase() : digits) {
    const worth = DIGITS.indexOf(digit);
    if (worth < 0 || worth >= base) return Number.NaN;
    value = BigInt.asIntN(64, value * BigInt(base) + BigInt(worth));
  }
  return narrow(value);
}

export function negate(value: ShellInteger, operator: string): ShellInteger {
  switch (operator) {
    case "-":
      return typeof value === "number" ? 0 - value : narrow(-value);
    case "!":
      return value === 0 ? 1 : 0;
    case "~":
      return typeof value === "number" ? -value - 1 : narrow(~value);
    default:
      return value;
  }
}

/** The caller has refused a division by zero and a negative exponent. */
export function calculate(left: ShellInteger, right: ShellInteger, operator: string): ShellInteger {
  if (typeof left === "number" && typeof right === "number") {
    const fast = calculateFast(left, right, operator);
    if (fast !== undefined) return fast;
  }
  return calculateExactly(left, right, operator);
}

function calculateFast(left: number, right: number, operator: string): number | undefined {
  switch (operator) {
    case "+":
      return safe(left + right);
    case "-":
      return safe(left - right);
    case "*":
      return safe(left * right);
    case "/":
      return safe(Math.trunc(left / right) + 0);
    case "%":
      return (left % right) + 0;
    case "<":
      return left < right ? 1 : 0;
    case "<=":
      return left <= right ? 1 : 0;
    case ">":
      return left > right ? 1 : 0;
    case ">=":
      return left >= right ? 1 : 0;
    case "==":
      return left === right ? 1 : 0;
    case "!=":
      return left !== right ? 1 : 0;
    case ",":
      return right;
    default:
      return undefined;
  }
}

function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

function calculateExactly(given: ShellInteger, other: ShellInteger, operator: string): ShellInteger {
  const left = BigInt(given);
  const right = BigInt(other);
  switch (operator) {
    case "+":
      return narrow(left + right);
    case "-":
      return narrow(left - right);
    case "*":
      return narrow(left * right);
    case "/":
      return narrow(left / right);
    case "%":
      return narrow(left % right);
    case "**":
      return narrow(power(left, right));
    case "<<":
      return narrow(left << (right & 63n));
    case ">>":
      return narrow(left >> (right & 63n));
    case "&":
      return narrow(left & right);
    case "|":
      return narrow(left | right);
    case "^":
      return narrow(left ^ right);
    case "<":
      return left < right ? 1 : 0;
    case "<=":
      return left <= right ? 1 : 0;
    case ">":
      return left > right ? 1 : 0;
    case ">=":
      return left >= right ? 1 : 0;
    case "==":
      return left === right ? 1 : 0;
    case "!=":
      return left !== right ? 1 : 0;
    default:
      return other;
  }
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = BigInt.asIntN(64, result * factor);
    factor = BigInt.asIntN(64, factor * factor);
  }
  return result;
}
