import { type PatternAtom, patternAtoms } from "./pattern-atoms";

/** By byte of ASCII, and at `BEYOND_ASCII` for all others: whether it may belong to the character. */
export type CharacterSet = Uint8Array;
export const BEYOND_ASCII = 128;

export type AutomatonNode =
  | { kind: "character"; set: CharacterSet; next: number }
  | { kind: "ways"; targets: number[] }
  | { kind: "line-start"; next: number }
  | { kind: "line-end" }
  | { kind: "match" };

/** Every line in which the pattern matches is taken by it; so may be a few others. */
export interface LineAutomaton {
  nodes: readonly AutomatonNode[];
  start: number;
}

type Part =
  | { kind: "character"; set: CharacterSet }
  | { kind: "line-start" | "line-end" }
  | { kind: "sequence" | "choice"; parts: Part[] }
  | { kind: "repeat"; part: Part; least: number; most: number };

const MOST_NODES = 1000;
const GROUP = /^\((?:\?(?::|<[^=!]))?/;
const CLASS = /^\[\^?(?:\\(?:[wdsWDStfv]|[^a-zA-Z0-9])|[^\\[\]])*\]$/u;
const CLASS_PIECE = /\\?./gsu;
const WORD = /[\w]/;

/** `undefined` for a pattern of which it cannot say so: it looks around, refers back, or is too large. */
export function lineAutomaton(source: string, ignoreCase: boolean): LineAutomaton | undefined {
  const pattern = parse(patternAtoms(source), ignoreCase);
  if (pattern === undefined) return undefined;
  const nodes: AutomatonNode[] = [{ kind: "match" }];
  const add = (node: AutomatonNode): number => nodes.push(node) - 1;
  const emit = (part: Part, next: number): number => {
    if (nodes.length > MOST_NODES) return next;
    switch (part.kind) {
      case "character":
        return add({ kind: "character", set: part.set, next });
      case "line-start":
        return add({ kind: "line-start", next });
      case "line-end":
        return add({ kind: "line-end" });
      case "sequence":
        return part.parts.reduceRight((after, one) => emit(one, after), next);
      case "choice":
        return add({ kind: "ways", targets: part.parts.map((one) => emit(one, next)) });
      case "repeat":
        return repeat(part, next);
    }
  };
  const repeat = ({ part, least, most }: Extract<Part, { kind: "repeat" }>, next: number): number => {
    let at = next;
    if (most === Number.POSITIVE_INFINITY) {
      const targets = [next];
      at = add({ kind: "ways", targets });
      targets.push(emit(part, at));
    }
    const optional = most === Number.POSITIVE_INFINITY ? 0 : most - least;
    for (let count = 0; count < optional && nodes.length <= MOST_NODES; count += 1) {
      at = add({ kind: "ways", targets: [next, emit(part, at)] });
    }
    for (let count = 0; count < least && nodes.length <= MOST_NODES; count += 1) at = emit(part, at);
    return at;
  };
  const start = emit(pattern, 0);
  return nodes.length > MOST_NODES ? undefined : { nodes, start };
}

function parse(atoms: readonly PatternAtom[], ignoreCase: boolean): Part | undefined {
  const open: Part[][][] = [[[]]];
  for (const atom of atoms) {
    const choices = open.at(-1) as Part[][];
    if (atom.kind === "or") choices.push([]);
    else if (atom.kind === "open") {
      if (GROUP.exec(atom.source)?.[0].length === 1 && atom.source.length > 1) return undefined;
      open.push([[]]);
    } else {
      const part = atom.kind === "close" ? choice(open.pop() as Part[][]) : single(atom, ignoreCase);
      const within = open.at(-1)?.at(-1);
      if (part === undefined || within === undefined) return undefined;
      within.push(repeated(part, atom.quantifier));
    }
  }
  const [whole, ...unclosed] = open;
  return whole === undefined || unclosed.length > 0 ? undefined : choice(whole);
}

function choice(sequences: readonly Part[][]): Part {
  return { kind: "choice", parts: sequences.map((parts) => ({ kind: "sequence", parts })) };
}

function repeated(part: Part, quantifier: string): Part {
  if (quantifier === "") return part;
  const [, first, , second] = /^\{(\d+)(,(\d*))?/.exec(quantifier) ?? [];
  if (first === undefined) {
    const least = quantifier[0] === "+" ? 1 : 0;
    return { kind: "repeat", part, least, most: quantifier[0] === "?" ? 1 : Number.POSITIVE_INFINITY };
  }
  const open = quantifier.includes(",");
  const most = second ? Number(second) : open ? Number.POSITIVE_INFINITY : Number(first);
  return { kind: "repeat", part, least: Number(first), most };
}

function single({ kind, source }: PatternAtom, ignoreCase: boolean): Part | undefined {
  if (kind === "anchor") return { kind: source === "^" ? "line-start" : "line-end" };
  if (kind === "any")
    return character(
      setOf(() => true, true),
      false,
    );
  if (kind === "class") return character(classSet(source), ignoreCase);
  if (kind === "character") return character(textSet(source), ignoreCase);
  if (source === "\\b" || source === "\\B") return { kind: "sequence", parts: [] };
  const set = escapedSet(source);
  return set && character(set, ignoreCase);
}

function character(set: CharacterSet, ignoreCase: boolean): Part {
  return { kind: "character", set: ignoreCase ? withOtherCases(set) : set };
}

function setOf(has: (character: string) => boolean, beyondAscii: boolean): CharacterSet {
  const set = new Uint8Array(BEYOND_ASCII + 1);
  for (let code = 0; code < BEYOND_ASCII; code += 1) set[code] = has(String.fromCharCode(code)) ? 1 : 0;
  set[BEYOND_ASCII] = beyondAscii ? 1 : 0;
  return set;
}

function textSet(text: string): CharacterSet {
  return setOf((one) => one === text, text > "\x7f");
}

/** Of an escape that names characters; `undefined` for all others, and where it may name the end of a line. */
function escapedSet(written: string): CharacterSet | undefined {
  switch (written) {
    case "\\w":
      return setOf((one) => WORD.test(one), false);
    case "\\W":
      return setOf((one) => !WORD.test(one), true);
    case "\\d":
      return setOf((one) => /\d/.test(one), false);
    case "\\D":
      return setOf((one) => /\D/.test(one), true);
    case "\\s":
      return setOf((one) => /\s/.test(one), true);
    case "\\S":
      return setOf((one) => /\S/.test(one), true);
    case "\\t":
      return textSet("\t");
    case "\\f":
      return textSet("\f");
    case "\\v":
      return textSet("\v");
    default:
      return /^\\[^a-zA-Z0-9]$/u.test(written) ? textSet(written.slice(1)) : undefined;
  }
}

/** A class that is not read here may hold anything. */
function classSet(source: string): CharacterSet {
  const everything = setOf(() => true, true);
  if (!CLASS.test(source)) return everything;
  const negated = source.startsWith("[^");
  const set = setOf(() => false, false);
  const pieces = source.slice(negated ? 2 : 1, -1).match(CLASS_PIECE) ?? [];
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as string;
    const last = pieces[index + 1] === "-" ? pieces[index + 2] : undefined;
    const range = last !== undefined;
    if (range && (isSetEscape(piece) || isSetEscape(last))) return everything;
    const added = range ? rangeSet(bare(piece), bare(last)) : piece[0] === "\\" ? escapedSet(piece) : textSet(piece);
    if (added === undefined) return everything;
    if (range) index += 2;
    for (const [code, has] of added.entries()) if (has) set[code] = 1;
  }
  if (!negated) return set;
  return setOf((one) => set[one.charCodeAt(0)] === 0, true);
}

function isSetEscape(piece: string): boolean {
  return /^\\[a-zA-Z]/.test(piece);
}

function bare(piece: string): string {
  return piece[0] === "\\" ? piece.slice(1) : piece;
}

function rangeSet(first: string, last: string): CharacterSet {
  return setOf((one) => one >= first && one <= last, last > "\x7f");
}

/** Letters of ASCII equal their other case; some of them equal a character beyond it, and the other way round. */
function withOtherCases(set: CharacterSet): CharacterSet {
  const has = (one: string): boolean => set[one.charCodeAt(0)] === 1;
  const letters = set[BEYOND_ASCII] === 1 ? /[ks]/i : undefined;
  return setOf(
    (one) => has(one) || has(one.toLowerCase()) || has(one.toUpperCase()) || letters?.test(one) === true,
    set[BEYOND_ASCII] === 1 || ["k", "K", "s", "S"].some(has),
  );
}
