import {
  add,
  BcError,
  type BcNumber,
  compare,
  divide,
  multiply,
  negate,
  ONE,
  squareRoot,
  toScale,
  whole,
  ZERO,
} from "./bc-number";

const GUARD = 12;

function series(first: BcNumber, scale: number, next: (term: BcNumber, index: number) => BcNumber): BcNumber {
  let sum = first;
  let term = first;
  for (let index = 1; term.digits !== 0n; index += 1) {
    term = toScale(next(term, index), scale);
    sum = add(sum, term);
  }
  return sum;
}

function exponential(value: BcNumber, scale: number): BcNumber {
  const steps = Math.max(0, toScale(value, 0).digits.toString().length * 4);
  if (steps > 40) throw new BcError("the argument of e() is too large for the embedded shell");
  const depth = scale + GUARD + steps * 2 + Number(value.digits > 0n ? toScale(value, 0).digits / 2n : 0n);
  const small = divide(value, whole(2n ** BigInt(steps)), depth);
  let result = series(toScale(ONE, depth), depth, (term, index) =>
    divide(multiply(term, small, depth), whole(index), depth),
  );
  for (let step = 0; step < steps; step += 1) result = toScale(multiply(result, result, depth), depth);
  return toScale(result, scale);
}

function logarithm(value: BcNumber, scale: number): BcNumber {
  if (value.digits <= 0n) return divide(add(ONE, negate({ digits: 10n ** BigInt(scale), scale: 0 })), ONE, scale);
  const depth = scale + GUARD;
  let factor = 1n;
  let near = toScale(value, depth);
  while (compare(near, whole(2)) >= 0 || compare(near, { digits: 5n, scale: 1 }) <= 0) {
    near = squareRoot(near, depth + 4);
    factor *= 2n;
  }
  const ratio = divide(add(near, negate(ONE)), add(near, ONE), depth + 4);
  const square = multiply(ratio, ratio, depth + 4);
  let power = ratio;
  let sum = ratio;
  for (let index = 3; power.digits !== 0n; index += 2) {
    power = toScale(multiply(power, square, depth + 4), depth + 4);
    sum = add(sum, divide(power, whole(index), depth + 4));
  }
  return toScale(multiply(sum, whole(2n * factor), depth), scale);
}

function arctangent(value: BcNumber, scale: number): BcNumber {
  const depth = scale + GUARD;
  let small = toScale(value, depth);
  let factor = 1n;
  while (compare(small.digits < 0n ? negate(small) : small, { digits: 2n, scale: 1 }) > 0) {
    const root = squareRoot(add(ONE, multiply(small, small, depth)), depth);
    small = divide(small, add(ONE, root), depth);
    factor *= 2n;
  }
  const square = negate(multiply(small, small, depth));
  let power = small;
  let sum = small;
  for (let index = 3; power.digits !== 0n; index += 2) {
    power = toScale(multiply(power, square, depth), depth);
    sum = add(sum, divide(power, whole(index), depth));
  }
  return toScale(multiply(sum, whole(factor), depth), scale);
}

function sine(value: BcNumber, scale: number): BcNumber {
  const depth = scale + GUARD + toScale(value, 0).digits.toString().length;
  const pi = toScale(multiply(arctangent(ONE, depth), whole(4), depth), depth);
  const turns = divide(value, pi, 0);
  const reduced = toScale(add(value, negate(multiply(turns, pi, depth))), depth);
  const square = negate(multiply(reduced, reduced, depth));
  const sum = series(reduced, depth, (term, index) =>
    divide(multiply(term, square, depth), whole(2 * index * (2 * index + 1)), depth),
  );
  return toScale(turns.digits % 2n === 0n ? sum : negate(sum), scale);
}

function cosine(value: BcNumber, scale: number): BcNumber {
  const quarter = multiply(arctangent(ONE, scale + GUARD), whole(2), scale + GUARD);
  return sine(add(toScale(value, Math.max(value.scale, scale + GUARD)), quarter), scale);
}

/** The functions that `bc -l` brings. */
export const MATH_FUNCTIONS: Readonly<Record<string, (value: BcNumber, scale: number) => BcNumber>> = {
  e: exponential,
  l: logarithm,
  a: arctangent,
  s: (value, scale) => (value.digits === 0n ? ZERO : sine(value, scale)),
  c: cosine,
};
