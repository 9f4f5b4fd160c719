import { SandboxError } from "./sandbox-error";

/** One path segment of a pattern: `"**"`, or tokens that match one name. */
export type GlobSegment = "**" | readonly GlobToken[];

type GlobToken =
  | { kind: "literal"; text: string }
  | { kind: "any" }
  | { kind: "star" }
  | { kind: "class"; negated: boolean; ranges: readonly (readonly [number, number])[] };

/** Each alternative (brace lists are expanded) is a list of segments. */
export interface GlobPattern {
  readonly alternatives: readonly (readonly GlobSegment[])[];
  /** The pattern ended in `/`: only directories match. */
  readonly directoriesOnly: boolean;
}

const MAX_PATTERN_LENGTH = 2000;
const MAX_ALTERNATIVES = 1000;

/**
 * The one glob language of the product: `**` (any number of directories), `*`, `?`, `[abc]`, `[!a-z]`, `{a,b}`, `\` to take
 * the next character literally. A leading dot needs no special mention. Matching costs at most pattern × name, whatever the
 * pattern: there is no regular expression behind it.
 */
export function compileGlob(pattern: string): GlobPattern {
  if (pattern === "") throw invalid(pattern, "it is empty");
  if (pattern.includes("\0")) throw invalid(pattern, "it contains a NUL character");
  if (pattern.length > MAX_PATTERN_LENGTH) throw invalid(pattern, `it is longer than ${MAX_PATTERN_LENGTH} characters`);
  return { alternatives: alternativesOf(pattern, "set"), directoriesOnly: pattern.endsWith("/") };
}

/**
 * The same for a search by a path that somebody may have copied: `app/[id]/page.tsx` is also the file of that very name, as
 * routes are named, and not only `app/i/page.tsx`. Each `[` is taken both ways, all of them in one way at a time.
 */
export function compilePathGlob(pattern: string): GlobPattern {
  const compiled = compileGlob(pattern);
  if (!pattern.includes("[")) return compiled;
  return { ...compiled, alternatives: [...compiled.alternatives, ...alternativesOf(pattern, "letter")] };
}

function alternativesOf(pattern: string, bracket: "set" | "letter"): GlobPattern["alternatives"] {
  return expandBraces(pattern).map((alternative) => {
    const segments = alternative.split("/").filter((segment) => segment !== "" && segment !== ".");
    if (segments.includes("..")) throw invalid(pattern, "`..` is not allowed; give another search directory instead");
    return segments.map((segment): GlobSegment => (segment === "**" ? "**" : tokens(segment, bracket)));
  });
}

function invalid(pattern: string, reason: string): SandboxError {
  return new SandboxError(
    "invalid-pattern",
    `Invalid glob pattern ${JSON.stringify(pattern.slice(0, 80))}: ${reason}.`,
  );
}

function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    const current = open.pop() as string;
    const brace = firstBrace(current);
    if (brace === undefined) done.push(current);
    else {
      const { start, end, parts } = brace;
      for (const part of parts.reverse()) open.push(current.slice(0, start) + part + current.slice(end + 1));
    }
    if (done.length + open.length > MAX_ALTERNATIVES) {
      throw invalid(pattern, `its braces make more than ${MAX_ALTERNATIVES} alternatives`);
    }
  }
  return done;
}

/** The first `{…}` that holds a comma at its own level; anything else with braces is literal. */
function firstBrace(text: string): { start: number; end: number; parts: string[] } | undefined {
  const stack: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; commas: number[] } | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === "{") stack.push({ start: index, commas: [] });
    else if (character === ",") stack.at(-1)?.commas.push(index);
    else if (character === "}") {
      const brace = stack.pop();
      if (brace !== undefined && brace.commas.length > 0 && (found === undefined || brace.start < found.start)) {
        found = { ...brace, end: index };
      }
    }
  }
  if (found === undefined) return undefined;
  const cuts = [found.start, ...found.commas, found.end];
  const parts = cuts.slice(1).map((cut, index) => text.slice((cuts[index] as number) + 1, cut));
  return { start: found.start, end: found.end, parts };
}

