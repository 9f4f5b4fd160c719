/** `*`, `?`, `[…]` as fnmatch reads them without flags: a star crosses slashes. Takes time linear in pattern × text. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(pattern);
  return (text) => {
    const letters = Array.from(text);
    let at = 0;
    let token = 0;
    let star = -1;
    let starAt = 0;
    while (at < letters.length) {
      const current = tokens[token];
      if (current === "*") {
        star = token;
        starAt = at;
        token += 1;
      } else if (current?.(letters[at] as string)) {
        at += 1;
        token += 1;
      } else if (star >= 0) {
        starAt += 1;
        at = starAt;
        token = star + 1;
      } else return false;
    }
    while (tokens[token] === "*") token += 1;
    return token === tokens.length;
  };
}

type Token = "*" | ((letter: string) => boolean);

function tokensOf(pattern: string): Token[] {
  const letters = Array.from(pattern);
  const tokens: Token[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string;
    if (letter === "*") {
      if (tokens.at(-1) !== "*") tokens.push("*");
    } else if (letter === "?") tokens.push(() => true);
    else if (letter === "[") {
      const negated = letters[at + 1] === "!" || letters[at + 1] === "^";
      const first = at + (negated ? 2 : 1);
      const end = letters.indexOf("]", first + 1);
      if (end < 0) {
        tokens.push((given) => given === "[");
        continue;
      }
      const inside = letters.slice(first, end);
      tokens.push((given) => isInSet(inside, given) !== negated);
      at = end;
    } else {
      const literal = letter === "\\" && at + 1 < letters.length ? (letters[++at] as string) : letter;
      tokens.push((given) => given === literal);
    }
  }
  return tokens;
}

function isInSet(inside: readonly string[], given: string): boolean {
  for (let at = 0; at < inside.length; at += 1) {
    const from = inside[at] as string;
    const to = inside[at + 1] === "-" ? inside[at + 2] : undefined;
    if (to !== undefined) {
      if (given >= from && given <= to) return true;
      at += 2;
    } else if (given === from) return true;
  }
  return false;
}
