import type { Vector } from "./embedding-service";

/** The vector with length 1, so that a product of two of them is their likeness. `undefined` for one that has no direction. */
export function unitVector(vector: Vector): Float32Array | undefined {
  let square = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    square += value * value;
  }
  const length = Math.sqrt(square);
  if (!(length > 0) || length === Number.POSITIVE_INFINITY) return undefined;
  const unit = new Float32Array(vector.length);
  for (let index = 0; index < vector.length; index += 1) unit[index] = (vector[index] ?? 0) / length;
  return unit;
}
