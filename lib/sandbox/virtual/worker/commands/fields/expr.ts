import { compareNames } from "../files/compare-names";
import { RegexSyntaxError } from "../regex/parse-posix";
import { PosixRegex } from "../regex/posix-regex";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const INTEGER = /^-?\d+$/;
const LEVELS: readonly (readonly string[])[] = [
  ["|"],
  ["&"],
  ["<", "<=", "=", "==", "!=", ">=", ">"],
  ["+", "-"],
  ["*", "/", "%"],
  [":"],
];

/** `expr`, with numbers of any size, as GNU's. Exit 1 for an empty or zero result, 2 for what cannot be read. */
export const expr = textTool("expr", (run, given) => {
  const words = given[0] === "--" ? given.slice(1) : given;
  if (words.length === 0) throw new ToolFailure("missing operand\nTry 'expr --help' for more information.", 2);
  const value = new Expression(words).evaluate();
  run.print(`${value}\n`);
  run.exitCode = isFalse(value) ? 1 : 0;
});

function isFalse(value: string): boolean {
  return value === "" || (INTEGER.test(value) && BigInt(value) === 0n);
}

class Expression {
  private at = 0;

  constructor(private readonly words: readonly string[]) {}

  evaluate(): string {
    const value = this.level(0);
    const rest = this.words[this.at];
    if (rest !== undefined) throw new ToolFailure(`syntax error: unexpected argument '${rest}'`, 2);
    return value;
  }

  private level(depth: number): string {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.primary();
    let left = this.level(depth + 1);
    for (;;) {
      const operator = this.words[this.at];
      if (operator === undefined || !operators.includes(operator)) return left;
      this.at += 1;
      left = combined(operator, left, this.level(depth + 1));
    }
  }

  private primary(): string {
    const word = this.next();
    switch (word) {
      case "(": {
        const value = this.level(0);
        if (this.words[this.at] !== ")") throw new ToolFailure("syntax error: expecting ')' after ...", 2);
        this.at += 1;
        return value;
      }
      case "+":
        return this.next();
      case "length":
        return String([...this.primary()].length);
      case "match":
        return matched(this.primary(), this.primary());
      case "index": {
        const [text, letters] = [this.primary(), this.primary()];
        return String([...text].findIndex((letter) => letters.includes(letter)) + 1);
      }
      case "substr": {
        const [text, start, count] = [this.primary(), this.primary(), this.primary()];
        if (!INTEGER.test(start) || !INTEGER.test(count) || Number(start) < 1 || Number(count) < 1) return "";
        return [...text].slice(Number(start) - 1, Number(start) - 1 + Number(count)).join("");
      }
      case ")":
        throw new ToolFailure("syntax error: unexpected ')'", 2);
      default:
        return word;
    }
  }

  private next(): string {
    const word = this.words[this.at];
    if (word === undefined) {
      throw new ToolFailure(`syntax error: missing argument after '${this.words[this.at - 1] ?? ""}'`, 2);
    }
    this.at += 1;
    return word;
  }
}

function combined(operator: string, left: string, right: string): string {
  switch (operator) {
    case "|":
      return isFalse(left) ? (isFalse(right) ? "0" : right) : left;
    case "&":
      return isFalse(left) || isFalse(right) ? "0" : left;
    case ":":
      return matched(left, right);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return calculated(operator, left, right);
    default: {
      const numbers = INTEGER.test(left) && INTEGER.test(right);
      const order = numbers ? Number(BigInt(left) - BigInt(right)) : compareNames(left, right);
      const holds: Readonly<Record<string, boolean>> = {
        "<": order < 0,
        "<=": order <= 0,
        "=": order === 0,
        "==": order === 0,
        "!=": order !== 0,
        ">=": order >= 0,
        ">": order > 0,
      };
      return holds[operator] ? "1" : "0";
    }
  }
}

function calculated(operator: string, left: string, right: string): string {
  if (!INTEGER.test(left) || !INTEGER.test(right)) throw new ToolFailure("non-integer argument", 2);
  const [a, b] = [BigInt(left), BigInt(right)];
  if (operator === "+") return String(a + b);
  if (operator === "-") return String(a - b);
  if (operator === "*") return String(a * b);
  if (b === 0n) throw new ToolFailure("division by zero", 2);
  return String(operator === "/" ? a / b : a % b);
}

/** The first group when the expression has one, else the number of characters that match from the start. */
function matched(text: string, pattern: string): string {
  try {
    const regex = new PosixRegex(`^${pattern}`, { extended: false, escapes: "none" });
    const found = regex.exec(text);
    if (regex.groups > 0) return found?.groups[1] ?? "";
    return String(found === undefined ? 0 : [...text.slice(found.start, found.end)].length);
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw new ToolFailure(error.message, 2);
    throw error;
  }
}
