import { patternAtoms } from "./pattern-atoms";

const ESCAPED_SIGN = /^\\[\\^$.*+?()[\]{}|/-]$/;
const MAY_BE_ABSENT = /^(?:[*?]|\{0)/;

/**
 * The longest text that stands in every match of a case-sensitive pattern, as far as its top level shows; `undefined` when
 * it shows none. A search may pass over whatever does not hold it.
 */
export function requiredText(source: string): string | undefined {
  let longest = "";
  let run = "";
  let depth = 0;
  const endRun = (): void => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (const { kind, source: text, quantifier } of patternAtoms(source)) {
    if (kind === "or" && depth === 0) return undefined;
    const isText = kind === "character" || (kind === "escape" && ESCAPED_SIGN.test(text));
    if (depth === 0 && isText && !MAY_BE_ABSENT.test(quantifier)) {
      run += kind === "escape" ? text.slice(1) : text;
      if (quantifier !== "") endRun();
    } else endRun();
    if (kind === "open") depth += 1;
    else if (kind === "close") depth -= 1;
  }
  endRun();
  return longest === "" ? undefined : longest;
}
