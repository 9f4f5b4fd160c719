import { ToolFailure } from "../tool/tool-failure";

export interface SuffixStyle {
  prefix: string;
  additional: string;
  kind: "letters" | "digits" | "hex";
  /** Undefined: as long as needed, beginning with two. */
  length: number | undefined;
  start: number;
}

const ALPHABETS = { letters: "abcdefghijklmnopqrstuvwxyz", digits: "0123456789", hex: "0123456789abcdef" } as const;

/** The names of the pieces, in order. Throws `ToolFailure` when a fixed length has no more. */
export function* outputNames(style: SuffixStyle): Generator<string> {
  const alphabet = ALPHABETS[style.kind];
  const name = (suffix: string): string => style.prefix + suffix + style.additional;
  if (style.length !== undefined) {
    for (let index = style.start; index < alphabet.length ** style.length; index += 1) {
      yield name(written(index, alphabet, style.length));
    }
    throw new ToolFailure("output file suffixes exhausted", 1);
  }
  // Grows as GNU's does: xaa … xyz, xzaaa …, so that the names stay in order.
  const last = alphabet.at(-1) as string;
  let [head, size, index] = ["", 2, style.start];
  for (;;) {
    const block = (alphabet.length - 1) * alphabet.length ** (size - 1);
    for (; index < block; index += 1) yield name(head + written(index, alphabet, size));
    index -= block;
    head += last;
    size += 1;
  }
}

function written(index: number, alphabet: string, length: number): string {
  let text = "";
  let rest = index;
  for (let place = 0; place < length; place += 1) {
    text = (alphabet[rest % alphabet.length] as string) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
