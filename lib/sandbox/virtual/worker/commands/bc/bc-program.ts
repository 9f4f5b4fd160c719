import { MATH_FUNCTIONS } from "./bc-functions";
import {
  add,
  BcError,
  type BcNumber,
  compare,
  divide,
  multiply,
  negate,
  ONE,
  power,
  remainder,
  shown,
  squareRoot,
  whole,
  ZERO,
} from "./bc-number";

type Token = { kind: "number" | "name" | "string" | "symbol" | "end"; text: string };
type Scope = Map<string, BcNumber>;
type Expression = (machine: Machine) => BcNumber;
type Statement = (machine: Machine) => void;

export class BcSyntaxError extends Error {}
export class BcQuit extends Error {}
class Break extends Error {}
class Continue extends Error {}
class Return extends Error {
  constructor(readonly value: BcNumber) {
    super();
  }
}

const LINE_WIDTH = 68;
const DEEPEST = 2000;

interface Machine {
  variables: Scope;
  functions: Map<string, { parameters: string[]; locals: string[]; body: Statement[] }>;
  write(text: string): void;
  step(): void;
  depth: number;
  math: boolean;
  last: BcNumber;
}

export function createMachine(options: { math: boolean; write: (text: string) => void; step: () => void }): Machine {
  const variables: Scope = new Map([
    ["scale", whole(options.math ? 20 : 0)],
    ["ibase", whole(10)],
    ["obase", whole(10)],
  ]);
  return { variables, functions: new Map(), depth: 0, last: ZERO, ...options };
}

/** Runs a program; what each statement prints goes out as it is reached. Runtime errors end the statement, as bc's do. */
export function runProgram(machine: Machine, text: string, onError: (message: string) => void): void {
  const parser = new Parser(tokensOf(text));
  while (!parser.atEnd()) {
    const statement = parser.topLevel(machine);
    if (statement === undefined) continue;
    try {
      statement(machine);
    } catch (error) {
      if (error instanceof BcError) onError(`Runtime error (func=(main), adr=0): ${error.message}`);
      else if (!(error instanceof Break || error instanceof Continue || error instanceof Return)) throw error;
    }
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // A line break ends a statement, so the blanks that are skipped must not hold one.
  let rest = text
    .replace(/\\\n/g, "")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/#[^\n]*/g, "");
  while (rest !== "") {
    const blank = /^[ \t\r]+/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(blank);
    if (rest === "") break;
    const match =
      /^(?:(\n)|([0-9A-F]+(?:\.[0-9A-F]*)?|\.[0-9A-F]+)|([a-z][a-z0-9_]*)|"([^"]*)"|(\+\+|--|[-+*/%^]=|[<>=!]=|&&|\|\||[-+*/%^=<>!(){}[\];,.]))/.exec(
        rest,
      );
    if (match === null) throw new BcSyntaxError(`illegal character: ${rest[0]}`);
    const [all, line, number, name, string, symbol] = match;
    if (line !== undefined) tokens.push({ kind: "symbol", text: "\n" });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (string !== undefined) tokens.push({ kind: "string", text: string });
    else tokens.push({ kind: "symbol", text: symbol as string });
    rest = rest.slice(all.length);
  }
  return tokens;
}

function print(machine: Machine, value: BcNumber): void {
  const base = Number((machine.variables.get("obase") as BcNumber).digits);
  if (base > 16) throw new BcError("an obase above 16 is not supported in the embedded shell");
  const text = shown(value, base);
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += LINE_WIDTH) lines.push(text.slice(at, at + LINE_WIDTH));
  const fits = text.length <= LINE_WIDTH + 1;
  machine.write(fits ? text : lines.join("\\\n"));
  machine.last = value;
}

class Parser {
  private at = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  atEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  private get token(): Token {
    return this.tokens[this.at] ?? { kind: "end", text: "" };
  }

  private is(...texts: string[]): boolean {
    return (this.token.kind === "symbol" || this.token.kind === "name") && texts.includes(this.token.text);
  }

  private take(...texts: string[]): boolean {
    if (!this.is(...texts)) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new BcSyntaxError("syntax error");
  }

  private skipLines(): void {
    while (this.take("\n"));
  }

  private name(): string {
    if (this.token.kind !== "name") throw new BcSyntaxError("syntax error");
    this.at += 1;
    return (this.tokens[this.at - 1] as Token).text;
  }