function tokens(segment: string, bracket: "set" | "letter"): GlobToken[] {
  const characters = Array.from(segment);
  const result: GlobToken[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] as string;
    if (character === "\\" && index + 1 < characters.length) {
      index += 1;
      result.push({ kind: "literal", text: characters[index] as string });
    } else if (character === "*") {
      if (result.at(-1)?.kind !== "star") result.push({ kind: "star" });
    } else if (character === "?") result.push({ kind: "any" });
    else if (character === "[" && bracket === "set") {
      const parsed = classToken(characters, index);
      if (parsed === undefined) result.push({ kind: "literal", text: character });
      else {
        result.push(parsed.token);
        index = parsed.end;
      }
    } else result.push({ kind: "literal", text: character });
  }
  return result;
}

function classToken(characters: readonly string[], start: number): { token: GlobToken; end: number } | undefined {
  let index = start + 1;
  const negated = characters[index] === "!" || characters[index] === "^";
  if (negated) index += 1;
  const first = index;
  const ranges: [number, number][] = [];
  for (; index < characters.length; index += 1) {
    if (characters[index] === "]" && index > first) return { token: { kind: "class", negated, ranges }, end: index };
    if (characters[index] === "\\" && index + 1 < characters.length) index += 1;
    const from = codePoint(characters[index]);
    const last = characters[index + 2];
    if (characters[index + 1] === "-" && last !== undefined && last !== "]") {
      ranges.push([from, codePoint(last)]);
      index += 2;
    } else ranges.push([from, from]);
  }
  return undefined;
}

function codePoint(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}

/** Whether a whole name matches one segment. Greedy with one backtracking point, so never exponential. */
export function matchesSegment(segment: readonly GlobToken[], name: string): boolean {
  const characters = Array.from(name);
  let token = 0;
  let position = 0;
  let starToken = -1;
  let starPosition = 0;
  while (position < characters.length) {
    const current = segment[token];
    if (current?.kind === "star") {
      starToken = token;
      starPosition = position;
      token += 1;
    } else if (current !== undefined && matchesCharacter(current, characters[position] as string)) {
      token += 1;
      position += 1;
    } else if (starToken >= 0) {
      starPosition += 1;
      position = starPosition;
      token = starToken + 1;
    } else return false;
  }
  while (segment[token]?.kind === "star") token += 1;
  return token === segment.length;
}

function matchesCharacter(token: GlobToken, character: string): boolean {
  if (token.kind === "literal") return token.text === character;
  if (token.kind !== "class") return true;
  const code = codePoint(character);
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
}

/** The name a segment stands for when it holds no wildcard. */
function literalSegment(segment: GlobSegment): string | undefined {
  if (segment === "**") return undefined;
  let text = "";
  for (const token of segment) {
    if (token.kind !== "literal") return undefined;
    text += token.text;
  }
  return text;
}

/** One position inside one alternative. */
interface GlobPosition {
  readonly segments: readonly GlobSegment[];
  readonly at: number;
}

/** Where a walk stands in the pattern after the directories it has passed. */
export type GlobState = readonly GlobPosition[];

export function startGlob(pattern: GlobPattern): GlobState {
  return pattern.alternatives.map((segments) => ({ segments, at: 0 }));
}

/** Where the walk stands below an entry called `name`; `complete` when the entry itself matches. */
export function advanceGlob(state: GlobState, name: string): { next: GlobState; complete: boolean } {
  const next: GlobPosition[] = [];
  let complete = false;
  const add = (segments: readonly GlobSegment[], at: number): void => {
    if (!next.some((known) => known.segments === segments && known.at === at)) next.push({ segments, at });
  };
  for (const { segments, at } of state) {
    let position = at;
    while (segments[position] === "**") {
      add(segments, position);
      position += 1;
      if (position === segments.length) complete = true;
    }
    const head = segments[position];
    if (head === undefined || head === "**" || !matchesSegment(head, name)) continue;
    if (position + 1 === segments.length) complete = true;
    else add(segments, position + 1);
  }
  return { next, complete };
}

/** Whether the pattern names this entry letter by letter at this point of the walk. */
export function namesLiterally(state: GlobState, name: string): boolean {
  return state.some(({ segments, at }) => {
    const segment = segments[at];
    return segment !== undefined && literalSegment(segment) === name;
  });
}

/** Whether a whole `/`-separated path matches. */
export function matchesGlob(pattern: GlobPattern, path: string): boolean {
  let state = startGlob(pattern);
  let matched = false;
  for (const name of path.split("/")) {
    const step = advanceGlob(state, name);
    state = step.next;
    matched = step.complete;
  }
  return matched;
}
