import type { Vector } from "./embedding-service";

/** From -1 to 1: how much two vectors point the same way. 0 when their lengths differ or one of them is zero. */
export function cosineSimilarity(a: Vector, b: Vector): number {
  if (a.length !== b.length) return 0;
  let dot = 0;
  let lengthOfA = 0;
  let lengthOfB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    lengthOfA += x * x;
    lengthOfB += y * y;
  }
  const product = Math.sqrt(lengthOfA) * Math.sqrt(lengthOfB);
  if (!(product > 0) || product === Number.POSITIVE_INFINITY) return 0;
  return Math.max(-1, Math.min(1, dot / product));
}
