/** A conversion of printf as C reads it. `*` is resolved before. */
export interface Conversion {
  flags: string;
  width: number;
  precision: number | undefined;
  letter: string;
}

export function padded(text: string, { flags, width }: Conversion): string {
  const length = text.length <= width ? [...text].length : width;
  if (length >= width) return text;
  const blanks = " ".repeat(width - length);
  return flags.includes("-") ? text + blanks : blanks + text;
}

/** A whole number under `d i o x X u`. */
export function formatWhole(value: bigint, conversion: Conversion): string {
  const { flags, precision, letter } = conversion;
  const magnitude = value < 0n ? -value : value;
  const base = letter === "o" ? 8 : letter === "x" || letter === "X" ? 16 : 10;
  const unsigned = base !== 10 || letter === "u";
  let digits = (unsigned && value < 0n ? BigInt.asUintN(64, value) : magnitude).toString(base);
  if (letter === "X") digits = digits.toUpperCase();
  if (precision !== undefined) digits = precision === 0 && value === 0n ? "" : digits.padStart(precision, "0");
  if (flags.includes("#") && value !== 0n) {
    if (letter === "o" && !digits.startsWith("0")) digits = `0${digits}`;
  }
  const prefix = flags.includes("#") && base === 16 && value !== 0n ? `0${letter}` : "";
  const sign = unsigned ? "" : value < 0n ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  return signed(sign + prefix, digits, conversion, precision === undefined);
}

/** A number under `e E f F g G a`. */
export function formatFloat(value: number, conversion: Conversion): string {
  const { flags, letter } = conversion;
  const negative = value < 0 || Object.is(value, -0);
  const sign = negative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value)) {
    const word = Number.isNaN(value) ? "nan" : "inf";
    return signed(sign, /[A-Z]/.test(letter) ? word.toUpperCase() : word, conversion, false);
  }
  const precision = conversion.precision ?? 6;
  let digits: string;
  if (letter === "f" || letter === "F") digits = fixed(magnitude, precision, flags.includes("#"));
  else if (letter === "e" || letter === "E") digits = exponential(magnitude, precision);
  else digits = general(magnitude, precision === 0 ? 1 : precision, flags.includes("#"));
  return signed(sign, /[EG]/.test(letter) ? digits.toUpperCase() : digits, conversion, true);
}

function signed(prefix: string, digits: string, conversion: Conversion, zeros: boolean): string {
  const { flags, width } = conversion;
  if (zeros && flags.includes("0") && !flags.includes("-")) {
    return prefix + digits.padStart(width - prefix.length, "0");
  }
  return padded(prefix + digits, conversion);
}

function fixed(value: number, precision: number, keepsPoint: boolean): string {
  const digits = value >= 1e21 || precision > 100 ? exactFixed(value, precision) : evenFixed(value, precision);
  return precision === 0 && keepsPoint ? `${digits}.` : digits;
}

/** Where the value lies exactly between two answers, C takes the even one and JavaScript the larger. */
function evenFixed(value: number, precision: number): string {
  const digits = value.toFixed(precision);
  const isOdd = /[13579]$/.test(digits);
  if (!isOdd || precision > 60 || !/50*$/.test(value.toFixed(precision + 1))) return digits;
  const exact = value.toFixed(100);
  const cut = exact.length - 100 + precision;
  if (!/^50*$/.test(exact.slice(cut))) return digits;
  return exact.slice(0, precision === 0 ? cut - 1 : cut);
}

function exactFixed(value: number, precision: number): string {
  const [whole = "0", fraction = ""] = value >= 1e21 ? [BigInt(value).toString()] : value.toFixed(100).split(".");
  return precision === 0 ? whole : `${whole}.${fraction.padEnd(precision, "0").slice(0, precision)}`;
}

function exponential(value: number, precision: number): string {
  const limited = Math.min(precision, 100);
  let [mantissa = "0", exponent = "+0"] = value.toExponential(limited).split("e");
  const [longer = "0", sameExponent = "+0"] = value.toExponential(Math.min(limited + 40, 100)).split("e");
  const isTie = exponent === sameExponent && /^50*$/.test(longer.slice(limited === 0 ? 2 : limited + 2));
  if (isTie && /[13579]$/.test(mantissa)) mantissa = limited === 0 ? longer.slice(0, 1) : longer.slice(0, limited + 2);
  exponent = `${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  return `${mantissa}e${exponent}`;
}

function general(value: number, precision: number, keepsZeros: boolean): string {
  const limited = Math.min(precision, 100);
  const exponent = value === 0 ? 0 : Number(value.toExponential(limited - 1).split("e")[1]);
  if (exponent < -4 || exponent >= limited) {
    const text = exponential(value, limited - 1);
    return keepsZeros ? text : text.replace(/(\.[0-9]*?)0+e/, "$1e").replace(".e", "e");
  }
  const text = fixed(value, Math.max(0, limited - 1 - exponent), keepsZeros);
  return keepsZeros || !text.includes(".") ? text : text.replace(/0+$/, "").replace(/\.$/, "");
}
