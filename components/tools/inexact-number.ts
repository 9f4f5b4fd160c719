/**
 * A sentence about a number that JavaScript cannot hold as it is written, else undefined. The document keeps the digits;
 * the tool sees what JavaScript makes of them.
 */
export function inexactNumber(written: string): string | undefined {
  const value = Number(written);
  if (!Number.isFinite(value)) return "Too large for a number in JavaScript; pass it as text.";
  if (!/^-?\d+$/.test(written) || BigInt(written) === BigInt(value)) return undefined;
  return `JavaScript reads this as ${BigInt(value)}; pass it as text to keep every digit.`;
}
