/** An element of `name=( … )` that has been expanded; with a key for `[key]=value`. */
export interface ArrayElement {
  key?: string;
  value: string;
}

/** No script can write it. */
const MARK = "\u0001elements";

/**
 * `name=( … )` as the one argument that `declare` and its like take apart again. The elements are written so that nothing of
 * them can be mistaken for syntax.
 */
export function arrayText(name: string, elements: readonly ArrayElement[]): string {
  return `${name}=(${MARK}${JSON.stringify(elements)})`;
}

/** The elements of such a text between its brackets; `undefined` for one that a script wrote. */
export function arrayElements(text: string): ArrayElement[] | undefined {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as ArrayElement[]) : undefined;
}

/** As values, where keys are numbers or none. */
export function arrayValues(text: string): string[] | undefined {
  return arrayElements(text)?.map(({ key, value }) => (key === undefined ? value : `[${key}]=${value}`));
}

/** As pairs, for an associative array: of `[key]=value`, or of a key and a value in turn. */
export function arrayPairs(text: string): [string, string][] | undefined {
  const elements = arrayElements(text);
  if (elements === undefined) return undefined;
  const pairs: [string, string][] = [];
  const plain: string[] = [];
  for (const { key, value } of elements) {
    if (key !== undefined) pairs.push([key, value]);
    else plain.push(value);
  }
  for (let at = 0; at < plain.length; at += 2) pairs.push([plain[at] ?? "", plain[at + 1] ?? ""]);
  return pairs;
}