  topLevel(machine: Machine): Statement | undefined {
    if (this.take("\n", ";")) return undefined;
    if (this.take("define")) {
      this.define(machine);
      return undefined;
    }
    const statement = this.statement();
    if (!this.atEnd() && !this.is("\n", ";")) throw new BcSyntaxError("syntax error");
    return statement;
  }

  private define(machine: Machine): void {
    this.take("void");
    const name = this.name();
    this.expect("(");
    const parameters = this.names(")");
    this.expect(")");
    this.skipLines();
    this.expect("{");
    this.skipLines();
    const locals: string[] = [];
    if (this.take("auto")) {
      locals.push(...this.names("\n", ";"));
      this.take("\n", ";");
    }
    machine.functions.set(name, { parameters, locals, body: this.block() });
  }

  private names(...ends: string[]): string[] {
    const names: string[] = [];
    while (!this.is(...ends) && !this.atEnd()) {
      names.push(this.name());
      if (this.is("[")) throw new BcSyntaxError("arrays as parameters are not supported in the embedded shell");
      this.take(",");
    }
    return names;
  }

  /** To the closing brace, which is taken. */
  private block(): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      while (this.take("\n", ";"));
      if (this.take("}")) return statements;
      if (this.atEnd()) throw new BcSyntaxError("syntax error");
      statements.push(this.statement());
    }
  }

  private statement(): Statement {
    if (this.take("{")) {
      const body = this.block();
      return (machine) => {
        for (const statement of body) statement(machine);
      };
    }
    if (this.token.kind === "string") {
      const { text } = this.token;
      this.at += 1;
      return (machine) => machine.write(text);
    }
    if (this.take("print")) return this.printStatement();
    if (this.take("if")) return this.ifStatement();
    if (this.take("while")) return this.whileStatement();
    if (this.take("for")) return this.forStatement();
    if (this.take("break")) return raise(() => new Break());
    if (this.take("continue")) return raise(() => new Continue());
    if (this.take("quit", "halt")) return raise(() => new BcQuit());
    if (this.take("return")) {
      const value = this.is("\n", ";", "}") || this.atEnd() ? () => ZERO : this.expression();
      return (machine) => {
        throw new Return(value(machine));
      };
    }
    const start = this.at;
    const expression = this.expression();
    const silent = this.isAssignment(start);
    return (machine) => {
      machine.step();
      const value = expression(machine);
      if (silent) return;
      print(machine, value);
      machine.write("\n");
    };
  }

  /** Whether what began at this token is an assignment, which prints nothing. */
  private isAssignment(start: number): boolean {
    if (this.tokens[start]?.kind !== "name") return false;
    let at = start + 1;
    if (this.tokens[at]?.text === "[") {
      let depth = 0;
      do {
        depth += this.tokens[at]?.text === "[" ? 1 : this.tokens[at]?.text === "]" ? -1 : 0;
        at += 1;
      } while (depth > 0 && at < this.at);
    }
    return at < this.at && /^(?:[-+*/%^]?=)$/.test(this.tokens[at]?.text ?? "");
  }

  private printStatement(): Statement {
    const parts: Statement[] = [];
    do {
      if (this.token.kind === "string") {
        const text = this.token.text.replace(
          /\\(.)/g,
          (_, letter: string) => ({ n: "\n", t: "\t", q: '"', "\\": "\\" })[letter] ?? letter,
        );
        this.at += 1;
        parts.push((machine) => machine.write(text));
      } else {
        const value = this.expression();
        parts.push((machine) => print(machine, value(machine)));
      }
    } while (this.take(","));
    return (machine) => {
      for (const part of parts) part(machine);
    };
  }

  private ifStatement(): Statement {
    this.expect("(");
    const condition = this.expression();
    this.expect(")");
    this.skipLines();
    const then = this.statement();
    const before = this.at;
    while (this.take("\n", ";"));
    if (!this.take("else")) {
      this.at = before;
      return (machine) => {
        if (condition(machine).digits !== 0n) then(machine);
      };
    }
    this.skipLines();
    const otherwise = this.statement();
    return (machine) => (condition(machine).digits !== 0n ? then(machine) : otherwise(machine));
  }

  private whileStatement(): Statement {
    this.expect("(");
    const condition = this.expression();
    this.expect(")");
    this.skipLines();
    const body = this.statement();
    return (machine) =>
      loop(
        machine,
        () => condition(machine).digits !== 0n,
        body,
        () => {},
      );
  }

  private forStatement(): Statement {
    this.expect("(");
    const parts = [";", ";", ")"].map((end): Expression | undefined => {
      const part = this.is(end) ? undefined : this.expression();
      this.expect(end);
      return part;
    });
    const [first, condition, next] = parts;
    this.skipLines();
    const body = this.statement();
    return (machine) => {
      first?.(machine);
      loop(
        machine,
        () => condition === undefined || condition(machine).digits !== 0n,
        body,
        () => next?.(machine),
      );
    };
  }

  private expression(): Expression {
    return this.binary(0);
  }

  /** From the loosest: `||`, `&&`, `!`, comparisons, assignments, sums, products, powers. */
  private binary(level: number): Expression {
    if (level === 2) {
      if (!this.take("!")) return this.binary(3);
      const value = this.binary(2);
      return (machine) => (value(machine).digits === 0n ? ONE : ZERO);
    }
    if (level === 4) return this.assignment();
    if (level === 7) return this.powerExpression();
    const operators = [["||"], ["&&"], [], ["<", ">", "<=", ">=", "==", "!="], [], ["+", "-"], ["*", "/", "%"]][
      level
    ] as string[];
    let left = this.binary(level + 1);
    while (this.is(...operators)) {
      const operator = this.token.text;
      this.at += 1;
      const [before, after] = [left, this.binary(level + 1)];
      left = (machine) => operate(machine, operator, before(machine), after(machine));
    }
    return left;
  }

  private assignment(): Expression {
    const start = this.at;
    if (this.token.kind === "name") {
      const place = this.place();
      if (place !== undefined && /^(?:[-+*/%^]?=)$/.test(this.token.text)) {
        const operator = this.token.text;
        this.at += 1;
        const value = this.binary(4);
        return (machine) => {
          const given = value(machine);
          const result = operator === "=" ? given : operate(machine, operator[0] as string, place.get(machine), given);
          return place.set(machine, result);
        };
      }
      this.at = start;
    }
    return this.binary(5);
  }

  private powerExpression(): Expression {
    if (this.take("-")) {
      const value = this.powerExpression();
      return (machine) => negate(value(machine));
    }
    const base = this.primary();
    if (!this.take("^")) return base;
    const exponent = this.powerExpression();
    return (machine) => operate(machine, "^", base(machine), exponent(machine));
  }

  private place(): { get: Expression; set: (machine: Machine, value: BcNumber) => BcNumber } | undefined {
    const name = this.name();
    if (this.is("(")) return undefined;
    if (this.take("[")) {
      const index = this.expression();
      this.expect("]");
      const key = (machine: Machine) => `${name}[${index(machine).digits}]`;
      return {
        get: (machine) => machine.variables.get(key(machine)) ?? ZERO,
        set: (machine, value) => {
          machine.variables.set(key(machine), value);
          return value;
        },
      };
    }
    return {
      get: (machine) => (name === "last" ? machine.last : (machine.variables.get(name) ?? ZERO)),
      set: (machine, value) => {
        const special = name === "ibase" || name === "obase" || name === "scale";
        const kept = special ? whole(value.digits / 10n ** BigInt(value.scale)) : value;
        if (name === "ibase" && (kept.digits < 2n || kept.digits > 16n))
          throw new BcError("ibase must be from 2 to 16");
        if (name === "obase" && kept.digits < 2n) throw new BcError("obase must be at least 2");
        machine.variables.set(name, kept);
        return kept;
      },
    };
  }

  private primary(): Expression {
    const { kind, text } = this.token;
    if (this.take("(")) {
      const inner = this.expression();
      this.expect(")");
      return inner;
    }
    if (kind === "number") {
      this.at += 1;
      return (machine) => readNumber(text, Number((machine.variables.get("ibase") as BcNumber).digits));
    }
    if (this.is("++", "--")) {
      this.at += 1;
      const place = this.place();
      if (place === undefined) throw new BcSyntaxError("syntax error");
      const by = whole(text === "++" ? 1 : -1);
      return (machine) => place.set(machine, add(place.get(machine), by));
    }
    if (this.take(".")) return (machine) => machine.last;
    if (kind !== "name") throw new BcSyntaxError("syntax error");
    const start = this.at;
    const place = this.place();
    if (place !== undefined) {
      if (!this.is("++", "--")) return place.get;
      const by = whole(this.token.text === "++" ? 1 : -1);
      this.at += 1;
      return (machine) => {
        const before = place.get(machine);
        place.set(machine, add(before, by));
        return before;
      };
    }
    this.at = start + 1;
    this.expect("(");
    const given: Expression[] = [];
    while (!this.is(")")) {
      given.push(this.expression());
      if (!this.is(")")) this.expect(",");
    }
    this.expect(")");
    return (machine) =>
      call(
        machine,
        text,
        given.map((value) => value(machine)),
      );
  }
}

