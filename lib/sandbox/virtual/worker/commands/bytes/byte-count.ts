const BASES: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4, P: 5 };

/** A count as `od` and `dd` read it: `4`, `0x10`, `2k`, `1M`, `3b` (blocks of 512), `1kB`; undefined for what is none. */
export function byteCount(written: string, options: { octal: boolean }): number | undefined {
  const parts = /^(0[xX][0-9a-fA-F]+|\d+)(c|w|b|[kKMGTP](?:iB|B)?)?$/.exec(written);
  if (parts === null) return undefined;
  const [, digits = "", unit = ""] = parts;
  const base = /^0x/i.test(digits) ? 16 : options.octal && digits.startsWith("0") ? 8 : 10;
  const value = Number.parseInt(base === 16 ? digits.slice(2) : digits, base);
  if (Number.isNaN(value)) return undefined;
  if (unit === "" || unit === "c") return value;
  if (unit === "w") return value * 2;
  if (unit === "b") return value * 512;
  return value * (/^.B$/.test(unit) ? 1000 : 1024) ** (BASES[unit.charAt(0).toUpperCase()] ?? 0);
}
