export type WriteOutFacts = Readonly<Record<string, string>>;

/** The text of `-w`, and what it asks for that is not known here. */
export function writeOut(format: string, facts: WriteOutFacts): { text: string; unknown: string[] } {
  const unknown: string[] = [];
  const text = format.replace(/%%|%\{([^}]*)\}|\\([nrt\\])/g, (whole, name?: string, letter?: string) => {
    if (whole === "%%") return "%";
    if (letter !== undefined) return { n: "\n", r: "\r", t: "\t" }[letter] ?? "\\";
    const value = Object.hasOwn(facts, name ?? "") ? facts[name ?? ""] : undefined;
    if (value === undefined) unknown.push(name ?? "");
    return value ?? "";
  });
  return { text, unknown };
}
