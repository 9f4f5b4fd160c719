/** The text in capitals, or only its first character; a letter whose capital is more than one character stays. */
export function capitals(text: string, all: boolean): string {
  if (all) return Array.from(text, capital).join("");
  const [first = ""] = text;
  return capital(first) + text.slice(first.length);
}

function capital(character: string): string {
  const large = character.toUpperCase();
  return [...large].length === 1 ? large : character;
}
