import { PosixRegex } from "../regex/posix-regex";

export interface GlobOptions {
  ignoreCase?: boolean;
  /** `*` and `?` do not match a `/`. */
  pathname?: boolean;
}

/** `fnmatch`: whether the whole of a text is what a shell pattern describes. Linear in the text. */
export function globPattern(pattern: string, options: GlobOptions = {}): (text: string) => boolean {
  const regex = new PosixRegex(`^${globSource(pattern, options.pathname ?? false)}$`, {
    extended: true,
    escapes: "none",
    ignoreCase: options.ignoreCase ?? false,
  });
  return (text) => regex.test(text);
}

function globSource(pattern: string, pathname: boolean): string {
  let source = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at] as string;
    if (letter === "*") {
      while (pattern[at + 1] === "*") at += 1;
      source += pathname ? "[^/]*" : ".*";
    } else if (letter === "?") source += pathname ? "[^/]" : ".";
    else if (letter === "[") {
      const end = bracketEnd(pattern, at);
      if (end < 0) source += "\\[";
      else {
        source += pattern.slice(at, end + 1).replace(/^\[!/, "[^");
        at = end;
      }
    } else if (letter === "\\" && at + 1 < pattern.length) {
      at += 1;
      source += literal(pattern[at] as string);
    } else source += literal(letter);
  }
  return source;
}

function bracketEnd(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at += 1;
  if (pattern[at] === "]") at += 1;
  while (at < pattern.length && pattern[at] !== "]") {
    if (pattern[at] === "[" && /[:.=]/.test(pattern[at + 1] ?? "")) {
      const end = pattern.indexOf(`${pattern[at + 1]}]`, at + 2);
      if (end > 0) at = end + 1;
    }
    at += 1;
  }
  return at < pattern.length ? at : -1;
}

function literal(letter: string): string {
  return /[\\^$.*+?()[\]{}|]/.test(letter) ? `\\${letter}` : letter;
}
