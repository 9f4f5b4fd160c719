import { AwkSyntaxError, awkTokens, type Token } from "./awk-lexer";
import type { AwkFunction, AwkProgram, Expression, Redirection, Statement } from "./awk-node";

const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const COMPARISONS = new Set(["<", "<=", "==", "!=", ">", ">="]);
/** What may follow a value without an operator: the two are joined. */
const STARTS_OPERAND = new Set(["number", "string", "regex", "name", "call", "builtin"]);

/** Throws `AwkSyntaxError`. */
export function parseAwk(source: string): AwkProgram {
  return new AwkParser(awkTokens(source)).program();
}

class AwkParser {
  private at = 0;
  /** Inside `print …` a bare `>` redirects. */
  private noGreater = false;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  program(): AwkProgram {
    const program: AwkProgram = { begin: [], end: [], beginFile: [], endFile: [], rules: [], functions: new Map() };
    this.skipTerminators();
    while (this.peek().kind !== "end") {
      this.item(program);
      this.skipTerminators();
    }
    return program;
  }

  private item(program: AwkProgram): void {
    const token = this.peek();
    if (token.kind === "keyword") {
      const blocks: Record<string, Statement[]> = {
        BEGIN: program.begin,
        END: program.end,
        BEGINFILE: program.beginFile,
        ENDFILE: program.endFile,
      };
      const block = blocks[token.text];
      if (block !== undefined) {
        this.at += 1;
        if (!this.is("{")) this.fail(`${token.text} blocks must have an action part`);
        block.push(this.block());
        return;
      }
      if (token.text === "function") {
        const declared = this.functionDeclaration();
        if (program.functions.has(declared.name)) {
          throw new AwkSyntaxError(`line:${token.line}: function name \`${declared.name}' previously defined`);
        }
        program.functions.set(declared.name, declared);
        return;
      }
    }
    let pattern: Expression | undefined;
    let until: Expression | undefined;
    if (!this.is("{")) {
      pattern = this.expression();
      if (this.accept(",")) {
        this.skipNewlines();
        until = this.expression();
      }
    }
    program.rules.push({ pattern, until, body: this.is("{") ? this.block() : undefined });
  }

  private functionDeclaration(): AwkFunction {
    this.at += 1;
    const name = this.take();
    if (name.kind !== "name" && name.kind !== "call") this.fail("syntax error", name);
    this.expect("(");
    const parameters: string[] = [];
    while (!this.is(")")) {
      this.skipNewlines();
      const parameter = this.take();
      if (parameter.kind !== "name") this.fail("syntax error", parameter);
      parameters.push(parameter.text);
      this.skipNewlines();
      if (!this.accept(",")) break;
    }
    this.expect(")");
    this.skipNewlines();
    return { name: name.text, parameters, body: this.block() };
  }

  private block(): Statement {
    this.expect("{");
    const body: Statement[] = [];
    this.skipTerminators();
    while (!this.is("}")) {
      body.push(this.statement());
      this.skipTerminators();
    }
    this.at += 1;
    return { kind: "block", body };
  }

  private statement(): Statement {
    this.depth += 1;
    if (this.depth > 400) this.fail("too deeply nested");
    const statement = this.statementHere();
    this.depth -= 1;
    return statement;
  }

  private statementHere(): Statement {
    if (this.is("{")) return this.block();
    if (this.accept(";")) return { kind: "block", body: [] };
    const token = this.peek();
    if (token.kind === "keyword") {
      switch (token.text) {
        case "if":
          return this.ifStatement();
        case "while": {
          this.at += 1;
          const test = this.condition();
          if (this.accept(";")) return { kind: "while", test, body: { kind: "block", body: [] } };
          return { kind: "while", test, body: this.inner() };
        }
        case "do": {
          this.at += 1;
          const body = this.inner();
          this.skipTerminators();
          if (!this.acceptKeyword("while")) this.fail("syntax error");
          const test = this.condition();
          this.endOfSimple();
          return { kind: "do", body, test };
        }
        case "for":
          return this.forStatement();
        case "switch":
          return this.switchStatement();
      }
    }
    const statement = this.simple();
    this.endOfSimple();
    return statement;
  }

  private condition(): Expression {
    this.expect("(");
    this.skipNewlines();
    const test = this.freely(() => this.expression());
    this.skipNewlines();
    this.expect(")");
    return test;
  }

  private inner(): Statement {
    this.skipNewlines();
    return this.statement();
  }

  private ifStatement(): Statement {
    this.at += 1;
    const test = this.condition();
    const yes = this.inner();
    const before = this.at;
    this.skipTerminators();
    if (this.acceptKeyword("else")) return { kind: "if", test, yes, no: this.inner() };
    this.at = before;
    return { kind: "if", test, yes, no: undefined };
  }