function raise(make: () => Error): Statement {
  return () => {
    throw make();
  };
}

function loop(machine: Machine, goesOn: () => boolean, body: Statement, next: () => void): void {
  while (goesOn()) {
    machine.step();
    try {
      body(machine);
    } catch (error) {
      if (error instanceof Break) return;
      if (!(error instanceof Continue)) throw error;
    }
    next();
  }
}

function operate(machine: Machine, operator: string, left: BcNumber, right: BcNumber): BcNumber {
  const scale = Number((machine.variables.get("scale") as BcNumber).digits);
  const truth = (value: boolean) => (value ? ONE : ZERO);
  switch (operator) {
    case "+":
      return add(left, right);
    case "-":
      return add(left, negate(right));
    case "*":
      return multiply(left, right, scale);
    case "/":
      return divide(left, right, scale);
    case "%":
      return remainder(left, right, scale);
    case "^":
      return power(left, right, scale);
    case "&&":
      return truth(left.digits !== 0n && right.digits !== 0n);
    case "||":
      return truth(left.digits !== 0n || right.digits !== 0n);
    default: {
      const order = compare(left, right);
      return truth(
        operator === "<"
          ? order < 0
          : operator === ">"
            ? order > 0
            : operator === "<="
              ? order <= 0
              : operator === ">="
                ? order >= 0
                : operator === "=="
                  ? order === 0
                  : order !== 0,
      );
    }
  }
}

