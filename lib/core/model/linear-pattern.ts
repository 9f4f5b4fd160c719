import { fail, ok, type Result } from "../errors/result";

export interface LinearPattern {
  /** Whether the pattern occurs anywhere in the text. Time grows with pattern × text, never faster. */
  test(text: string): boolean;
}

/**
 * A regular expression that cannot hang: a script is written by anyone and its conditions are tried on the server, where the
 * engine's own backtracking would let one pattern stop every session. Knows literals, `.`, `\d \w \s \b` and their
 * opposites, classes, groups, `|`, `* + ? {n,m}`, `^ $`; no back-references and no look-around. Capital and small letters
 * are the same unless `isCased`.
 */
export function parseLinearPattern(
  source: string,
  { isCased = false }: { isCased?: boolean } = {},
): Result<LinearPattern> {
  const parser = new Parser(source, isCased);
  try {
    const node = parser.whole();
    const machine = compile(node);
    return ok({ test: (text) => search(machine, isCased ? text : text.toLowerCase()) });
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return fail("invalid-pattern", `/${source}/ is not a pattern that scripts know: ${error.message}`);
  }
}

class PatternFault extends Error {}

type CharacterTest = (character: string) => boolean;
type Node =
  | { kind: "character"; test: CharacterTest }
  | { kind: "edge"; edge: "start" | "end" | "word" | "no-word" }
  | { kind: "sequence"; nodes: Node[] }
  | { kind: "choice"; nodes: Node[] }
  | { kind: "repeat"; node: Node; least: number; most: number };

type Instruction =
  | { kind: "character"; test: CharacterTest }
  | { kind: "edge"; edge: "start" | "end" | "word" | "no-word" }
  | { kind: "jump"; to: number[] }
  | { kind: "found" };

const MOST_INSTRUCTIONS = 5_000;
const MOST_REPEATS = 100;

const isDigit: CharacterTest = (character) => character >= "0" && character <= "9";
const isWord: CharacterTest = (character) => /^\w$/.test(character);
const isSpace: CharacterTest = (character) => /^\s$/.test(character);
const not =
  (test: CharacterTest): CharacterTest =>
  (character) =>
    !test(character);
const CLASSES: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

class Parser {
  readonly #source: string;
  readonly #isCased: boolean;
  #at = 0;

  constructor(source: string, isCased: boolean) {
    this.#source = source;
    this.#isCased = isCased;
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new PatternFault("a `)` has no `(`");
    return node;
  }

  #choice(): Node {
    const nodes = [this.#sequence()];
    while (this.#take("|")) nodes.push(this.#sequence());
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: "choice", nodes };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    while (this.#at < this.#source.length && this.#peek() !== "|" && this.#peek() !== ")") nodes.push(this.#repeated());
    return { kind: "sequence", nodes };
  }

  #repeated(): Node {
    let node = this.#atom();
    for (;;) {
      const range = this.#range();
      if (range === undefined) return node;
      if (node.kind === "edge") throw new PatternFault("an edge such as `^` cannot be repeated");
      // A lazy mark changes which match is found, never whether there is one.
      this.#take("?");
      node = { kind: "repeat", node, ...range };
    }
  }

