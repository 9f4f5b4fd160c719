import { definitionError } from "./check-tool";

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };
const MEMORY = /^(\d+(?:\.\d+)?) ?(B|KB|MB|GB|TB)?$/i;

/**
 * Bytes of a text such as `256MB` or `1.5 GB`; units are B, KB, MB, GB, TB in either case, and none means bytes.
 *
 * @throws ToolwrightError `invalid-sandbox` for anything else, and for less than one byte.
 */
export function parseMemory(text: string): number {
  const [, amount, unit = "B"] = MEMORY.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < 1) {
    throw definitionError(
      "invalid-sandbox",
      "sandbox",
      `Invalid memory format: ${text}.`,
      'Write a number above 0 and a unit, such as "256MB"; the units are B, KB, MB, GB and TB.',
    );
  }
  return bytes;
}
