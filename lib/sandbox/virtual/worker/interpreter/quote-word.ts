const PLAIN = /^[\w@%+=:./-]+$/;
/** What cannot be seen: control characters, and bytes that are no characters. */
const UNSEEN = /\p{Cc}|\p{Cs}/u;
const SPECIAL = /[\s'"\\|&;()<>!{}*[\]?^$`,]/g;
const LETTERS: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\x1b": "\\E",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  "'": "\\'",
};

/** A word as `printf %q` writes it: with backslashes, or as `$'…'` when it holds what cannot be seen. */
export function quotedWord(text: string): string {
  if (text === "") return "''";
  if (PLAIN.test(text)) return text;
  if (UNSEEN.test(text)) return dollarQuoted(text);
  const quoted = text.replace(SPECIAL, "\\$&");
  return quoted.replace(/^[#~]/, "\\$&").replace(/(?<=[:=])~/g, "\\~");
}

/** A word as `set -x` writes it. */
export function tracedWord(text: string): string {
  return text === "" || PLAIN.test(text) ? text : singleQuoted(text);
}

/** `$'…'` */
export function dollarQuoted(text: string): string {
  let quoted = "";
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character in LETTERS) quoted += LETTERS[character];
    else if (UNSEEN.test(character)) {
      quoted += `\\${(code >= 0xdc80 ? code - 0xdc00 : code).toString(8).padStart(3, "0")}`;
    } else quoted += character;
  }
  return `$'${quoted}'`;
}

/** A word in single quotes, as `set -x` and `${x@Q}` write it. */
export function singleQuoted(text: string): string {
  return UNSEEN.test(text) ? dollarQuoted(text) : `'${text.replaceAll("'", "'\\''")}'`;
}
