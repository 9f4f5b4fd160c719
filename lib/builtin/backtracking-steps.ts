/**
 * At most how many steps a backtracking engine takes to search a text of `textLength` with this pattern; infinite where that
 * cannot be told. Counts in how many ways each part can match from one place, so that a pattern which looks harmless and
 * tries everything (`(a|a){30}b`, `x*x*x*y`) is seen.
 */
export function backtrackingSteps(pattern: string, textLength: number): number {
  try {
    const reader = new PatternReader(pattern, textLength + 1);
    const { ways, tailFree } = reader.whole();
    // From each place of the text; a part at the very end that always matches is never tried again.
    return (textLength + 1) * (ways / tailFree) * (pattern.length + 1) + textLength;
  } catch (error) {
    if (error instanceof Unreadable) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

class Unreadable extends Error {}

const QUANTIFIER = /\*|\+|\?|\{(\d+)(,(\d*))?\}/y;
const GROUP_START = /\((?:\?(?::|=|!|<=|<!|<[\p{ID_Start}$_][\p{ID_Continue}$]*>))?/uy;
const DEPTH_LIMIT = 100;

/** `single` is true for one character, whose repetition can only be longer or shorter. */
interface Part {
  ways: number;
  single: boolean;
}

class PatternReader {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly pattern: string,
    private readonly length: number,
  ) {}

  whole(): { ways: number; tailFree: number } {
    const { ways, lastRepeats } = this.#choices();
    if (this.#at < this.pattern.length) throw new Unreadable();
    return { ways, tailFree: lastRepeats ? this.length : 1 };
  }

  #choices(): { ways: number; lastRepeats: boolean } {
    this.#depth += 1;
    if (this.#depth > DEPTH_LIMIT) throw new Unreadable();
    let { ways, lastRepeats } = this.#sequence();
    while (this.pattern[this.#at] === "|") {
      this.#at += 1;
      ways += this.#sequence().ways;
      lastRepeats = false;
    }
    this.#depth -= 1;
    return { ways, lastRepeats };
  }

  #sequence(): { ways: number; lastRepeats: boolean } {
    let ways = 1;
    let lastRepeats = false;
    while (this.#at < this.pattern.length && !"|)".includes(this.pattern[this.#at] ?? "")) {
      const part = this.#part();
      const times = this.#times();
      lastRepeats = part.single && times !== undefined && times.most === Number.POSITIVE_INFINITY;
      ways *= times === undefined ? part.ways : this.#repeated(part, times);
    }
    return { ways, lastRepeats };
  }

  #repeated({ ways, single }: Part, { least, most }: { least: number; most: number }): number {
    if (single) return Math.min(most, this.length) - Math.min(least, this.length) + 1;
    if (most === Number.POSITIVE_INFINITY) {
      // A group that can match in one way only is like a character; one that has a choice in each turn has no bound.
      if (ways > 1) throw new Unreadable();
      return this.length;
    }
    return ways ** most * (most - least + 1);
  }

  #part(): Part {
    const character = this.pattern[this.#at];
    if (character === "(") return this.#group();
    if (character === "[") {
      this.#skipClass();
      return { ways: 1, single: true };
    }
    if (character === "\\") {
      this.#at += 2;
      // What a reference repeats is compared with the text again.
      return /[1-9k]/.test(this.pattern[this.#at - 1] ?? "")
        ? { ways: this.length, single: false }
        : { ways: 1, single: true };
    }
    this.#at += 1;
    return { ways: 1, single: true };
  }

  #group(): Part {
    const start = this.#match(GROUP_START);
    if (start === undefined) throw new Unreadable();
    const { ways } = this.#choices();
    if (this.pattern[this.#at] !== ")") throw new Unreadable();
    this.#at += 1;
    return { ways, single: false };
  }

  #skipClass(): void {
    for (this.#at += 1; this.#at < this.pattern.length; this.#at += 1) {
      const character = this.pattern[this.#at];
      if (character === "\\") this.#at += 1;
      else if (character === "[") throw new Unreadable();
      else if (character === "]") {
        this.#at += 1;
        return;
      }
    }
    throw new Unreadable();
  }

  #times(): { least: number; most: number } | undefined {
    const written = this.#match(QUANTIFIER);
    if (written === undefined) return undefined;
    // A lazy one tries the same in another order.
    if (this.pattern[this.#at] === "?") this.#at += 1;
    const [whole = "", least, range, most] = written;
    if (whole === "*") return { least: 0, most: Number.POSITIVE_INFINITY };
    if (whole === "+") return { least: 1, most: Number.POSITIVE_INFINITY };
    if (whole === "?") return { least: 0, most: 1 };
    if (range === undefined) return { least: Number(least), most: Number(least) };
    return { least: Number(least), most: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.pattern);
    if (match !== null) this.#at += match[0].length;
    return match ?? undefined;
  }
}
