import { byBytes } from "./by-bytes";

/** Orders names with their numbers by value, so that v1.10 stands after v1.9. */
export function byVersion(left: string, right: string): number {
  const parts = (name: string): string[] => name.match(/\d+|\D+/g) ?? [];
  const [one, other] = [parts(left), parts(right)];
  for (const [at, part] of one.entries()) {
    const counterpart = other[at];
    if (counterpart === undefined) return 1;
    if (part === counterpart) continue;
    const numbers = /^\d/.test(part) && /^\d/.test(counterpart);
    const order = numbers ? Number(part) - Number(counterpart) : byBytes(part, counterpart);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
