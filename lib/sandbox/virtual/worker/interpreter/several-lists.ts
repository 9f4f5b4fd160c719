interface Part {
  type: string;
  parameter?: string;
  operation?: { type: string; star?: boolean } | null;
  parts?: Part[];
}

/** How the interpreter expands: a word of its own into words, and a part into text. */
export interface Expansion {
  words(part: Part): Promise<readonly string[]>;
  text(part: Part): Promise<string>;
}

const KEPT = new Set(["Substring", "PatternRemoval", "PatternReplacement", "CaseModification", "Transform"]);
const PLAIN = new Set(["DoubleQuoted", "SingleQuoted", "Escaped"]);

/**
 * The words of a quoted word that holds several lists, as `"$@$@"` or `"${a[@]} ${b[@]}"`: the last of one list grows
 * together with the first of the next. Nothing where the word is no such one.
 */
export async function severalLists(
  parts: readonly Part[],
  expansion: Expansion,
): Promise<{ values: string[]; quoted: true } | null> {
  if (!parts.every((part) => PLAIN.has(part.type))) return null;
  const within = (part: Part): readonly Part[] => (part.type === "DoubleQuoted" ? (part.parts ?? []) : []);
  if (parts.flatMap(within).filter(isList).length < 2) return null;
  const values = [""];
  let isWord = false;
  const add = (text: string): void => {
    values.push(`${values.pop()}${text}`);
  };
  for (const part of parts) {
    if (part.type !== "DoubleQuoted" || !within(part).some(isList)) {
      add(await expansion.text(part));
      isWord = true;
      continue;
    }
    for (const inner of within(part)) {
      if (!isList(inner)) {
        const text = await expansion.text(inner);
        isWord ||= text !== "";
        add(text);
        continue;
      }
      const [first, ...others] = await expansion.words({ type: "DoubleQuoted", parts: [inner] });
      if (first === undefined) continue;
      isWord = true;
      add(first);
      values.push(...others);
    }
  }
  return { values: isWord ? values : [], quoted: true };
}

function isList(part: Part): boolean {
  if (part.type !== "ParameterExpansion") return false;
  const kind = part.operation?.type;
  if (kind === "ArrayKeys" || kind === "VarNamePrefix") return part.operation?.star !== true;
  if (kind !== undefined && !KEPT.has(kind)) return false;
  return part.parameter === "@" || /^[A-Za-z_]\w*\[@\]$/.test(part.parameter ?? "");
}
