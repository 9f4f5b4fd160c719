import { readFailure } from "../command-input";
import { textOfBytes } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { type CharacterSet, characterSet } from "./character-sets";

/** What stands for a character that the target lacks, with `//TRANSLIT`. */
const STAND_INS: Readonly<Record<string, string>> = {
  "“": '"',
  "”": '"',
  "„": ",,",
  "‘": "'",
  "’": "'",
  "…": "...",
  "–": "-",
  "—": "-",
  "€": "EUR",
  "«": "<<",
  "»": ">>",
  "©": "(C)",
  "®": "(R)",
  "™": "(TM)",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  "\u00a0": " ",
};

/** `iconv [-f SET] [-t SET[//TRANSLIT|//IGNORE]] [-c] [-s] [-o FILE] [FILE…]` */
export const iconv = textTool("iconv", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "iconv",
    short: "f:t:co:sl",
    long: { "from-code=": "f", "to-code=": "t", "output=": "o", silent: "s", list: "l" },
    usageExitCode: 64,
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const last = (name: string): string => options.findLast((option) => option.name === name)?.value ?? "UTF-8";
  if (has("l")) {
    throw new ToolFailure(
      "option -l is not supported here; UTF-8/16/32, ISO-8859-*, windows-125*, KOI8-R, and the common sets of East Asia are known",
      1,
    );
  }
  const [toName = "", ...manners] = last("t").split("//");
  const [fromName = ""] = last("f").split("//");
  const find = (name: string): CharacterSet => {
    const set = characterSet(name === "" ? "UTF-8" : name);
    if (set === undefined) throw new ToolFailure(`conversion from '${fromName}' to '${toName}' is not supported`, 1);
    return set;
  };
  const [from, to] = [find(fromName), find(toName)];
  const [ignores, replaces] = [manners.includes("IGNORE"), manners.includes("TRANSLIT")];
  const drops = has("c") || ignores;
  const bytes: number[] = [...to.mark];
  let failure: string | undefined;
  for (const name of operands.length === 0 ? ["-"] : operands) {
    let input: Uint8Array;
    try {
      input = await run.readBytes(name);
    } catch (error) {
      run.complain(`cannot open input file '${name}': ${readFailure(error)}`);
      continue;
    }
    const { text, complete } = decoded(from, input, drops);
    let position = 0;
    for (const character of text) {
      run.step();
      const code = to.encode(character) ?? (replaces ? standIn(character, to) : undefined);
      if (code !== undefined) bytes.push(...code);
      else if (!drops) {
        failure = `cannot convert: illegal input sequence at position ${position}`;
        break;
      } else if (ignores) run.exitCode = 1;
      position += from.encode(character)?.length ?? 1;
    }
    if (failure === undefined && !complete) failure = `cannot convert: illegal input sequence at position ${position}`;
    if (failure !== undefined) break;
  }
  const output = Uint8Array.from(bytes);
  if (has("o")) await run.context.fs.writeFile(run.path(last("o")), output);
  else run.print(textOfBytes(output));
  if (failure !== undefined) throw new ToolFailure(failure, 1);
});

/** The text up to the first wrong byte, or without the wrong ones where they are dropped. */
function decoded(from: CharacterSet, input: Uint8Array, drops: boolean): { text: string; complete: boolean } {
  const decode = (bytes: Uint8Array): string | undefined => {
    try {
      return from.decode(bytes);
    } catch {
      return undefined;
    }
  };
  let text = "";
  for (let start = 0; ; ) {
    const whole = decode(input.subarray(start));
    if (whole !== undefined) return { text: text + whole, complete: true };
    const end =
      start +
      longestPrefix((length) => decode(input.subarray(start, start + length)) !== undefined, input.length - start);
    text += decode(input.subarray(start, end)) ?? "";
    if (!drops) return { text, complete: false };
    start = end + 1;
  }
}

/** The length of the longest good beginning; a prefix cut inside a character is bad, so a few lengths below are tried too. */
function longestPrefix(good: (length: number) => boolean, most: number): number {
  const goodNear = (length: number): number | undefined =>
    [0, 1, 2, 3].map((less) => length - less).find((candidate) => candidate >= 0 && good(candidate));
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const found = goodNear(middle);
    if (found !== undefined && found > low) low = found;
    else high = middle - 1;
  }
  return low;
}

function standIn(character: string, to: CharacterSet): readonly number[] {
  const text = STAND_INS[character] ?? character.normalize("NFD").replace(/\p{M}/gu, "");
  const codes = [...text].map((piece) => to.encode(piece));
  const known = codes.every((code) => code !== undefined);
  return known && text !== "" ? codes.flatMap((code) => code ?? []) : (to.encode("?") ?? []);
}
