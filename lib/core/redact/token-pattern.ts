/** A text that began like a token and goes on like one. */
export interface Candidate {
  /** Whether the next unit still belongs to it. */
  continues(code: number): boolean;
  /**
   * What has to go once it has ended: places relative to its beginning. Undefined when it was no token after all. `next` is
   * the unit that ended it.
   */
  accept(text: string, next: number | undefined): readonly [start: number, end: number] | undefined;
}

/**
 * One kind of secret that is known by its form: it begins with one of some literal texts and goes on for as long as its
 * letters do. Deciding takes time linear to its length.
 */
export interface TokenPattern {
  /** The name in the label. */
  kind: string;
  prefixes: readonly string[];
  /** The prefixes are lower-case and stand for themselves in any case. */
  anyCase?: boolean;
  /** May stand right behind a letter or a digit. */
  anywhere?: boolean;
  /** For what has no prefix: whether it may begin with this unit behind that one. */
  begins?(code: number, last: number | undefined): boolean;
  open(prefixLength: number): Candidate;
}
