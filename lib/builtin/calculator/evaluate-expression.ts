/** An arithmetic error in words; the message is part of the calculator's contract. */
export class ExpressionError extends Error {}

const FUNCTIONS: Readonly<Record<string, { arguments: "one" | "several"; compute: (...values: number[]) => number }>> =
  {
    sqrt: { arguments: "one", compute: Math.sqrt },
    cbrt: { arguments: "one", compute: Math.cbrt },
    sin: { arguments: "one", compute: Math.sin },
    cos: { arguments: "one", compute: Math.cos },
    tan: { arguments: "one", compute: Math.tan },
    asin: { arguments: "one", compute: Math.asin },
    acos: { arguments: "one", compute: Math.acos },
    atan: { arguments: "one", compute: Math.atan },
    log: { arguments: "one", compute: Math.log },
    ln: { arguments: "one", compute: Math.log },
    log10: { arguments: "one", compute: Math.log10 },
    log2: { arguments: "one", compute: Math.log2 },
    exp: { arguments: "one", compute: Math.exp },
    abs: { arguments: "one", compute: Math.abs },
    round: { arguments: "one", compute: Math.round },
    floor: { arguments: "one", compute: Math.floor },
    ceil: { arguments: "one", compute: Math.ceil },
    min: { arguments: "several", compute: Math.min },
    max: { arguments: "several", compute: Math.max },
  };
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

type Token = { type: "number"; value: number } | { type: "name"; value: string } | { type: "operator"; value: string };

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z][A-Za-z0-9]*/y;
const OPERATORS = "+-*/%^(),";
const DEPTH_LIMIT = 200;

/**
 * The value of an arithmetic expression. All of the text must be one expression: `2 3` and `1.2.3` are errors, not 23 and
 * 1.2. `^` is right associative and binds tighter than a sign before it, so `-2^2` is -4 and `2^-1` is 0.5.
 */
export function evaluateExpression(expression: string): number {
  const result = new Parser(tokenize(expression)).parse();
  if (!Number.isFinite(result)) throw new ExpressionError("Result is not a finite number");
  return result === 0 ? 0 : result;
}

function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(expression)?.[0];
  };
  while (at < expression.length) {
    const character = String.fromCodePoint(expression.codePointAt(at) ?? 0);
    if (/\s/.test(character)) {
      at += character.length;
      continue;
    }
    const number = match(NUMBER);
    const name = number === undefined ? match(NAME) : undefined;
    if (number !== undefined) tokens.push({ type: "number", value: Number(number) });
    else if (name !== undefined) tokens.push({ type: "name", value: name.toLowerCase() });
    else if (OPERATORS.includes(character)) tokens.push({ type: "operator", value: character });
    else throw new ExpressionError(`Unknown character: ${character}`);
    at += (number ?? name ?? character).length;
  }
  return tokens;
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: Token[]) {}

  parse(): number {
    const value = this.sum();
    const rest = this.tokens[this.at];
    if (rest !== undefined) throw unexpected(rest);
    return value;
  }

  private sum(): number {
    let value = this.product();
    for (let operator = this.take("+", "-"); operator !== undefined; operator = this.take("+", "-")) {
      const right = this.product();
      value = operator === "+" ? value + right : value - right;
    }
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (let operator = this.take("*", "/", "%"); operator !== undefined; operator = this.take("*", "/", "%")) {
      const right = this.signed();
      value = operator === "*" ? value * right : operator === "/" ? value / right : value % right;
    }
    return value;
  }

  private signed(): number {
    let negative = false;
    for (let sign = this.take("+", "-"); sign !== undefined; sign = this.take("+", "-")) {
      if (sign === "-") negative = !negative;
    }
    const value = this.power();
    return negative ? -value : value;
  }

  private power(): number {
    const base = this.primary();
    return this.take("^") === undefined ? base : base ** this.nested(() => this.signed());
  }

  private primary(): number {
    const token = this.tokens[this.at];
    if (token === undefined) throw new ExpressionError("Unexpected end of expression");
    this.at += 1;
    if (token.type === "number") return token.value;
    if (token.type === "name") return this.named(token.value, token);
    if (token.value !== "(") throw unexpected(token);
    const value = this.nested(() => this.sum());
    if (this.take(")") === undefined) throw new ExpressionError("Expected ')'");
    return value;
  }

  private named(name: string, token: Token): number {
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant !== undefined) return constant;
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (known === undefined) throw unexpected(token);
    if (this.take("(") === undefined) throw new ExpressionError(`Expected '(' after function ${name}`);
    const values = [this.nested(() => this.sum())];
    while (known.arguments === "several" && this.take(",") !== undefined) values.push(this.nested(() => this.sum()));
    if (this.take(")") === undefined) throw new ExpressionError("Expected ')' after function argument");
    return known.compute(...values);
  }

  private take(...operators: string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token?.type !== "operator" || !operators.includes(token.value)) return undefined;
    this.at += 1;
    return token.value;
  }

  private nested(parse: () => number): number {
    this.depth += 1;
    if (this.depth > DEPTH_LIMIT) throw new ExpressionError(`Nested deeper than ${DEPTH_LIMIT} levels`);
    const value = parse();
    this.depth -= 1;
    return value;
  }
}

function unexpected(token: Token): ExpressionError {
  return new ExpressionError(`Unexpected token: ${JSON.stringify(token)}`);
}
