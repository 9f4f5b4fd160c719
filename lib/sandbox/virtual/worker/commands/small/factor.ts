import { defineCommand } from "just-bash/browser";
import { inputBytes } from "../command-input";

/** Above this the search by division would take long. */
const MOST = 10n ** 14n;

/** `factor [NUMBER…]`: prime factors, of numbers up to 10^14. */
export const factor = defineCommand("factor", async (given, context) => {
  const words =
    given.length > 0
      ? given
      : new TextDecoder()
          .decode(await inputBytes(context, "-"))
          .split(/\s+/)
          .filter(Boolean);
  let stdout = "";
  let stderr = "";
  for (const word of words) {
    if (!/^\+?\d+$/.test(word)) stderr += `factor: '${word}' is not a valid positive integer\n`;
    else if (BigInt(word) > MOST) stderr += `factor: '${word}' is too large for the embedded shell\n`;
    else
      stdout += `${Number(word)}:${factorsOf(Number(word))
        .map((prime) => ` ${prime}`)
        .join("")}\n`;
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
});

function factorsOf(number: number): number[] {
  const factors: number[] = [];
  let rest = number;
  for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2) {
    while (rest % divisor === 0) {
      factors.push(divisor);
      rest /= divisor;
    }
  }
  if (rest > 1) factors.push(rest);
  return factors;
}
