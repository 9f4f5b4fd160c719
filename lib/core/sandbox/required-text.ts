import { type PatternAtom, patternAtoms } from "./pattern-atoms";

const ESCAPED_SIGN = /^\\[\\^$.*+?()[\]{}|/-]$/;
const MAY_BE_ABSENT = /^(?:[*?]|\{0)/;
/** Without regard to case these also match a character outside of ASCII (the Kelvin sign, the long s), as does what is not ASCII. */
const OTHER_CASES = /[^\0-\x7f]|[ks]/iu;
/** What bytes that are no text are decoded to. */
const REPLACEMENT = "\uFFFD";

/**
 * Texts of which every match of a pattern holds at least one, as far as its top level shows; `undefined` when it shows none.
 * A search may pass over whatever holds none of them.
 */
export function requiredTexts(source: string, ignoreCase: boolean): string[] | undefined {
  const texts = alternatives(source).map((atoms) => longestText(atoms, ignoreCase));
  return texts.every((text) => text !== "") ? texts : undefined;
}

/** The atoms of each alternative at the top level. */
function alternatives(source: string): PatternAtom[][] {
  const parts: PatternAtom[][] = [[]];
  let depth = 0;
  for (const atom of patternAtoms(source)) {
    if (atom.kind === "or" && depth === 0) parts.push([]);
    else parts.at(-1)?.push(atom);
    if (atom.kind === "open") depth += 1;
    else if (atom.kind === "close") depth -= 1;
  }
  return parts;
}

function longestText(atoms: readonly PatternAtom[], ignoreCase: boolean): string {
  let longest = "";
  let run = "";
  let depth = 0;
  const endRun = (): void => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (const { kind, source, quantifier } of atoms) {
    const text = kind === "escape" ? source.slice(1) : source;
    const isText = kind === "character" || (kind === "escape" && ESCAPED_SIGN.test(source));
    const isSure = isText && text !== REPLACEMENT && !(ignoreCase && OTHER_CASES.test(text));
    if (depth === 0 && isSure && !MAY_BE_ABSENT.test(quantifier)) {
      run += text;
      if (quantifier !== "") endRun();
    } else endRun();
    if (kind === "open") depth += 1;
    else if (kind === "close") depth -= 1;
  }
  endRun();
  return longest;
}
