import { bytesFromText } from "../../byte-text";
import { ToolFailure } from "../tool/tool-failure";

/** The bytes that a dump of xxd shows; each line goes to its offset (less `skip` that is told), gaps are zeros. */
export function bytesFromDump(text: string, plain: boolean, skip: number): Uint8Array {
  if (plain) return plainBytes(text);
  const pieces: { at: number; bytes: Uint8Array }[] = [];
  let end = 0;
  for (const line of text.split("\n")) {
    const [, offset, rest = ""] = /^\s*([0-9a-f]+):? ?(.*)$/i.exec(line) ?? [];
    if (offset === undefined) continue;
    const at = Number.parseInt(offset, 16) + skip;
    if (at < end) throw new ToolFailure("sorry, cannot seek backwards.", 5);
    const bytes = bytesFromText(hexPart(rest), "hex");
    pieces.push({ at, bytes });
    end = at + bytes.length;
  }
  const whole = new Uint8Array(end);
  for (const { at, bytes } of pieces) whole.set(bytes, at);
  return whole;
}

/** Two blanks in a row, or anything that is no digit, end the bytes of a line. */
function hexPart(rest: string): string {
  return (/^(?:[0-9a-f]{2} ?)*/i.exec(rest)?.[0] ?? "").replaceAll(" ", "");
}

/** Digits in pairs; a line of something else is left out from there on. */
function plainBytes(text: string): Uint8Array {
  const digits = text
    .split("\n")
    .map((line) => (/^[0-9a-f\s]*/i.exec(line)?.[0] ?? "").replace(/\s/g, ""))
    .join("");
  return bytesFromText(digits, "hex");
}
