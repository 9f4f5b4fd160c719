import { encodeBase64 } from "../call/base64";
import { wellFormed } from "../call/truncate-text";

/** Shorter pieces of base64 stand in ordinary text by chance. */
const SHORTEST_PIECE = 6;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The ways in which a value may be written: plain, percent-encoded (as in a URL, as in a form, every byte), JSON-escaped
 * (once, and again inside JSON; with `\u` for what is not ASCII), hex, and base64 from each of the three places where it
 * may begin within other bytes, in both alphabets.
 */
export function secretForms(value: string): string[] {
  const text = wellFormed(value);
  const bytes = new TextEncoder().encode(text);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  const url = encodeURIComponent(text);
  const strict = url.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const urls = [url, strict].flatMap((form) => [form, form.replaceAll("%20", "+"), encodeURI(text)]);
  const everyByte = hex.map((pair) => `%${pair}`).join("");
  const once = escaped(text);
  const ascii = escapedToAscii(once);
  return [
    ...new Set([
      value,
      text,
      ...urls.flatMap((form) => [form, lowerCaseEscapes(form)]),
      everyByte,
      everyByte.toUpperCase(),
      once,
      escaped(once),
      once.replaceAll("/", "\\/"),
      ascii,
      escaped(ascii),
      hex.join(""),
      hex.join("").toUpperCase(),
      ...base64Forms(bytes),
    ]),
  ];
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapedToAscii(text: string): string {
  let written = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    written += code < 128 ? text.charAt(at) : `\\u${code.toString(16).padStart(4, "0")}`;
  }
  return written;
}

function lowerCaseEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
}

function base64Forms(bytes: Uint8Array): string[] {
  const forms: string[] = [];
  const whole = encodeBase64(bytes);
  forms.push(whole, whole.replace(/=+$/, ""));
  for (const offset of [0, 1, 2]) {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const letters = encodeBase64(shifted).replace(/=+$/, "");
    // The letters that the value's own bits fill, whatever stands before and after it.
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    const middle = letters.slice(first, last);
    if (middle.length >= SHORTEST_PIECE) forms.push(middle);
    else forms.push(...withEdges(letters, middle, { offset, bytes: shifted.length }));
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** A very short value: the letters at its edges, which it shares with its neighbours, are needed to tell it from chance. */
function withEdges(letters: string, middle: string, { offset, bytes }: { offset: number; bytes: number }): string[] {
  const freeBefore = (offset * 8) % 6;
  const freeAfter = (6 - ((bytes * 8) % 6)) % 6;
  const heads = freeBefore === 0 ? [""] : variants(letters.charAt(Math.floor((offset * 8) / 6)), freeBefore, "before");
  const tails = freeAfter === 0 ? [""] : variants(letters.at(-1) ?? "", freeAfter, "after");
  return heads.flatMap((head) => tails.map((tail) => `${head}${middle}${tail}`));
}

/** All letters that agree with one in the bits that belong to the value. */
function variants(letter: string, freeBits: number, side: "before" | "after"): string[] {
  const value = BASE64.indexOf(letter);
  const kept = 6 - freeBits;
  return [...BASE64].filter((_letter, candidate) =>
    side === "before" ? candidate % 2 ** kept === value % 2 ** kept : candidate >> freeBits === value >> freeBits,
  );
}
