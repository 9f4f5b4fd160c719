/** The order of the C.UTF-8 locale: by code point. */
export function compareNames(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Halves of pairs stand above the rest of the first plane, where their code points are. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** As `ls -v` and `sort -V`: runs of digits by their number. */
export function compareVersions(left: string, right: string): number {
  const a = left.match(/\d+|\D+/g) ?? [];
  const b = right.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [one, other] = [a[index] as string, b[index] as string];
    const digits = /^\d/.test(one) && /^\d/.test(other);
    const order = digits ? Number(one) - Number(other) || one.length - other.length : compareNames(one, other);
    if (order !== 0) return order;
  }
  return a.length - b.length || compareNames(left, right);
}
