import { bytesOfText, textOfBytes } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { quoted } from "../tool/quoted";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const TAB = 8;
const NEWLINE = 10;

/** `fold [-b] [-s] [-w WIDTH] [FILE…]`: as GNU's, it counts the bytes of a character, not the character. */
export const fold = textTool("fold", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "fold",
    short: "bsw:",
    long: { bytes: "b", spaces: "s", "width=": "w" },
    digits: true,
  });
  const text =
    parsed.last("w", "digits") === "digits" ? digitsOf(parsed.values("digits")) : (parsed.value("w") ?? "80");
  if (!/^\d+$/.test(text)) throw new ToolFailure(`invalid number of columns: ${quoted(text)}`, 1);
  const width = Number(text);
  if (width === 0) {
    throw new ToolFailure(`invalid number of columns: ${quoted(text)}: Numerical result out of range`, 1);
  }
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    const content = await run.tryRead(name);
    if (content !== undefined) {
      const folded = foldBytes(bytesOfText(content), { width, atSpaces: parsed.has("s"), asBytes: parsed.has("b") });
      run.print(textOfBytes(folded));
    }
  }
});

function digitsOf(values: readonly string[]): string {
  return values.at(-1) ?? "";
}

interface Folding {
  width: number;
  atSpaces: boolean;
  asBytes: boolean;
}

function foldBytes(bytes: Uint8Array, { width, atSpaces, asBytes }: Folding): Uint8Array {
  const folded = new Uint8Array(bytes.length * 2 + 1);
  let length = 0;
  let lineStart = 0;
  let column = 0;
  const after = (byte: number): number => {
    if (asBytes) return column + 1;
    if (byte === 8) return Math.max(0, column - 1);
    if (byte === 13) return 0;
    return byte === 9 ? column + TAB - (column % TAB) : column + 1;
  };
  for (const byte of bytes) {
    if (byte === NEWLINE) {
      folded[length++] = byte;
      lineStart = length;
      column = 0;
      continue;
    }
    let reached = after(byte);
    while (reached > width && length > lineStart) {
      const cut = atSpaces ? afterLastBlank(folded, lineStart, length) : length;
      folded.copyWithin(cut + 1, cut, length);
      folded[cut] = NEWLINE;
      length += 1;
      lineStart = cut + 1;
      column = 0;
      for (let at = lineStart; at < length; at += 1) column = after(folded[at] as number);
      reached = after(byte);
    }
    folded[length++] = byte;
    column = reached;
  }
  return folded.slice(0, length);
}

/** Where the line may be broken: behind its last blank, or at its end. */
function afterLastBlank(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at -= 1) if (bytes[at] === 32 || bytes[at] === 9) return at + 1;
  return end;
}
