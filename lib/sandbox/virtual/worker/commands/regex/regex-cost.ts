import { type Footprint, footprintOf, overlap, union } from "./char-set";
import type { RegexNode } from "./regex-node";

/** What a backtracking engine may need for an expression, and whether its first match is the longest one. */
export interface RegexCost {
  /** Its steps for one start are at most about `length ** degree`. Infinite when they can double with each character. */
  degree: number;
  /** The first match that a backtracking engine finds may be shorter than the one POSIX asks for. */
  mayBeShort: boolean;
  /** It can match at the start of the text only. */
  anchored: boolean;
}

interface Shape {
  first: Footprint;
  nullable: boolean;
}

const NOTHING: Footprint = new Uint8Array(129);
const EVERYTHING: Footprint = new Uint8Array(129).fill(1);

export function regexCost(root: RegexNode, ignoreCase: boolean): RegexCost {
  const walk = new CostWalk(ignoreCase);
  walk.visit(root, NOTHING, false);
  return {
    degree: walk.exponential ? Number.POSITIVE_INFINITY : Math.max(walk.degree, walk.scans ? 1 : 0),
    mayBeShort: walk.unclear && (walk.ambiguous || walk.unclearAlternatives),
    anchored: isAnchored(root),
  };
}

class CostWalk {
  degree = 0;
  exponential = false;
  scans = false;
  /** A repetition overlaps with what follows it. */
  ambiguous = false;
  /** Something longer than one character may be there or not, or in several forms. */
  unclear = false;
  unclearAlternatives = false;

  constructor(private readonly ignoreCase: boolean) {}

  /** Notes what `node` costs when `follow` may come after it; `looped` inside an unbounded repetition. */
  visit(node: RegexNode, follow: Footprint, looped: boolean): void {
    switch (node.kind) {
      case "sequence": {
        let after = follow;
        for (const item of node.items.toReversed()) {
          this.visit(item, after, looped);
          const { first, nullable } = this.shape(item);
          after = nullable ? union(first, after) : first;
        }
        return;
      }
      case "alternatives":
        this.alternatives(node.items, follow, looped);
        return;
      case "group":
        this.visit(node.body, follow, looped);
        return;
      case "repeat":
        this.repeat(node, follow, looped);
        return;
      case "reference":
        this.scans = true;
        return;
      default:
        return;
    }
  }

  private alternatives(items: RegexNode[], follow: Footprint, looped: boolean): void {
    let before = NOTHING;
    let clear = true;
    for (const item of items) {
      this.visit(item, follow, looped);
      const { first, nullable } = this.shape(item);
      if (nullable || overlap(before, first)) clear = false;
      before = union(before, first);
    }
    if (clear) return;
    const words = items.map(literalOf);
    const prefixFree = words.every(
      (word, index) => word !== undefined && words.every((other, at) => at === index || !other?.startsWith(word)),
    );
    if (prefixFree) return;
    this.unclear = true;
    this.unclearAlternatives = true;
    if (looped) this.exponential = true;
  }

  private repeat(node: RegexNode & { kind: "repeat" }, follow: Footprint, looped: boolean): void {
    const { first, nullable } = this.shape(node.body);
    const unbounded = node.maximum === Number.POSITIVE_INFINITY;
    const variable = node.minimum !== node.maximum;
    const single = isSingle(node.body);
    const overlaps = variable && overlap(first, follow);
    if (unbounded) this.scans = true;
    if (overlaps) {
      this.ambiguous = true;
      if (looped) this.exponential = true;
      if (unbounded || node.maximum - node.minimum > 8) this.degree += 1;
    }
    if (single) return;
    if (variable) this.unclear = true;
    const loops = node.maximum > 3;
    if (nullable && loops) this.exponential = true;
    this.visit(node.body, loops || node.maximum > 1 ? union(first, follow) : follow, looped || loops);
  }

  private shape(node: RegexNode): Shape {
    switch (node.kind) {
      case "set":
        return { first: footprintOf(node.set, this.ignoreCase), nullable: false };
      case "any":
        return { first: EVERYTHING, nullable: false };
      case "assertion":
        return { first: NOTHING, nullable: true };
      case "reference":
        return { first: EVERYTHING, nullable: true };
      case "group":
        return this.shape(node.body);
      case "repeat": {
        const { first, nullable } = this.shape(node.body);
        return { first, nullable: nullable || node.minimum === 0 };
      }
      case "alternatives":
        return node.items
          .map((item) => this.shape(item))
          .reduce((all, one) => ({ first: union(all.first, one.first), nullable: all.nullable || one.nullable }));
      case "sequence": {
        let first = NOTHING;
        for (const item of node.items) {
          const shape = this.shape(item);
          first = union(first, shape.first);
          if (!shape.nullable) return { first, nullable: false };
        }
        return { first, nullable: true };
      }
    }
  }
}

function isSingle(node: RegexNode): boolean {
  if (node.kind === "group") return isSingle(node.body);
  return node.kind === "set" || node.kind === "any";
}

/** The text that the node matches, when it is one and the same text always. */
export function literalOf(node: RegexNode): string | undefined {
  if (node.kind === "group") return literalOf(node.body);
  if (node.kind === "set") {
    const { ranges, properties, negated } = node.set;
    const [only] = ranges;
    const one = ranges.length === 1 && properties.length === 0 && !negated && only?.[0] === only?.[1];
    return one && only !== undefined ? String.fromCodePoint(only[0]) : undefined;
  }
  if (node.kind !== "sequence") return undefined;
  const parts = node.items.map(literalOf);
  return parts.includes(undefined) ? undefined : parts.join("");
}

function isAnchored(node: RegexNode): boolean {
  if (node.kind === "assertion") return node.what === "lineStart" || node.what === "bufferStart";
  if (node.kind === "group") return isAnchored(node.body);
  if (node.kind === "alternatives") return node.items.every(isAnchored);
  return node.kind === "sequence" && node.items[0] !== undefined && isAnchored(node.items[0]);
}
