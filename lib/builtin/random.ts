/** Evenly distributed random bits from the platform's secure source. */
export function randomBelow(limit: number): number {
  const range = 2 ** 32;
  if (limit > range) return Math.floor(randomFraction() * limit);
  const fair = range - (range % limit);
  // Values above the last whole multiple would make small results likelier; they are drawn again.
  for (;;) {
    const value = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    if (value < fair) return value % limit;
  }
}

/** At least 0 and less than 1, with 53 random bits. */
export function randomFraction(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}
