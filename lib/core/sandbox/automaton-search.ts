import type { ByteSearch } from "./byte-search";
import { BEYOND_ASCII, type LineAutomaton } from "./line-automaton";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Where a text would need more, the line is left to the pattern itself. */
const MOST_STATES = 500;
const MATCH = 0;
const UNKNOWN = -1;

/**
 * Looks for lines that an automaton takes in UTF-8 bytes, at one look at a table for each byte: the table is made while it is
 * used. Each place is in such a line, each such line has one, and the cursor is only asked from the beginning of a line.
 * `undefined` when the automaton takes every line.
 */
export function automatonSearch(automaton: LineAutomaton): ByteSearch | undefined {
  const states = new States(automaton);
  if (states.takesEveryLine) return undefined;
  return (data) => (from) => {
    const end = data.length;
    let at = from === 0 && BYTE_ORDER_MARK.every((byte, index) => data[index] === byte) ? BYTE_ORDER_MARK.length : from;
    let state = states.lineStart;
    for (; at < end; at += 1) {
      const byte = data[at] as number;
      let next = states.table[(state << 8) | byte] as number;
      if (next === UNKNOWN) next = states.follow(state, byte);
      if (next === MATCH) return at;
      state = next;
    }
    return end > 0 && data[end - 1] !== LINE_FEED && states.endsLine(state) ? end : -1;
  };
}

/** Sets of the automaton's nodes, each a state of the search. */
class States {
  /** By state and byte: the next state. */
  table = new Int32Array(0);
  readonly lineStart: number;
  readonly takesEveryLine: boolean;
  private readonly sets: (readonly number[])[] = [[]];
  private readonly known = new Map<string, number>();
  private readonly anywhere: readonly number[];

  constructor(private readonly automaton: LineAutomaton) {
    this.anywhere = [...this.reach([automaton.start], false)];
    const atStart = this.reach([automaton.start], true);
    this.takesEveryLine = this.matches(atStart);
    this.lineStart = this.stateOf(atStart) ?? MATCH;
  }

  endsLine(state: number): boolean {
    return (this.sets[state] ?? []).some((index) => this.automaton.nodes[index]?.kind === "line-end");
  }

  /** Makes one entry of the table. */
  follow(state: number, byte: number): number {
    const next = this.after(state, byte);
    this.table[(state << 8) | byte] = next;
    return next;
  }

  private after(state: number, byte: number): number {
    if ((byte === LINE_FEED || byte === CARRIAGE_RETURN) && this.endsLine(state)) return MATCH;
    if (byte === LINE_FEED) return this.lineStart;
    const beyond = byte >= BEYOND_ASCII;
    const nodes: number[] = [];
    for (const index of this.sets[state] ?? []) {
      const node = this.automaton.nodes[index];
      if (node?.kind !== "character" || node.set[beyond ? BEYOND_ASCII : byte] !== 1) continue;
      nodes.push(node.next);
      // Further bytes of the same character.
      if (beyond) nodes.push(index);
    }
    const set = this.reach(nodes, false);
    if (this.matches(set)) return MATCH;
    for (const index of this.anywhere) set.add(index);
    return this.stateOf(set) ?? MATCH;
  }

  private reach(from: readonly number[], atLineStart: boolean): Set<number> {
    const reached = new Set<number>();
    const waiting = [...from];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (reached.has(index)) continue;
      reached.add(index);
      const node = this.automaton.nodes[index];
      if (node?.kind === "ways") waiting.push(...node.targets);
      else if (node?.kind === "line-start" && atLineStart) waiting.push(node.next);
    }
    return reached;
  }

  private matches(set: ReadonlySet<number>): boolean {
    return [...set].some((index) => this.automaton.nodes[index]?.kind === "match");
  }

  private stateOf(set: ReadonlySet<number>): number | undefined {
    const nodes = [...set].sort((a, b) => a - b);
    const key = nodes.join();
    const known = this.known.get(key);
    if (known !== undefined || this.sets.length > MOST_STATES) return known;
    const state = this.sets.push(nodes) - 1;
    this.known.set(key, state);
    if (this.sets.length << 8 > this.table.length) {
      const grown = new Int32Array(Math.max(16, this.sets.length * 2) << 8).fill(UNKNOWN);
      grown.set(this.table);
      this.table = grown;
    }
    return state;
  }
}
