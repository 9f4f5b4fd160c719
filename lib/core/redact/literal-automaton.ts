const ROOT = 0;
const NONE = -1;
const FAST_CODES = 256;

/**
 * Finds all of many literal texts in one pass, one step a UTF-16 unit, however they overlap and whatever the text is
 * (Aho and Corasick's automaton). A state also knows how much of the text so far could be the beginning of a literal.
 */
export class LiteralAutomaton {
  readonly #literals: readonly string[];
  // Nearly every state has one way on, so that one is kept flat and only a fork has a map.
  readonly #onlyCode: number[] = [NONE];
  readonly #onlyState: number[] = [NONE];
  readonly #forks = new Map<number, Map<number, number>>();
  readonly #fail: number[] = [ROOT];
  readonly #depth: number[] = [0];
  /** The literal that ends in a state, and the next state along the failures in which one does. */
  readonly #literal: number[] = [NONE];
  readonly #shorter: number[] = [NONE];
  readonly #rootFast = new Int32Array(FAST_CODES);

  /** Literals are told apart and not empty. */
  constructor(literals: readonly string[]) {
    this.#literals = literals;
    for (const [index, literal] of literals.entries()) {
      let state = ROOT;
      for (let at = 0; at < literal.length; at += 1) state = this.#grow(state, literal.charCodeAt(at));
      this.#literal[state] = index;
    }
    for (let code = 0; code < FAST_CODES; code += 1) this.#rootFast[code] = Math.max(ROOT, this.#child(ROOT, code));
    this.#link();
  }

  get start(): number {
    return ROOT;
  }

  next(state: number, code: number): number {
    if (state === ROOT && code < FAST_CODES) return this.#rootFast[code] ?? ROOT;
    for (let from = state; ; from = this.#fail[from] ?? ROOT) {
      const child = this.#child(from, code);
      if (child !== NONE) return child;
      if (from === ROOT) return ROOT;
    }
  }

  /** How many of the last units are the beginning of some literal: the longest such. */
  depth(state: number): number {
    return this.#depth[state] ?? 0;
  }

  /** Whether any literal ends here: what to ask before `ends`. */
  isEnd(state: number): boolean {
    return state !== ROOT && (this.#literal[state] !== NONE || this.#shorter[state] !== NONE);
  }

  /** Calls for each literal that ends here, the longest first. */
  ends(state: number, each: (literal: number, length: number) => void): void {
    const own = this.#literal[state] ?? NONE;
    for (
      let at = own === NONE ? this.#shorter[state] : state;
      at !== undefined && at !== NONE;
      at = this.#shorter[at]
    ) {
      const literal = this.#literal[at] ?? NONE;
      each(literal, this.#literals[literal]?.length ?? 0);
    }
  }

  #child(state: number, code: number): number {
    if (this.#onlyCode[state] === code) return this.#onlyState[state] ?? NONE;
    return this.#forks.get(state)?.get(code) ?? NONE;
  }

  #grow(state: number, code: number): number {
    const known = this.#child(state, code);
    if (known !== NONE) return known;
    const made = this.#depth.length;
    this.#onlyCode.push(NONE);
    this.#onlyState.push(NONE);
    this.#fail.push(ROOT);
    this.#depth.push((this.#depth[state] ?? 0) + 1);
    this.#literal.push(NONE);
    this.#shorter.push(NONE);
    if (this.#onlyCode[state] === NONE) {
      this.#onlyCode[state] = code;
      this.#onlyState[state] = made;
    } else {
      const fork = this.#forks.get(state) ?? new Map<number, number>();
      fork.set(code, made);
      this.#forks.set(state, fork);
    }
    return made;
  }

  /** Breadth first, so that every shorter state is linked before a longer one looks at it. */
  #link(): void {
    const queue = this.#children(ROOT).map(([, child]) => child);
    for (let at = 0; at < queue.length; at += 1) {
      const state = queue[at] ?? ROOT;
      for (const [code, child] of this.#children(state)) {
        const fail = this.next(this.#fail[state] ?? ROOT, code);
        this.#fail[child] = fail;
        this.#shorter[child] = (this.#literal[fail] ?? NONE) === NONE ? (this.#shorter[fail] ?? NONE) : fail;
        queue.push(child);
      }
    }
  }

  #children(state: number): [code: number, child: number][] {
    const only = this.#onlyCode[state] ?? NONE;
    if (only === NONE) return [];
    return [[only, this.#onlyState[state] ?? NONE], ...(this.#forks.get(state) ?? [])];
  }
}