  private forStatement(): Statement {
    this.at += 1;
    this.expect("(");
    const [variable, keyword, array, close] = this.tokens.slice(this.at, this.at + 4);
    if (variable?.kind === "name" && keyword?.text === "in" && array?.kind === "name" && close?.text === ")") {
      this.at += 4;
      const body = this.accept(";") ? ({ kind: "block", body: [] } as Statement) : this.inner();
      return { kind: "forIn", variable: { kind: "variable", name: variable.text }, array: array.text, body };
    }
    const start = this.is(";") ? undefined : this.simple();
    this.expect(";");
    this.skipNewlines();
    const test = this.is(";") ? undefined : this.freely(() => this.expression());
    this.expect(";");
    this.skipNewlines();
    const step = this.is(")") ? undefined : this.simple();
    this.expect(")");
    if (this.accept(";")) return { kind: "for", start, test, step, body: { kind: "block", body: [] } };
    return { kind: "for", start, test, step, body: this.inner() };
  }

  private switchStatement(): Statement {
    this.at += 1;
    const value = this.condition();
    this.skipNewlines();
    this.expect("{");
    this.skipTerminators();
    const cases: { test: Expression | undefined; body: Statement[] }[] = [];
    while (!this.accept("}")) {
      const isDefault = this.acceptKeyword("default");
      if (!isDefault && !this.acceptKeyword("case")) this.fail("syntax error");
      const test = isDefault ? undefined : this.primaryForCase();
      this.expect(":");
      this.skipTerminators();
      const body: Statement[] = [];
      while (!this.is("}") && !["case", "default"].includes(this.peek().kind === "keyword" ? this.peek().text : "")) {
        body.push(this.statement());
        this.skipTerminators();
      }
      cases.push({ test, body });
    }
    return { kind: "switch", value, cases };
  }

  private primaryForCase(): Expression {
    const negative = this.accept("-");
    const token = this.take();
    if (token.kind === "number") return { kind: "number", value: negative ? -token.value : token.value };
    if (token.kind === "string") return { kind: "string", value: token.text };
    if (token.kind === "regex") return { kind: "regex", source: token.text };
    return this.fail("syntax error", token);
  }

  /** A statement that ends at `;`, a newline or `}`. */
  private simple(): Statement {
    const token = this.peek();
    if (token.kind !== "keyword" || token.text === "getline")
      return { kind: "expression", expression: this.expression() };
    this.at += 1;
    switch (token.text) {
      case "print":
      case "printf":
        return this.printStatement(token.text);
      case "delete": {
        const parenthesised = this.accept("(");
        const array = this.take();
        if (array.kind !== "name") this.fail("syntax error", array);
        const subscript = this.accept("[") ? this.subscript() : undefined;
        if (parenthesised) this.expect(")");
        return { kind: "delete", array: array.text, subscript };
      }
      case "next":
      case "nextfile":
      case "break":
      case "continue":
        return { kind: token.text };
      case "return":
      case "exit":
        return { kind: token.text, value: this.endsSimple() ? undefined : this.expression() };
    }
    return this.fail("syntax error", token);
  }

  private printStatement(kind: "print" | "printf"): Statement {
    const outer = this.noGreater;
    this.noGreater = true;
    let items: Expression[] = [];
    if (!this.endsSimple() && !this.is(">") && !this.is(">>") && !this.is("|")) {
      items = this.printItems();
    }
    let to: Redirection | undefined;
    const mode = this.peek().text;
    if (this.peek().kind === "operator" && (mode === ">" || mode === ">>" || mode === "|")) {
      this.at += 1;
      to = { mode, target: this.concatenation() };
    } else if (mode === "|&") this.fail("two-way pipes are not supported");
    this.noGreater = outer;
    return { kind, items, to };
  }

  private printItems(): Expression[] {
    const first = this.expression();
    if (first.kind === "list" && (this.endsSimple() || this.is(">") || this.is(">>") || this.is("|")))
      return first.items;
    const items = [first];
    while (this.accept(",")) {
      this.skipNewlines();
      items.push(this.expression());
    }
    return items;
  }

  private endsSimple(): boolean {
    const token = this.peek();
    return (
      token.kind === "newline" ||
      token.kind === "end" ||
      (token.kind === "operator" && [";", "}", ")"].includes(token.text))
    );
  }

  private endOfSimple(): void {
    const token = this.peek();
    if (token.kind === "newline" || (token.kind === "operator" && token.text === ";")) {
      this.at += 1;
      return;
    }
    if (token.kind === "end" || (token.kind === "operator" && token.text === "}")) return;
    this.fail("syntax error");
  }

  // Expressions, loosest first

