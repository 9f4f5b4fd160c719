import { RE2JS } from "re2js";
import { type PosixSyntax, parsePosix } from "./parse-posix";
import { literalOf, type RegexCost, regexCost } from "./regex-cost";
import type { RegexNode } from "./regex-node";
import { regexSource } from "./regex-source";

export interface RegexOptions extends PosixSyntax {
  ignoreCase?: boolean;
  /** `^` and `$` also match at the newlines inside the text (`M` of sed). */
  multiline?: boolean;
}

export interface RegexMatch {
  start: number;
  end: number;
  /** `[0]` is the whole match; a group that took no part is undefined. */
  groups: (string | undefined)[];
}

/** An expression that could only be searched for in a time that doubles with the text. */
export class RegexTooCostly extends Error {
  override name = "RegexTooCostly";

  constructor(pattern: string) {
    super(`regular expression is too costly for this text: ${pattern}`);
  }
}

const STEPS_ALLOWED = 1e8;

/**
 * A POSIX regular expression over text: leftmost, and the longest there. JavaScript's own engine searches where a bound on
 * its steps is known and its match is the longest; a linear engine does the rest. A back reference needs the former, so
 * its search is refused (`RegexTooCostly`) where the bound is too high.
 */
export class PosixRegex {
  readonly groups: number;
  private readonly cost: RegexCost;
  private readonly native: RegExp;
  private readonly literal: string | undefined;
  private readonly root: RegexNode;
  private readonly linears: { first?: RE2JS; longest?: RE2JS } = {};

  constructor(
    readonly pattern: string,
    private readonly options: RegexOptions,
  ) {
    const { root, groups } = parsePosix(pattern, options);
    this.root = root;
    this.groups = groups;
    const ignoreCase = options.ignoreCase ?? false;
    this.cost = regexCost(root, ignoreCase);
    this.literal = ignoreCase || groups > 0 ? undefined : literalOf(root);
    const flags = `gu${ignoreCase ? "i" : ""}${options.multiline ? "m" : ""}`;
    this.native = new RegExp(regexSource(root, "js") ?? "", flags);
  }

  test(text: string): boolean {
    if (this.literal !== undefined) return text.includes(this.literal);
    if (this.isAffordable(text.length)) {
      this.native.lastIndex = 0;
      return this.native.test(text);
    }
    return this.linear(false).matcher(text).find();
  }

  /** The leftmost longest match that starts at `from` or later. */
  exec(text: string, from = 0): RegexMatch | undefined {
    if (from > text.length) return undefined;
    if (this.literal !== undefined) {
      const start = text.indexOf(this.literal, from);
      return start < 0 ? undefined : { start, end: start + this.literal.length, groups: [this.literal] };
    }
    let start = from;
    if (this.isAffordable(text.length)) {
      const found = this.execNative(text, from);
      if (found === undefined || !this.cost.mayBeShort || regexSource(this.root, "re2") === undefined) return found;
      start = found.start;
    }
    const matcher = this.linear(true).matcher(text);
    if (!matcher.find(start)) return undefined;
    const groups: (string | undefined)[] = [];
    for (let index = 0; index <= this.groups; index += 1) groups.push(matcher.group(index) ?? undefined);
    return { start: matcher.start(), end: matcher.end(), groups };
  }

  private execNative(text: string, from: number): RegexMatch | undefined {
    this.native.lastIndex = from;
    const found = this.native.exec(text);
    return found === null ? undefined : { start: found.index, end: found.index + found[0].length, groups: found };
  }

  private isAffordable(length: number): boolean {
    const { degree, anchored } = this.cost;
    if (degree === 0) return true;
    return (length + 1) ** (degree + (anchored && !this.options.multiline ? 0 : 1)) <= STEPS_ALLOWED;
  }

  private linear(longest: boolean): RE2JS {
    const key = longest ? "longest" : "first";
    const known = this.linears[key];
    if (known !== undefined) return known;
    const source = regexSource(this.root, "re2");
    if (source === undefined) throw new RegexTooCostly(this.pattern);
    const { ignoreCase, multiline } = this.options;
    const flags =
      (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
      (multiline ? RE2JS.MULTILINE : 0) |
      (longest ? RE2JS.LONGEST_MATCH : 0);
    try {
      this.linears[key] = RE2JS.compile(source, flags);
    } catch {
      throw new RegexTooCostly(this.pattern);
    }
    return this.linears[key];
  }
}
