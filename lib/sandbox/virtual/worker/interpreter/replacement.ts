interface Part {
  type: string;
}

/** Stands for what the pattern found; no text of the shell holds it. */
const FOUND = "\0";
const QUOTED = new Set(["SingleQuoted", "DoubleQuoted", "Escaped"]);

/** The replacement of `${name/pattern/replacement}`: an `&` that is not quoted stands for what was found. */
export async function replacement(
  parts: readonly Part[],
  expand: (parts: readonly Part[]) => Promise<string>,
): Promise<string> {
  let text = "";
  for (const part of parts) {
    const value = await expand([part]);
    text += QUOTED.has(part.type)
      ? value
      : value.replace(/\\[\\&]|&/g, (written) => (written === "&" ? FOUND : written.slice(1)));
  }
  return text;
}

export function replaced(template: string, found: string): string {
  return template.replaceAll(FOUND, () => found);
}
