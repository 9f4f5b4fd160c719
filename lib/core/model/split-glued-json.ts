/**
 * Splits a draft in which a provider glued the arguments of several parallel calls together (`{"url":"a"}{"url":"b"}`) into
 * its top-level objects. Text that is not two or more whole objects, with white space at most between them, comes back as it
 * is: a cut or malformed draft is never guessed at.
 */
export function splitGluedJson(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let begin = -1;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (depth === 0 && character !== "{") {
      if (!/\s/.test(character ?? "")) return [text];
    } else if (character === '"') {
      inString = true;
    } else if (character === "{" || character === "[") {
      if (depth === 0) begin = at;
      depth += 1;
    } else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) pieces.push(text.slice(begin, at + 1));
    }
  }
  const whole = depth === 0 && pieces.length > 1 && pieces.every(isObject);
  return whole ? pieces : [text];
}

function isObject(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
