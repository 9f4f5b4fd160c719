import { bytesFromLatin1 } from "../../byte-text";
import { textOfBytes } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /[0-9]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /[ \t\n\v\f\r]/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  print: /[ -~]/,
  graph: /[!-~]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the class names.
  cntrl: /[\0-\x1f\x7f]/,
  xdigit: /[0-9A-Fa-f]/,
};
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
};
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

/** `tr [-c] [-d] [-s] [-t] SET1 [SET2]`, over bytes as GNU's. */
export const tr = textTool("tr", (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "tr",
    short: "cCdst",
    stopAtOperand: true,
    long: { complement: "c", delete: "d", "squeeze-repeats": "s", "truncate-set1": "t" },
  });
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  const [first, second] = operands;
  const hint = "\nTry 'tr --help' for more information.";
  if (first === undefined) throw new ToolFailure(`missing operand${hint}`, 1);
  const deletes = has("d");
  const squeezes = has("s");
  if (second === undefined && deletes === squeezes) {
    const why = deletes
      ? "\nTwo strings must be given when both deleting and squeezing repeats."
      : "\nTwo strings must be given when translating.";
    throw new ToolFailure(`missing operand after '${first}'${why}${hint}`, 1);
  }
  if (second !== undefined && deletes && !squeezes) {
    throw new ToolFailure(
      `extra operand '${second}'\nOnly one string may be given when deleting without squeezing repeats.${hint}`,
      1,
    );
  }
  const extra = operands[2];
  if (extra !== undefined) throw new ToolFailure(`extra operand '${extra}'${hint}`, 1);
  const named = readSet(first, undefined);
  const set = has("c", "C") ? BYTES.filter((byte) => !named.includes(byte)) : named;
  const chosen = members(set);
  const target = second === undefined ? undefined : readSet(second, set.length);
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  if (target !== undefined && !deletes) {
    if (target.length === 0 && !has("t"))
      throw new ToolFailure("when not truncating set1, string2 must be non-empty", 1);
    const last = target.at(-1) as string;
    for (const [index, byte] of set.entries()) {
      const to = target[index] ?? (has("t") ? byte : last);
      table[byte.charCodeAt(0)] = (has("c", "C") && !has("t") ? last : to).charCodeAt(0);
    }
  }
  const squeezed = members(squeezes ? (target ?? set) : []);
  const bytes = bytesFromLatin1(run.context.stdin as unknown as string);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  let before = -1;
  for (const byte of bytes) {
    if (deletes && chosen[byte] === 1) continue;
    const to = deletes ? byte : (table[byte] as number);
    if (to === before && squeezed[to] === 1) continue;
    out[length++] = to;
    before = to;
  }
  run.print(textOfBytes(out.subarray(0, length)));
});

/** 1 at every byte that is in the set. */
function members(set: readonly string[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of set) table[byte.charCodeAt(0)] = 1;
  return table;
}

/** The bytes of a set in order; `wanted` is how many `[c*]` fills up to. Throws `ToolFailure`. */
function readSet(written: string, wanted: number | undefined): string[] {
  const text = [...new TextEncoder().encode(written)].map((byte) => String.fromCharCode(byte)).join("");
  const set: string[] = [];
  let at = 0;
  const one = (): string => {
    const character = text[at] as string;
    at += 1;
    if (character !== "\\" || at >= text.length) return character;
    const octal = /^[0-7]{1,3}/.exec(text.slice(at))?.[0];
    if (octal !== undefined) {
      at += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    }
    const escaped = text[at] as string;
    at += 1;
    return ESCAPES[escaped] ?? escaped;
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const className = /^\[:(\w+):\]/.exec(rest);
    if (className !== null) {
      const members = CLASSES[className[1] as string];
      if (members === undefined) throw new ToolFailure(`invalid character class '${className[1]}'`, 1);
      set.push(...BYTES.filter((byte) => members.test(byte)));
      at += className[0].length;
      continue;
    }
    const same = /^\[=(.)=\]/s.exec(rest);
    if (same !== null) {
      set.push(same[1] as string);
      at += same[0].length;
      continue;
    }
    const repeat = /^\[(\\.[0-7]{0,2}|.)\*(\d*)\]/s.exec(rest);
    if (repeat !== null && wanted !== undefined) {
      at += 1;
      const byte = one();
      at += 2 + (repeat[2] as string).length;
      const count =
        repeat[2] === ""
          ? Math.max(0, wanted - set.length)
          : Number.parseInt(repeat[2] as string, repeat[2]?.startsWith("0") ? 8 : 10);
      set.push(...new Array<string>(count).fill(byte));
      continue;
    }
    const from = one();
    if (text[at] !== "-" || at + 1 >= text.length) {
      set.push(from);
      continue;
    }
    at += 1;
    const to = one();
    if (to < from) {
      throw new ToolFailure(`range-endpoints of '${from}-${to}' are in reverse collating sequence order`, 1);
    }
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1) set.push(String.fromCharCode(code));
  }
  return set;
}
