import { stableStringify } from "./stable-stringify";

/** Parameters that usually hold what is looked for, the likeliest first. */
const USUAL_NAMES = ["query", "q", "search", "text", "input", "prompt", "question"];

export interface SearchedText {
  text: string;
  /** Everything else, which has to be equal. `undefined` when it cannot be told apart. */
  rest: string | undefined;
}

/**
 * What of a call is compared by likeness: the named parameter, or the first of the usual names that holds a text. Where
 * there is none, all texts of the parameters together; numbers, flags and the shape must then be equal. `undefined` when a
 * call has no text to compare.
 */
export function searchedText(params: unknown, named: string | undefined): SearchedText | undefined {
  if (typeof params === "string") return { text: params, rest: "" };
  if (typeof params !== "object" || params === null) return undefined;
  const record = params as { [key: string]: unknown };
  const names = named === undefined ? USUAL_NAMES : [named];
  const name = names.find((candidate) => typeof record[candidate] === "string" && record[candidate] !== "");
  if (name !== undefined) {
    const { [name]: text, ...others } = record;
    return { text: String(text), rest: stableStringify([name, others]) };
  }
  if (named !== undefined) return undefined;
  const texts: string[] = [];
  const shape = withoutTexts(params, texts);
  return texts.length === 0 ? undefined : { text: texts.join("\n"), rest: stableStringify(["", shape]) };
}

/** The value with every text taken out into `texts`, in the order of sorted keys. Only called on what has a stable text. */
function withoutTexts(value: unknown, texts: string[]): unknown {
  if (typeof value === "string") {
    if (value !== "") texts.push(value);
    return "";
  }
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, texts));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const record = value as { [key: string]: unknown };
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((key) => [key, withoutTexts(record[key], texts)]),
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
