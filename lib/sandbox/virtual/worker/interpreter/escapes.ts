import { bytesOfText, textOfBytes } from "../commands/tool/lossless-text";

const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** Whose escapes are read: they differ in how octal numbers and quotes are written. */
export type EscapeStyle = "echo" | "printf" | "printf-b" | "dollar-quote";

const OCTAL: Readonly<Record<EscapeStyle, RegExp>> = {
  echo: /0[0-7]{0,3}/y,
  printf: /[0-7]{1,3}/y,
  "printf-b": /0[0-7]{0,3}|[0-7]{1,3}/y,
  "dollar-quote": /[0-7]{1,3}/y,
};

/**
 * The text with its backslashes read. A byte that is written as a number is that byte, and makes a character only together
 * with its neighbours. `stopped`: `\c` ends the output.
 */
export function readEscapes(text: string, style: EscapeStyle): { text: string; stopped: boolean } {
  if (!text.includes("\\")) return { text, stopped: false };
  let result = "";
  let hasBytes = false;
  let at = 0;
  const digits = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const addByte = (value: number): void => {
    if (value < 0x80) result += String.fromCharCode(value);
    else {
      result += escapedByte(value);
      hasBytes = true;
    }
  };
  while (at < text.length) {
    const letter = text[at] as string;
    const next = text[at + 1];
    if (letter !== "\\" || next === undefined) {
      result += letter;
      at += 1;
      continue;
    }
    at += 1;
    const octal = digits(OCTAL[style]);
    if (octal !== "") {
      addByte(Number.parseInt(octal, 8) & 0xff);
      continue;
    }
    at += 1;
    if (next in LETTERS) result += LETTERS[next];
    else if (next === "c" && (style === "echo" || style === "printf-b")) {
      return { text: hasBytes ? rejoined(result) : result, stopped: true };
    } else if (next === "c" && style === "dollar-quote" && at < text.length) {
      addByte((text.charCodeAt(at) as number) & 0x1f);
      at += 1;
    } else if (next === "x") {
      const found = digits(/[0-9a-fA-F]{1,2}/y);
      if (found === "") result += "\\x";
      else addByte(Number.parseInt(found, 16));
    } else if (next === "u" || next === "U") {
      const found = digits(next === "u" ? /[0-9a-fA-F]{1,4}/y : /[0-9a-fA-F]{1,8}/y);
      const point = Number.parseInt(found, 16);
      result += found === "" || point > 0x10ffff ? `\\${next}${found}` : String.fromCodePoint(point);
    } else if (style !== "echo" && (next === '"' || (next === "'" && style !== "printf-b") || next === "?"))
      result += next;
    else result += `\\${next}`;
  }
  return { text: hasBytes ? rejoined(result) : result, stopped: false };
}

function escapedByte(value: number): string {
  return String.fromCharCode(0xdc00 + value);
}

/** Bytes that stand beside each other and make a character become that character. */
export function rejoined(text: string): string {
  return textOfBytes(bytesOfText(text));
}
