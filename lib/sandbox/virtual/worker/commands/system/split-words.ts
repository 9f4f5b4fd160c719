import { ToolFailure } from "../tool/tool-failure";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  f: "\f",
  v: "\v",
  _: " ",
  "#": "#",
  $: "$",
  '"': '"',
  "'": "'",
  "\\": "\\",
};
const FAILURE = 125;

/** The words of `env -S`: blanks between them, quotes and escapes in them, variables as `${NAME}` only. */
export function splitWords(text: string, variables: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "\\" && quote !== "'") {
      at += 1;
      const next = text[at];
      if (next === "c" && quote === "") break;
      if (next === undefined) throw new ToolFailure("invalid backslash at end of string in -S", FAILURE);
      const escaped = ESCAPES[next];
      if (escaped === undefined) throw new ToolFailure(`invalid sequence '\\${next}' in -S`, FAILURE);
      if (next === "_" && quote === "") {
        if (word !== undefined) words.push(word);
        word = undefined;
      } else word = (word ?? "") + escaped;
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === "" && word === undefined && character === "#") break;
    else if (character === "$" && quote !== "'") {
      const [whole, name = ""] = /^\$\{([A-Za-z_]\w*)\}/.exec(text.slice(at)) ?? [];
      if (whole === undefined) {
        throw new ToolFailure(`only \${VARNAME} expansion is supported, error at: ${text.slice(at)}`, FAILURE);
      }
      at += whole.length - 1;
      const value = variables.get(name);
      if (value !== undefined) word = (word ?? "") + value;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") throw new ToolFailure("no terminating quote in -S string", FAILURE);
  if (word !== undefined) words.push(word);
  return words;
}
