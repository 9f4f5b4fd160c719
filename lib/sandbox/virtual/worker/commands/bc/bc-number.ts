/** A decimal number of any length: `digits / 10^scale`. */
export interface BcNumber {
  digits: bigint;
  scale: number;
}

export class BcError extends Error {}

/** More digits than anybody reads; a larger power would hold the shell. */
const MOST_DIGITS = 200_000;

export const ZERO: BcNumber = { digits: 0n, scale: 0 };
export const ONE: BcNumber = { digits: 1n, scale: 0 };

export function whole(value: number | bigint): BcNumber {
  return { digits: BigInt(value), scale: 0 };
}

/** The same number with another count of decimals; what does not fit is cut off. */
export function toScale({ digits, scale }: BcNumber, wanted: number): BcNumber {
  if (wanted > MOST_DIGITS) throw new BcError("the scale is too large for the embedded shell");
  if (wanted >= scale) return { digits: digits * 10n ** BigInt(wanted - scale), scale: wanted };
  return { digits: digits / 10n ** BigInt(scale - wanted), scale: wanted };
}

export function add(left: BcNumber, right: BcNumber): BcNumber {
  const scale = Math.max(left.scale, right.scale);
  return { digits: toScale(left, scale).digits + toScale(right, scale).digits, scale };
}

export function negate({ digits, scale }: BcNumber): BcNumber {
  return { digits: -digits, scale };
}

export function multiply(left: BcNumber, right: BcNumber, scale: number): BcNumber {
  const full = { digits: left.digits * right.digits, scale: left.scale + right.scale };
  return toScale(full, Math.min(full.scale, Math.max(scale, left.scale, right.scale)));
}

export function divide(left: BcNumber, right: BcNumber, scale: number): BcNumber {
  if (right.digits === 0n) throw new BcError("Divide by zero");
  const shift = scale + right.scale - left.scale;
  const top = shift >= 0 ? left.digits * 10n ** BigInt(shift) : left.digits / 10n ** BigInt(-shift);
  return { digits: top / right.digits, scale };
}

export function remainder(left: BcNumber, right: BcNumber, scale: number): BcNumber {
  if (right.digits === 0n) throw new BcError("Modulo by zero");
  const quotient = divide(left, right, scale);
  const result = Math.max(scale + right.scale, left.scale);
  const product = { digits: quotient.digits * right.digits, scale: quotient.scale + right.scale };
  return toScale(add(left, negate(product)), result);
}

export function power(base: BcNumber, exponent: BcNumber, scale: number): BcNumber {
  const times = toScale(exponent, 0).digits;
  const count = times < 0n ? -times : times;
  const length = BigInt(base.digits.toString().length) * count;
  if (base.digits !== 0n && base.digits !== 1n && base.digits !== -1n && length > BigInt(MOST_DIGITS)) {
    throw new BcError("the result is too long for the embedded shell");
  }
  if (times === 0n) return ONE;
  const full = { digits: base.digits ** count, scale: base.scale * Number(count) };
  if (times < 0n) return divide(ONE, full, scale);
  return toScale(full, Math.min(full.scale, Math.max(scale, base.scale)));
}

export function squareRoot(value: BcNumber, scale: number): BcNumber {
  if (value.digits < 0n) throw new BcError("Square root of a negative number");
  const wanted = Math.max(scale, value.scale);
  const target = toScale(value, 2 * wanted).digits;
  if (target < 2n) return { digits: target, scale: wanted };
  let guess = 1n << BigInt(Math.ceil(target.toString(2).length / 2));
  for (;;) {
    const next = (guess + target / guess) >> 1n;
    if (next >= guess) return { digits: guess, scale: wanted };
    guess = next;
  }
}

export function compare(left: BcNumber, right: BcNumber): number {
  const difference = add(left, negate(right)).digits;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** As bc prints it: no zero in front of the point. */
export function shown({ digits, scale }: BcNumber, base: number): string {
  if (digits === 0n) return "0";
  const sign = digits < 0n ? "-" : "";
  const size = digits < 0n ? -digits : digits;
  const unit = 10n ** BigInt(scale);
  const head = size / unit;
  const start = head === 0n ? "" : head.toString(base).toUpperCase();
  if (scale === 0) return sign + start;
  if (base === 10) return `${sign}${start}.${(size % unit).toString().padStart(scale, "0")}`;
  let rest = size % unit;
  let tail = "";
  for (let reach = 1n; reach < unit; reach *= BigInt(base)) {
    rest *= BigInt(base);
    tail += (rest / unit).toString(base).toUpperCase();
    rest %= unit;
  }
  return `${sign}${start}.${tail}`;
}