function call(machine: Machine, name: string, given: BcNumber[]): BcNumber {
  machine.step();
  const [value = ZERO] = given;
  const scale = Number((machine.variables.get("scale") as BcNumber).digits);
  const own = machine.functions.get(name);
  if (own === undefined) {
    if (name === "sqrt") return squareRoot(value, scale);
    if (name === "length") return whole(Math.max(value.digits.toString().replace("-", "").length, value.scale));
    if (name === "scale") return whole(value.scale);
    const known = machine.math ? MATH_FUNCTIONS[name] : undefined;
    if (known === undefined) throw new BcError(`Function ${name} not defined.`);
    return known(value, scale);
  }
  if (own.parameters.length !== given.length) throw new BcError("Parameter number mismatch");
  if (machine.depth > DEEPEST) throw new BcError("functions call each other too deeply");
  const names = [...own.parameters, ...own.locals];
  const kept = names.map((variable) => machine.variables.get(variable));
  for (const [index, variable] of names.entries()) machine.variables.set(variable, given[index] ?? ZERO);
  machine.depth += 1;
  try {
    for (const statement of own.body) statement(machine);
    return ZERO;
  } catch (error) {
    if (error instanceof Return) return error.value;
    throw error;
  } finally {
    machine.depth -= 1;
    for (const [index, variable] of names.entries()) {
      const before = kept[index];
      if (before === undefined) machine.variables.delete(variable);
      else machine.variables.set(variable, before);
    }
  }
}

function readNumber(text: string, base: number): BcNumber {
  const [head = "", tail = ""] = text.split(".");
  const digit = (letter: string) => Math.min(Number.parseInt(letter, 16), text.length === 1 ? 15 : base - 1);
  if (base === 10 && !/[A-F]/.test(text)) return { digits: BigInt(head + tail || "0"), scale: tail.length };
  let digits = 0n;
  for (const letter of head) digits = digits * BigInt(base) + BigInt(digit(letter));
  let fraction = 0n;
  for (const letter of tail) fraction = fraction * BigInt(base) + BigInt(digit(letter));
  const unit = 10n ** BigInt(tail.length);
  return { digits: digits * unit + (fraction * unit) / BigInt(base) ** BigInt(tail.length), scale: tail.length };
}
