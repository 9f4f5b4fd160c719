import { PosixRegex, type RegexMatch } from "../regex/posix-regex";
import type { GrepOptions } from "./grep-options";
import { PerlRegex } from "./perl-regex";

interface Searcher {
  test(text: string): boolean;
  exec(text: string, from?: number): RegexMatch | undefined;
}

const WORD = /[\p{L}\p{Nd}_]/u;

/** What `grep` looks for in a line: any of its patterns. */
export class GrepMatcher {
  private readonly searchers: Searcher[];
  private readonly words: Set<string> | undefined;
  private readonly plain: boolean;

  constructor(private readonly options: GrepOptions) {
    const { syntax, ignoreCase, lines } = options;
    const patterns = [...new Set(options.patterns)];
    const many = syntax === "fixed" && lines && !ignoreCase;
    this.words = many ? new Set(patterns) : undefined;
    this.searchers = many ? [] : patterns.map((pattern) => searcher(pattern, options));
    this.plain = !options.words && (!lines || this.words !== undefined);
  }

  test(line: string): boolean {
    if (this.words !== undefined) return this.words.has(line);
    if (this.plain) return this.searchers.some((one) => one.test(line));
    return this.next(line, 0) !== undefined;
  }

  /** The leftmost match from `from`, the longest there. */
  next(line: string, from: number): RegexMatch | undefined {
    if (this.words !== undefined) {
      return this.words.has(line) && from === 0 ? { start: 0, end: line.length, groups: [line] } : undefined;
    }
    let best: RegexMatch | undefined;
    for (const one of this.searchers) {
      const found = this.options.words ? this.nextWord(one, line, from) : one.exec(line, from);
      if (found === undefined) continue;
      if (best === undefined || found.start < best.start || (found.start === best.start && found.end > best.end))
        best = found;
    }
    return best;
  }

  private nextWord(one: Searcher, line: string, from: number): RegexMatch | undefined {
    let at = from;
    while (at <= line.length) {
      const found = one.exec(line, at);
      if (found === undefined) return undefined;
      for (let end = found.end; end >= found.start; end -= 1) {
        if (end < found.end) {
          // A shorter match at the same place may still be a word.
          const shorter = one.exec(line.slice(0, end), found.start);
          if (shorter === undefined || shorter.start !== found.start) break;
          end = shorter.end;
        }
        if (isWordAlone(line, found.start, end) && end > found.start) return { ...found, end };
      }
      if (found.end === found.start && isWordAlone(line, found.start, found.end)) return found;
      at = found.start + 1;
    }
    return undefined;
  }
}

function isWordAlone(line: string, start: number, end: number): boolean {
  return !(start > 0 && WORD.test(line[start - 1] as string)) && !(end < line.length && WORD.test(line[end] as string));
}

function searcher(pattern: string, options: GrepOptions): Searcher {
  const { syntax, ignoreCase, lines } = options;
  if (syntax === "perl") return new PerlRegex(lines ? `^(?:${pattern})$` : pattern, ignoreCase);
  if (syntax === "fixed") {
    const quoted = pattern.replace(/[\\^$.*[\]]/g, "\\$&");
    return new PosixRegex(lines ? `^${quoted}$` : quoted, { extended: false, escapes: "none", ignoreCase });
  }
  const extended = syntax === "extended";
  const whole = extended ? `^(${pattern})$` : `^\\(${pattern}\\)$`;
  if (lines) new PosixRegex(pattern, { extended, escapes: "none", ignoreCase });
  // A back reference counts the groups of the person's own pattern.
  const counted = lines && !/\\[1-9]/.test(pattern) ? whole : pattern;
  const regex = new PosixRegex(counted, { extended, escapes: "none", ignoreCase });
  return lines && counted === pattern ? wholeLine(regex) : regex;
}

function wholeLine(regex: PosixRegex): Searcher {
  const exec = (text: string, from = 0): RegexMatch | undefined => {
    const found = regex.exec(text, from);
    return found !== undefined && found.start === 0 && found.end === text.length ? found : undefined;
  };
  return { exec, test: (text) => exec(text) !== undefined };
}
