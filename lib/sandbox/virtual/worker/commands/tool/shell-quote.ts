/** A word as the shell must be given it to mean exactly this text. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function shellCommandLine(words: readonly string[]): string {
  return words.map(shellQuote).join(" ");
}