  private expression(): Expression {
    this.depth += 1;
    if (this.depth > 400) this.fail("too deeply nested");
    const left = this.conditional();
    this.depth -= 1;
    const token = this.peek();
    if (token.kind !== "operator" || !ASSIGNMENTS.has(token.text) || !isTarget(left)) return left;
    this.at += 1;
    this.skipNewlines();
    return { kind: "assign", operator: token.text, target: left, value: this.expression() };
  }

  private conditional(): Expression {
    const test = this.or();
    if (!this.accept("?")) return test;
    this.skipNewlines();
    const yes = this.expression();
    this.skipNewlines();
    this.expect(":");
    this.skipNewlines();
    return { kind: "conditional", test, yes, no: this.expression() };
  }

  private or(): Expression {
    let left = this.and();
    while (this.accept("||")) {
      this.skipNewlines();
      left = { kind: "or", left, right: this.and() };
    }
    return left;
  }

  private and(): Expression {
    let left = this.membership();
    while (this.accept("&&")) {
      this.skipNewlines();
      left = { kind: "and", left, right: this.membership() };
    }
    return left;
  }

  private membership(): Expression {
    let left = this.matching();
    while (this.peek().kind === "keyword" && this.peek().text === "in") {
      this.at += 1;
      const array = this.take();
      if (array.kind !== "name") this.fail("syntax error", array);
      left = { kind: "in", subscript: left.kind === "list" ? left.items : [left], array: array.text };
    }
    return left;
  }

  private matching(): Expression {
    let left = this.comparison();
    while (this.is("~") || this.is("!~")) {
      const negated = this.take().text === "!~";
      left = { kind: "match", negated, left, right: this.comparison() };
    }
    return left;
  }

  private comparison(): Expression {
    const left = this.pipedGetline(this.concatenation());
    const token = this.peek();
    if (token.kind !== "operator" || !COMPARISONS.has(token.text) || (token.text === ">" && this.noGreater))
      return left;
    this.at += 1;
    const compared: Expression = { kind: "binary", operator: token.text, left, right: this.concatenation() };
    return this.pipedGetline(compared);
  }

  private pipedGetline(command: Expression): Expression {
    let left = command;
    while (this.is("|") && this.tokens[this.at + 1]?.text === "getline") {
      this.at += 2;
      left = { kind: "getline", source: "command", from: left, target: this.getlineTarget() };
    }
    return left;
  }

  private concatenation(): Expression {
    let left = this.additive();
    while (this.startsConcatenated()) {
      left = { kind: "binary", operator: " ", left, right: this.additive() };
    }
    return left;
  }

  private startsConcatenated(): boolean {
    const token = this.peek();
    if (token.kind === "regex") return false;
    if (STARTS_OPERAND.has(token.kind)) return true;
    if (token.kind !== "operator") return false;
    return ["$", "!", "(", "++", "--"].includes(token.text);
  }

  private additive(): Expression {
    let left = this.multiplicative();
    while (this.is("+") || this.is("-")) {
      const operator = this.take().text;
      left = { kind: "binary", operator, left, right: this.multiplicative() };
    }
    return left;
  }

  private multiplicative(): Expression {
    let left = this.unary();
    while (this.is("*") || this.is("/") || this.is("%")) {
      const operator = this.take().text;
      left = { kind: "binary", operator, left, right: this.unary() };
    }
    return left;
  }

  private unary(): Expression {
    const token = this.peek();
    if (token.kind === "operator" && (token.text === "!" || token.text === "-" || token.text === "+")) {
      this.at += 1;
      const operand = this.unary();
      // `! x ~ y` is `! (x ~ y)` in the grammar of POSIX.
      if (token.text === "!" && (this.is("~") || this.is("!~"))) {
        const negated = this.take().text === "!~";
        return {
          kind: "unary",
          operator: "!",
          operand: { kind: "match", negated, left: operand, right: this.comparison() },
        };
      }
      return { kind: "unary", operator: token.text, operand };
    }
    return this.power();
  }

  private power(): Expression {
    const base = this.postfix();
    if (!this.accept("^")) return base;
    const negative = this.peek();
    if (negative.kind === "operator" && ["-", "+", "!"].includes(negative.text)) {
      this.at += 1;
      return {
        kind: "binary",
        operator: "^",
        left: base,
        right: { kind: "unary", operator: negative.text, operand: this.power() },
      };
    }
    return { kind: "binary", operator: "^", left: base, right: this.power() };
  }

  private postfix(): Expression {
    const operand = this.primary();
    if (!isTarget(operand)) return operand;
    const token = this.peek();
    if (token.kind !== "operator" || (token.text !== "++" && token.text !== "--")) return operand;
    this.at += 1;
    return { kind: "increment", operator: token.text, prefix: false, target: operand };
  }

