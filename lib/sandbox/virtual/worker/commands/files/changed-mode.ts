const CLAUSE = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/;
const MASKS: Readonly<Record<string, number>> = { u: 0o4700, g: 0o2070, o: 0o1007 };
const BITS: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111 };
const USUAL_MASK = 0o022;

/**
 * The mode that `chmod` makes of `old` by `755` or `u+x,go-w`; undefined for what is neither. Who is not named is everyone, as far
 * as the usual umask leaves it.
 */
export function changedMode(written: string, old: number, isDirectory: boolean): number | undefined {
  if (/^[0-7]{1,5}$/.test(written)) {
    const mode = Number.parseInt(written, 8);
    return mode > 0o7777 ? undefined : mode;
  }
  let mode = old & 0o7777;
  for (const clause of written.split(",")) {
    const parts = CLAUSE.exec(clause);
    if (parts === null) return undefined;
    const [, who = "", changes = ""] = parts;
    const people = who === "" || who.includes("a") ? "ugo" : who;
    const mask = [...people].reduce((all, person) => all | (MASKS[person] ?? 0), 0);
    const allowed = who === "" ? mask & ~USUAL_MASK : mask;
    for (const [, operator, letters = ""] of changes.matchAll(/([-+=])([ugo]|[rwxXst]*)/g)) {
      const bits = bitsOf(letters, mode, isDirectory) & allowed;
      if (operator === "+") mode |= bits;
      else if (operator === "-") mode &= ~bits;
      else mode = (mode & ~(mask & 0o777)) | bits;
    }
  }
  return mode;
}

function bitsOf(letters: string, mode: number, isDirectory: boolean): number {
  if (/^[ugo]$/.test(letters)) {
    const shift = { u: 6, g: 3, o: 0 }[letters as "u" | "g" | "o"];
    const triple = (mode >> shift) & 7;
    return (triple << 6) | (triple << 3) | triple;
  }
  let bits = 0;
  for (const letter of letters) {
    if (letter === "X") bits |= isDirectory || (mode & 0o111) !== 0 ? 0o111 : 0;
    else if (letter === "s") bits |= 0o6000;
    else if (letter === "t") bits |= 0o1000;
    else bits |= BITS[letter] ?? 0;
  }
  return bits;
}
