/** Orders names as their UTF-8 bytes stand, which is not the order of JavaScript's units where there are surrogates. */
export function byBytes(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let at = 0;
  while (at < end && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === end) return left.length - right.length;
  return rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
}

/** Surrogates stand for what comes after all that one unit can say. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