  private primary(): Expression {
    const token = this.take();
    switch (token.kind) {
      case "number":
        return { kind: "number", value: token.value };
      case "string":
        return { kind: "string", value: token.text };
      case "regex":
        return { kind: "regex", source: token.text };
      case "name":
        if (!this.accept("[")) return { kind: "variable", name: token.text };
        return { kind: "element", array: token.text, subscript: this.subscript() };
      case "call":
        this.expect("(");
        return { kind: "call", name: token.text, arguments: this.argumentList() };
      case "builtin":
        if (this.accept("(")) return { kind: "builtin", name: token.text, arguments: this.argumentList() };
        if (token.text === "length") return { kind: "builtin", name: "length", arguments: [] };
        return this.fail("syntax error", token);
      case "keyword":
        if (token.text === "getline") return this.plainGetline();
        return this.fail("syntax error", token);
      case "operator":
        return this.operatorPrimary(token);
      default:
        return this.fail("syntax error", token);
    }
  }

  private operatorPrimary(token: Token): Expression {
    if (token.text === "$") {
      const sign = this.peek();
      if (sign.kind === "operator" && (sign.text === "++" || sign.text === "--")) {
        return { kind: "field", index: this.primary() };
      }
      if (sign.kind === "operator" && (sign.text === "-" || sign.text === "+" || sign.text === "!")) {
        this.at += 1;
        return { kind: "field", index: { kind: "unary", operator: sign.text, operand: this.primary() } };
      }
      return { kind: "field", index: this.primary() };
    }
    if (token.text === "++" || token.text === "--") {
      const target = this.primary();
      if (!isTarget(target)) this.fail("syntax error", token);
      return { kind: "increment", operator: token.text, prefix: true, target };
    }
    if (token.text === "-" || token.text === "+") return { kind: "unary", operator: token.text, operand: this.unary() };
    if (token.text !== "(") return this.fail("syntax error", token);
    return this.freely(() => {
      this.skipNewlines();
      const items = [this.expression()];
      this.skipNewlines();
      while (this.accept(",")) {
        this.skipNewlines();
        items.push(this.expression());
        this.skipNewlines();
      }
      this.expect(")");
      if (items.length > 1) return { kind: "list", items };
      // What stands in parentheses is a value, even when it looks like a target: `(x) = 1` is no assignment.
      const only = items[0] as Expression;
      return only.kind === "regex" || only.kind === "variable" || only.kind === "element" || only.kind === "field"
        ? only
        : { kind: "list", items: [only] };
    });
  }

  private argumentList(): Expression[] {
    return this.freely(() => {
      const items: Expression[] = [];
      this.skipNewlines();
      while (!this.is(")")) {
        items.push(this.expression());
        this.skipNewlines();
        if (!this.accept(",")) break;
        this.skipNewlines();
      }
      this.expect(")");
      return items;
    });
  }

  private subscript(): Expression[] {
    return this.freely(() => {
      const items = [this.expression()];
      while (this.accept(",")) {
        this.skipNewlines();
        items.push(this.expression());
      }
      this.expect("]");
      return items;
    });
  }

  private plainGetline(): Expression {
    const target = this.getlineTarget();
    if (!this.accept("<")) return { kind: "getline", source: "main", from: undefined, target };
    return { kind: "getline", source: "file", from: this.postfix(), target };
  }

  private getlineTarget(): Expression | undefined {
    const token = this.peek();
    if (token.kind !== "name" && !(token.kind === "operator" && token.text === "$")) return undefined;
    const target = this.primary();
    return isTarget(target) ? target : this.fail("syntax error", token);
  }

  /** Inside brackets of any kind `>` compares again. */
  private freely<T>(parse: () => T): T {
    const { noGreater } = this;
    this.noGreater = false;
    const result = parse();
    this.noGreater = noGreater;
    return result;
  }

  private peek(): Token {
    return this.tokens[this.at] as Token;
  }

  private take(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.at += 1;
    return token;
  }

  private is(operator: string): boolean {
    const token = this.peek();
    return token.kind === "operator" && token.text === operator;
  }

  private accept(operator: string): boolean {
    if (!this.is(operator)) return false;
    this.at += 1;
    return true;
  }

  private acceptKeyword(keyword: string): boolean {
    const token = this.peek();
    if (token.kind !== "keyword" || token.text !== keyword) return false;
    this.at += 1;
    return true;
  }

  private expect(operator: string): void {
    if (!this.accept(operator)) this.fail("syntax error");
  }

  private skipNewlines(): void {
    while (this.peek().kind === "newline") this.at += 1;
  }

  private skipTerminators(): void {
    while (this.peek().kind === "newline" || this.is(";")) this.at += 1;
  }

  private fail(message: string, token = this.peek()): never {
    const near = token.kind === "newline" ? "end of line" : token.text;
    throw new AwkSyntaxError(`line:${token.line}: ${message} at or near ${near}`);
  }
}

function isTarget(expression: Expression): boolean {
  return expression.kind === "variable" || expression.kind === "element" || expression.kind === "field";
}