  #range(): { least: number; most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { least: 0, most: 1 };
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#source.slice(this.#at));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    const most = counted[2] === undefined ? least : counted[3] === "" ? Number.POSITIVE_INFINITY : Number(counted[3]);
    if (most < least) throw new PatternFault(`${counted[0]} ends before it begins`);
    if (least > MOST_REPEATS || (Number.isFinite(most) && most > MOST_REPEATS))
      throw new PatternFault(`${counted[0]} repeats more than ${MOST_REPEATS} times`);
    return { least, most };
  }

  #atom(): Node {
    const character = this.#next();
    switch (character) {
      case "(": {
        if (this.#take("?") && !this.#take(":"))
          throw new PatternFault("look-around and named groups are not supported");
        const node = this.#choice();
        if (!this.#take(")")) throw new PatternFault("a `(` has no `)`");
        return node;
      }
      case "[":
        return { kind: "character", test: this.#set() };
      case ".":
        return { kind: "character", test: (other) => other !== "\n" };
      case "^":
        return { kind: "edge", edge: "start" };
      case "$":
        return { kind: "edge", edge: "end" };
      case "*":
      case "+":
      case "?":
        throw new PatternFault(`nothing stands before \`${character}\``);
      case "\\":
        if (this.#take("b")) return { kind: "edge", edge: "word" };
        if (this.#take("B")) return { kind: "edge", edge: "no-word" };
        return { kind: "character", test: this.#escaped() };
      default:
        return { kind: "character", test: this.#equals(character) };
    }
  }

  #set(): CharacterTest {
    const negated = this.#take("^");
    const tests: CharacterTest[] = [];
    for (;;) {
      if (this.#at >= this.#source.length) throw new PatternFault("a `[` has no `]`");
      if (this.#take("]")) break;
      const from = this.#next();
      if (from === "\\") {
        tests.push(this.#escaped());
        continue;
      }
      const ranged = this.#peek() === "-" && this.#source[this.#at + 1] !== "]" && this.#at + 1 < this.#source.length;
      if (!ranged) {
        tests.push(this.#equals(from));
        continue;
      }
      this.#at += 1;
      const to = this.#next();
      const [low, high] = [this.#folded(from), this.#folded(to)];
      if (low > high) throw new PatternFault(`${from}-${to} ends before it begins`);
      tests.push((character) => character >= low && character <= high);
    }
    const any: CharacterTest = (character) => tests.some((test) => test(character));
    return negated ? not(any) : any;
  }

  #escaped(): CharacterTest {
    const character = this.#next();
    const known = CLASSES[character];
    if (known !== undefined) return known;
    const control = CONTROLS[character];
    if (control !== undefined) return this.#equals(control);
    if (/[A-Za-z0-9]/.test(character)) throw new PatternFault(`\\${character} is not supported`);
    return this.#equals(character);
  }

  #equals(wanted: string): CharacterTest {
    const folded = this.#folded(wanted);
    return (character) => character === folded;
  }

  #folded(character: string): string {
    return this.#isCased ? character : character.toLowerCase();
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const character = this.#source[this.#at];
    if (character === undefined) throw new PatternFault("it ends too early");
    this.#at += 1;
    return character;
  }
}

function compile(root: Node): Instruction[] {
  const program: Instruction[] = [];
  const emit = (instruction: Instruction): number => {
    if (program.length >= MOST_INSTRUCTIONS) throw new PatternFault("it is too large");
    program.push(instruction);
    return program.length - 1;
  };
  const add = (node: Node): void => {
    switch (node.kind) {
      case "character":
      case "edge":
        emit(node);
        return;
      case "sequence":
        for (const part of node.nodes) add(part);
        return;
      case "choice": {
        const branch = { kind: "jump" as const, to: [] as number[] };
        emit(branch);
        const exits: { kind: "jump"; to: number[] }[] = [];
        for (const part of node.nodes) {
          branch.to.push(program.length);
          add(part);
          const exit = { kind: "jump" as const, to: [] as number[] };
          emit(exit);
          exits.push(exit);
        }
        for (const exit of exits) exit.to.push(program.length);
        return;
      }
      case "repeat": {
        for (let count = 0; count < node.least; count += 1) add(node.node);
        if (node.most === Number.POSITIVE_INFINITY) {
          const loop = { kind: "jump" as const, to: [] as number[] };
          const at = emit(loop);
          add(node.node);
          emit({ kind: "jump", to: [at] });
          loop.to.push(at + 1, program.length);
          return;
        }
        const skips: { kind: "jump"; to: number[] }[] = [];
        for (let count = node.least; count < node.most; count += 1) {
          const skip = { kind: "jump" as const, to: [] as number[] };
          skip.to.push(emit(skip) + 1);
          skips.push(skip);
          add(node.node);
        }
        for (const skip of skips) skip.to.push(program.length);
        return;
      }
    }
  };
  add(root);
  emit({ kind: "found" });
  return program;
}

/** All places of the program that are alive at one position of the text advance together; each at most once a position. */
function search(program: Instruction[], text: string): boolean {
  let alive = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    const reached = new Set<number>();
    const pending = [0, ...alive];
    while (pending.length > 0) {
      const place = pending.pop() as number;
      if (reached.has(place)) continue;
      reached.add(place);
      const instruction = program[place];
      if (instruction?.kind === "found") return true;
      if (instruction?.kind === "jump") pending.push(...instruction.to);
      if (instruction?.kind === "edge" && standsAt(instruction.edge, text, at)) pending.push(place + 1);
    }
    const character = text[at];
    if (character === undefined) return false;
    alive = new Set();
    for (const place of reached) {
      const instruction = program[place];
      if (instruction?.kind === "character" && instruction.test(character)) alive.add(place + 1);
    }
  }
  return false;
}

function standsAt(edge: "start" | "end" | "word" | "no-word", text: string, at: number): boolean {
  if (edge === "start") return at === 0;
  if (edge === "end") return at === text.length;
  const between = isWord(text[at - 1] ?? " ") !== isWord(text[at] ?? " ");
  return edge === "word" ? between : !between;
}
