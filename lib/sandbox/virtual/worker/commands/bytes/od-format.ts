/** One way to show the bytes of a line. */
export interface OdFormat {
  /** Bytes of one value. */
  size: number;
  /** Columns of one value, without the space before it. */
  columns: number;
  /** Whether the line ends with its bytes as text. */
  withText: boolean;
  show: (value: DataView) => string;
}

const NAMES =
  "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(
    " ",
  );
const ESCAPES: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};
const SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 };
const COLUMNS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  x: { 1: 2, 2: 4, 4: 8, 8: 16 },
  o: { 1: 3, 2: 6, 4: 11, 8: 22 },
  u: { 1: 3, 2: 5, 4: 10, 8: 20 },
  d: { 1: 4, 2: 6, 4: 11, 8: 20 },
};
const RADIX: Readonly<Record<string, number>> = { x: 16, o: 8, u: 10, d: 10 };

/** The formats of an `od -t` value such as `x1z` or `cx2`, or what is wrong with it. */
export function readOdFormats(written: string): OdFormat[] | string {
  const formats: OdFormat[] = [];
  for (let rest = written; rest !== ""; ) {
    const [whole = "", letter = "", size = "", text = ""] = /^([acdoux])(\d+|[CSIL])?(z?)/.exec(rest) ?? [];
    if (whole === "") {
      if (rest.startsWith("f")) return "floating point types are not supported here";
      return `invalid character '${rest.charAt(0)}' in type string '${written}'`;
    }
    if ((letter === "a" || letter === "c") && size !== "") {
      return `invalid character '${size.charAt(0)}' in type string '${written}'`;
    }
    const bytes = SIZES[size] ?? (size === "" ? 4 : Number(size));
    if (letter === "a") formats.push({ size: 1, columns: 3, withText: text !== "", show: named });
    else if (letter === "c") formats.push({ size: 1, columns: 3, withText: text !== "", show: character });
    else {
      const columns = COLUMNS[letter]?.[bytes];
      if (columns === undefined) {
        return `invalid type string '${written}';\nthis system doesn't provide a ${bytes}-byte integral type`;
      }
      const zeros = letter === "x" || letter === "o" ? columns : 0;
      const show = (value: DataView): string =>
        integer(value, bytes, letter === "d")
          .toString(RADIX[letter] ?? 10)
          .padStart(zeros, "0");
      formats.push({ size: bytes, columns, withText: text !== "", show });
    }
    rest = rest.slice(whole.length);
  }
  return formats;
}

function integer(value: DataView, size: number, signed: boolean): number | bigint {
  if (size === 1) return signed ? value.getInt8(0) : value.getUint8(0);
  if (size === 2) return signed ? value.getInt16(0, true) : value.getUint16(0, true);
  if (size === 4) return signed ? value.getInt32(0, true) : value.getUint32(0, true);
  return signed ? value.getBigInt64(0, true) : value.getBigUint64(0, true);
}

function named(value: DataView): string {
  const byte = value.getUint8(0) & 0x7f;
  return byte === 0x7f ? "del" : (NAMES[byte] ?? String.fromCharCode(byte));
}

function character(value: DataView): string {
  const byte = value.getUint8(0);
  const printable = byte >= 0x20 && byte < 0x7f;
  return ESCAPES[byte] ?? (printable ? String.fromCharCode(byte) : byte.toString(8).padStart(3, "0"));
}
