import { type LinearPattern, parseLinearPattern } from "../model/linear-pattern";

/**
 * A `pattern` of a schema that anybody wrote, against a text that a model wrote, in bounded time. The engine's own regular
 * expressions are used where their structure shows that they cannot run away; a slower engine without backtracking where
 * it knows the pattern; and what is left is not tried at all.
 */
export interface BoundedPattern {
  /** Undefined when it cannot be decided in bounded time. */
  matches(text: string): boolean | undefined;
  /** Whether some text could not be decided. */
  isRisky: boolean;
}

const MOST_STEPS = 20_000_000;
/** A repetition up to this often counts as written out. */
const FEW = 16;
const known = new Map<string, BoundedPattern>();
const MOST_KNOWN = 500;

/** Undefined when it is no regular expression. */
export function boundedPattern(source: string): BoundedPattern | undefined {
  const found = known.get(source);
  if (found !== undefined) return found;
  const expression = compiled(source);
  if (expression === undefined) return undefined;
  const growth = growthOf(source);
  let linear: LinearPattern | undefined;
  const linearOnce = () => {
    if (linear === undefined && !hasUnusualParts(source)) {
      const parsed = parseLinearPattern(source, { isCased: true });
      if (parsed.ok) linear = parsed.value;
    }
    return linear;
  };
  const made: BoundedPattern = {
    matches(text) {
      if (growth !== undefined && (text.length + 1) ** growth <= MOST_STEPS) return expression.test(text);
      return linearOnce()?.test(text);
    },
    isRisky: growth === undefined && linearOnce() === undefined,
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(source, made);
  return made;
}

function compiled(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // A pattern of an older draft may only be one without the flag.
    }
  }
  return undefined;
}

/** What the slower engine reads otherwise than the engine's own. */
function hasUnusualParts(source: string): boolean {
  return /[\u{10000}-\u{10FFFF}]|\\[pPuxkc0-9]/u.test(source);
}

/**
 * With which power of the text's length the time of a match may grow; undefined when it may grow faster than any. A group
 * that is repeated and holds a choice or another repetition is what makes an expression run away.
 */
function growthOf(source: string): number | undefined {
  let power = source.startsWith("^") ? 0 : 1;
  const groups: { isVariable: boolean }[] = [{ isVariable: false }];
  let at = 0;
  let closed: { isVariable: boolean } | undefined;
  while (at < source.length) {
    const character = source[at];
    const inner = groups.at(-1);
    if (inner === undefined) return undefined;
    if (character === "\\") {
      // What a back-reference repeats is not known here.
      if (/[1-9k]/.test(source[at + 1] ?? "")) return undefined;
      closed = undefined;
      at += 2;
    } else if (character === "[") {
      at = endOfClass(source, at);
      closed = undefined;
    } else if (character === "(") {
      if (/^\(\?<?[=!]/.test(source.slice(at, at + 4))) power += 1;
      groups.push({ isVariable: false });
      const lead = /^\((\?(:|=|!|<=|<!|<[^>]*>))?/.exec(source.slice(at));
      at += lead?.[0].length ?? 1;
    } else if (character === ")") {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (outer !== undefined && closed?.isVariable === true) outer.isVariable = true;
      at += 1;
    } else if (character === "|") {
      inner.isVariable = true;
      closed = undefined;
      at += 1;
    } else {
      const repeat = /^([*+?]|\{\d+(,\d*)?\})\??/.exec(source.slice(at));
      if (repeat === null) {
        closed = undefined;
        at += 1;
        continue;
      }
      const { least, most } = rangeOf(repeat[1] ?? "");
      if (most > 1 && closed?.isVariable === true) return undefined;
      if (least !== most) inner.isVariable = true;
      if (most > FEW && least !== most) power += 1;
      closed = undefined;
      at += repeat[0].length;
    }
  }
  return power;
}

function endOfClass(source: string, start: number): number {
  let at = start + 1;
  if (source[at] === "^") at += 1;
  if (source[at] === "]") at += 1;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at + 1;
}

function rangeOf(repeat: string): { least: number; most: number } {
  if (repeat === "*") return { least: 0, most: Number.POSITIVE_INFINITY };
  if (repeat === "+") return { least: 1, most: Number.POSITIVE_INFINITY };
  if (repeat === "?") return { least: 0, most: 1 };
  const [least = "0", most] = repeat.slice(1, -1).split(",");
  if (most === undefined) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
}
