import { createRedactor } from "@/lib/core/redact/redactor";

/** A secret value that a test looks for, and the redactor that knows it. */
export const CANARY = "canary-7f3a9bc1x";
export const canaryRedactor = createRedactor({ secrets: [{ name: "TOKEN", value: CANARY }] });
/** So much of it tells something. */
export const CANARY_BEGIN = CANARY.slice(0, 4);
export const CANARY_END = CANARY.slice(-4);

/** A text of a length in which the canary stands across `cut`, half of it on each side. */
export function canaryAcross(cut: number, length: number): string {
  const before = cut - CANARY.length / 2;
  return `${"x".repeat(before)}${CANARY}${"x".repeat(length - before - CANARY.length)}`;
}
