import type { PosixRegex } from "../regex/posix-regex";
import { fillArray, PLAIN_BUILTINS, sortArray, substitute, textLength } from "./awk-builtins";
import { AwkSyntaxError } from "./awk-lexer";
import { type AwkArray, AwkExit, type AwkMachine, AwkNext } from "./awk-machine";
import type { AwkFunction, AwkProgram, Expression, Redirection, Statement } from "./awk-node";
import { AwkRuntimeError } from "./awk-record";
import { arrayNames, scopedName, visitNode, waitingFunctions, waits } from "./awk-scope";
import { inputValue, isTrue, NumericText, numberOf, type Value } from "./awk-value";

export enum Flow {
  Normal,
  Break,
  Continue,
  Next,
  NextFile,
  Exit,
  Return,
}

type Run<T> = () => T;
/** Compiled code: at once, or with a promise where it reads input or runs commands. */
export type Code = { waits: false; run: Run<Flow> } | { waits: true; run: Run<Promise<Flow>> };

const MAX_CALL_DEPTH = 5_000;
const SPECIAL = new Set(["NF", "NR", "FNR"]);

/**
 * Turns the syntax tree into closures. What only computes becomes plain functions. What reads input or runs a command waits:
 * the waiting parts of an expression are evaluated first, into slots, and the rest of it is a plain function over them.
 */
export class AwkCompiler {
  private readonly arrays: Set<string>;
  private readonly waiting: Set<string>;
  private readonly bodies = new Map<string, Code>();
  private readonly slots: Value[] = [];
  private scope: AwkFunction | undefined;

  constructor(
    private readonly program: AwkProgram,
    private readonly machine: AwkMachine,
  ) {
    this.arrays = arrayNames(program);
    this.waiting = waitingFunctions(program);
    for (const declared of program.functions.values()) {
      this.scope = declared;
      this.bodies.set(declared.name, this.code(declared.body));
    }
    this.scope = undefined;
  }

  code(statement: Statement): Code {
    return waits(statement, this.waiting)
      ? { waits: true, run: this.waitingStatement(statement) }
      : { waits: false, run: this.statement(statement) };
  }

  condition(expression: Expression): { waits: false; run: Run<boolean> } | { waits: true; run: Run<Promise<boolean>> } {
    if (!this.isWaiting(expression)) return { waits: false, run: this.truth(expression) };
    const value = this.waitingValue(expression);
    return { waits: true, run: async () => isTrue(await value()) };
  }

  private isWaiting(node: unknown): boolean {
    return waits(node, this.waiting);
  }

  // Expressions that only compute

  private value(expression: Expression): Run<Value> {
    const { machine } = this;
    switch (expression.kind) {
      case "number":
      case "string": {
        const { value } = expression;
        return () => value;
      }
      case "slot": {
        const { slots } = this;
        const { index } = expression;
        return () => slots[index];
      }
      case "list": {
        if (expression.items.length > 1) throw new AwkSyntaxError("syntax error: a list of values stands alone");
        return this.value(expression.items[0] as Expression);
      }
      case "variable":
        return this.variable(expression.name);
      case "field": {
        const index = this.number(expression.index);
        return () => machine.record.getField(Math.trunc(index()));
      }
      case "element": {
        const array = this.array(expression.array);
        const key = this.subscript(expression.subscript);
        return () => machine.element(array(), key());
      }
      case "conditional": {
        const test = this.truth(expression.test);
        const yes = this.value(expression.yes);
        const no = this.value(expression.no);
        return () => (test() ? yes() : no());
      }
      case "assign":
        return this.assignment(expression);
      case "increment": {
        const add = expression.operator === "++" ? 1 : -1;
        const read = this.number(expression.target);
        const write = this.store(expression.target);
        return () => {
          const before = read();
          write(before + add);
          return expression.prefix ? before + add : before;
        };
      }
      case "binary":
        if (expression.operator === " ") return this.text(expression);
        if (isComparison(expression.operator)) {
          const test = this.truth(expression);
          return () => (test() ? 1 : 0);
        }
        return this.number(expression);
      case "regex":
      case "match":
      case "and":
      case "or":
      case "in": {
        const test = this.truth(expression);
        return () => (test() ? 1 : 0);
      }
      case "unary":
        return this.number(expression);
      case "call":
        return this.call(expression);
      case "builtin":
        return this.builtin(expression.name, expression.arguments);
      case "getline":
        throw new AwkSyntaxError("getline where nothing can wait");
    }
  }

  private number(expression: Expression): Run<number> {
    const { machine } = this;
    switch (expression.kind) {
      case "number": {
        const { value } = expression;
        return () => value;
      }
      case "field": {
        const index = this.number(expression.index);
        return () => machine.record.getFieldNumber(Math.trunc(index()));
      }
      case "unary": {
        if (expression.operator === "!") {
          const test = this.truth(expression.operand);
          return () => (test() ? 0 : 1);
        }
        const operand = this.number(expression.operand);
        return expression.operator === "-" ? () => -operand() : operand;
      }
      case "binary": {
        const operation = arithmetic(expression.operator);
        if (operation === undefined) break;
        const left = this.number(expression.left);
        const right = this.number(expression.right);
        return () => operation(left(), right());
      }
    }
    const value = this.value(expression);
    return () => numberOf(value());
  }

  private text(expression: Expression): Run<string> {
    const { machine } = this;
    switch (expression.kind) {
      case "string": {
        const { value } = expression;
        return () => value;
      }
      case "field": {
        const index = this.number(expression.index);
        return () => machine.record.getFieldText(Math.trunc(index()));
      }
      case "binary": {
        if (expression.operator !== " ") break;
        const left = this.text(expression.left);
        const right = this.text(expression.right);
        return () => left() + right();
      }
    }
    const value = this.value(expression);
    return () => machine.textOf(value());
  }

  private truth(expression: Expression): Run<boolean> {
    const { machine } = this;
    switch (expression.kind) {
      case "regex": {
        const regex = this.regex(expression);
        return () => regex().test(machine.record.getText());
      }
      case "match": {
        const subject = this.text(expression.left);
        const regex = this.regex(expression.right);
        return expression.negated ? () => !regex().test(subject()) : () => regex().test(subject());
      }
      case "and": {
        const left = this.truth(expression.left);
        const right = this.truth(expression.right);
        return () => left() && right();
      }
      case "or": {
        const left = this.truth(expression.left);
        const right = this.truth(expression.right);
        return () => left() || right();
      }
      case "in": {
        const array = this.array(expression.array);
        const key = this.subscript(expression.subscript);
        return () => array().has(key());
      }
      case "unary": {
        if (expression.operator !== "!") break;
        const test = this.truth(expression.operand);
        return () => !test();
      }
      case "binary": {
        if (!isComparison(expression.operator)) break;
        const compare = comparison(expression.operator);
        const left = this.value(expression.left);
        const right = this.value(expression.right);
        return () => compare(this.order(left(), right()));
      }
      case "list":
        if (expression.items.length === 1) return this.truth(expression.items[0] as Expression);
    }
    const value = this.value(expression);
    return () => isTrue(value());
  }

  /** As numbers when both are or look like numbers, otherwise as text. */
  private order(left: Value, right: Value): number {
    if (typeof left !== "string" && typeof right !== "string") {
      const [one, two] = [numberOf(left), numberOf(right)];
      return one < two ? -1 : one > two ? 1 : one === two ? 0 : Number.NaN;
    }
    const [one, two] = [this.machine.textOf(left), this.machine.textOf(right)];
    return one < two ? -1 : one > two ? 1 : 0;
  }

  private variable(name: string): Run<Value> {
    const { machine } = this;
    const local = this.scope?.parameters.indexOf(name) ?? -1;
    if (local >= 0) return () => machine.frame[local] as Value;
    if (this.arrays.has(name)) throw new AwkSyntaxError(`attempt to use array \`${name}' in a scalar context`);
    if (this.program.functions.has(name)) throw new AwkSyntaxError(`function \`${name}' used as a variable`);
    if (name === "NF") return () => machine.record.fieldCount();
    if (name === "NR") return () => machine.recordCount;
    if (name === "FNR") return () => machine.fileRecordCount;
    if (Object.hasOwn(machine.text, name)) return () => machine.text[name];
    const slot = machine.slot(name);
    const { variables } = machine;
    return () => variables[slot];
  }

  private array(name: string): Run<AwkArray> {
    const { machine } = this;
    const local = this.scope?.parameters.indexOf(name) ?? -1;
    if (local >= 0) return () => machine.frame[local] as AwkArray;
    const array = machine.array(name);
    return () => array;
  }

  private isArray(expression: Expression | undefined): expression is Expression & { kind: "variable" } {
    return expression?.kind === "variable" && this.arrays.has(scopedName(expression.name, this.scope));
  }

  private subscript(items: readonly Expression[]): Run<string> {
    const flat = items.flatMap((item) => (item.kind === "list" && items.length === 1 ? item.items : [item]));
    const texts = flat.map((item) => this.text(item));
    const [only] = texts;
    if (only !== undefined && texts.length === 1) return only;
    return () => texts.map((text) => text()).join(this.machine.text.SUBSEP);
  }

  private regex(expression: Expression): Run<PosixRegex> {
    const { machine } = this;
    if (expression.kind === "regex") {
      const { source } = expression;
      let known = machine.regex(source);
      let ignoring = machine.splitter.ignoreCase;
      return () => {
        if (ignoring !== machine.splitter.ignoreCase) {
          ignoring = machine.splitter.ignoreCase;
          known = machine.regex(source);
        }
        return known;
      };
    }
    const source = this.text(expression);
    return () => machine.regex(source());
  }

  private store(target: Expression): (value: Value) => void {
    const { machine } = this;
    if (target.kind === "field") {
      const index = this.number(target.index);
      return (value) => machine.record.setField(Math.trunc(index()), value);
    }
    if (target.kind === "element") {
      const array = this.array(target.array);
      const key = this.subscript(target.subscript);
      return (value) => machine.setElement(array(), key(), value);
    }
    if (target.kind !== "variable") throw new AwkSyntaxError("syntax error: assignment to what is no variable");
    const { name } = target;
    const local = this.scope?.parameters.indexOf(name) ?? -1;
    if (local >= 0) {
      return (value) => {
        machine.frame[local] = value;
      };
    }
    if (this.arrays.has(name)) throw new AwkSyntaxError(`attempt to use array \`${name}' in a scalar context`);
    if (SPECIAL.has(name) || name === "IGNORECASE" || Object.hasOwn(machine.text, name)) {
      return (value) => machine.assignSpecial(name, value);
    }
    const slot = machine.slot(name);
    const { variables } = machine;
    return (value) => {
      variables[slot] = value;
    };
  }

  private assignment(expression: Expression & { kind: "assign" }): Run<Value> {
    const { operator, target } = expression;
    const write = this.store(target);
    if (operator === "=") {
      const value = this.value(expression.value);
      return () => {
        const assigned = value();
        write(assigned);
        return assigned;
      };
    }
    const operation = arithmetic(operator.slice(0, -1)) as (left: number, right: number) => number;
    const read = this.number(target);
    const value = this.number(expression.value);
    return () => {
      const right = value();
      const assigned = operation(read(), right);
      write(assigned);
      return assigned;
    };
  }

  private call(expression: Expression & { kind: "call" }): Run<Value> {
    const declared = this.program.functions.get(expression.name) as AwkFunction;
    const frame = this.newFrame(declared, expression.arguments);
    return () => {
      const body = this.bodies.get(declared.name) as Code & { waits: false };
      const saved = this.enter(frame());
      const flow = body.run();
      return this.leave(saved, flow);
    };
  }

  private newFrame(declared: AwkFunction, given: readonly Expression[]): Run<(Value | AwkArray)[]> {
    if (given.length > declared.parameters.length) {
      throw new AwkSyntaxError(`function \`${declared.name}' called with more arguments than declared`);
    }
    const parts = declared.parameters.map((parameter, index): Run<Value | AwkArray> => {
      const argument = given[index];
      if (this.arrays.has(`${declared.name}.${parameter}`)) {
        if (argument === undefined) return () => new Map();
        if (argument.kind !== "variable") {
          throw new AwkSyntaxError(`attempt to use a value as an array in a call of \`${declared.name}'`);
        }
        return this.array(argument.name);
      }
      return argument === undefined ? () => undefined : this.value(argument);
    });
    return () => parts.map((part) => part());
  }

  private enter(frame: (Value | AwkArray)[]): (Value | AwkArray)[] {
    const { machine } = this;
    machine.depth += 1;
    if (machine.depth > MAX_CALL_DEPTH) throw new AwkRuntimeError("function calls are nested too deeply");
    machine.run.step();
    const saved = machine.frame;
    machine.frame = frame;
    machine.returned = undefined;
    return saved;
  }

  private leave(saved: (Value | AwkArray)[], flow: Flow): Value {
    const { machine } = this;
    machine.depth -= 1;
    machine.frame = saved;
    if (flow === Flow.Exit) throw new AwkExit(undefined);
    if (flow === Flow.Next || flow === Flow.NextFile) throw new AwkNext(flow === Flow.NextFile);
    const { returned } = machine;
    machine.returned = undefined;
    return returned;
  }

  private builtin(name: string, given: readonly Expression[]): Run<Value> {
    const { machine } = this;
    const plain = PLAIN_BUILTINS[name];
    if (plain !== undefined) {
      const values = given.map((item) => this.value(item));
      if (values.length === 0 && !["rand", "srand", "systime", "strftime"].includes(name)) tooFew(name);
      return () =>
        plain(
          machine,
          values.map((value) => value()),
        );
    }
    const [first, second, third] = given;
    switch (name) {
      case "length": {
        if (first === undefined) return () => textLength(machine.record.getText());
        if (this.isArray(first)) {
          const array = this.array(first.name);
          return () => array().size;
        }
        const text = this.text(first);
        return () => textLength(text());
      }
      case "split":
      case "patsplit":
        return this.splitBuiltin(name, given);
      case "sub":
      case "gsub": {
        if (first === undefined || second === undefined) return tooFew(name);
        const target: Expression = third ?? { kind: "field", index: { kind: "number", value: 0 } };
        const regex = this.regex(first);
        const replacement = this.text(second);
        const read = this.text(target);
        const writable = ["variable", "element", "field"].includes(target.kind);
        const write = writable ? this.store(target) : () => {};
        return () => {
          const { text, count } = substitute(read(), regex(), replacement(), name === "sub" ? 1 : "all");
          if (count > 0) write(text);
          return count;
        };
      }
      case "gensub": {
        if (first === undefined || second === undefined || third === undefined) return tooFew(name);
        const regex = this.regex(first);
        const replacement = this.text(second);
        const which = this.value(third);
        const subject = this.text(given[3] ?? { kind: "field", index: { kind: "number", value: 0 } });
        return () => {
          const how = machine.textOf(which());
          const count = /^[gG]/.test(how) ? "all" : Math.max(1, Math.trunc(numberOf(how)));
          return substitute(subject(), regex(), replacement(), count, true).text;
        };
      }
      case "match":
        return this.matchBuiltin(given);
      case "asort":
      case "asorti": {
        if (!this.isArray(first)) return tooFew(name);
        const source = this.array(first.name);
        const target = this.isArray(second) ? this.array(second.name) : source;
        return () => sortArray(machine, source(), target(), name === "asorti");
      }
      case "isarray":
        return this.isArray(first) ? () => 1 : () => 0;
      case "typeof": {
        if (first === undefined) return tooFew(name);
        if (this.isArray(first)) return () => "array";
        const value = this.value(first);
        return () => typeName(value());
      }
    }
    throw new AwkSyntaxError(`function \`${name}' not defined`);
  }

  private splitBuiltin(name: string, [first, second, third, fourth]: readonly Expression[]): Run<Value> {
    const { machine } = this;
    if (first === undefined || !this.isArray(second)) return tooFew(name);
    const text = this.text(first);
    const array = this.array(second.name);
    const between = this.isArray(fourth) ? this.array(fourth.name) : undefined;
    const regex = third === undefined || third.kind === "string" ? undefined : this.regexOrText(third);
    const separator = third?.kind === "string" ? () => third.value : regex;
    return () => {
      const subject = text();
      const by = separator?.() ?? (machine.text[name === "split" ? "FS" : "FPAT"] as string);
      if (name === "patsplit") {
        return fillArray(array(), machine.splitter.matches(subject, typeof by === "string" ? machine.regex(by) : by));
      }
      const separators: string[] = [];
      const pieces = machine.splitter.split(subject, by, false, between === undefined ? undefined : separators);
      if (between !== undefined) fillArray(between(), separators);
      return fillArray(array(), pieces);
    };
  }

  private regexOrText(expression: Expression): Run<string | PosixRegex> {
    return expression.kind === "regex" ? this.regex(expression) : this.text(expression);
  }

  private matchBuiltin([first, second, third]: readonly Expression[]): Run<Value> {
    const { machine } = this;
    if (first === undefined || second === undefined) return tooFew("match");
    const text = this.text(first);
    const regex = this.regex(second);
    const array = this.isArray(third) ? this.array(third.name) : undefined;
    const start = machine.slot("RSTART");
    const length = machine.slot("RLENGTH");
    return () => {
      const subject = text();
      const found = regex().exec(subject);
      const target = array?.();
      target?.clear();
      if (found === undefined) {
        machine.variables[start] = 0;
        machine.variables[length] = -1;
        return 0;
      }
      found.groups.forEach((group, index) => {
        if (group !== undefined) target?.set(String(index), inputValue(group));
      });
      const at = textLength(subject.slice(0, found.start)) + 1;
      machine.variables[start] = at;
      machine.variables[length] = textLength(subject.slice(found.start, found.end));
      return at;
    };
  }

  // Statements that only compute

  private statement(statement: Statement): Run<Flow> {
    const { machine } = this;
    switch (statement.kind) {
      case "block":
        return sequence(statement.body.map((inner) => this.statement(inner)));
      case "expression": {
        const value = this.value(statement.expression);
        return () => {
          value();
          return Flow.Normal;
        };
      }
      case "print":
      case "printf":
        return this.output(statement);
      case "if": {
        const test = this.truth(statement.test);
        const yes = this.statement(statement.yes);
        const no = statement.no === undefined ? undefined : this.statement(statement.no);
        return () => (test() ? yes() : (no?.() ?? Flow.Normal));
      }
      case "while":
        return this.loop(this.truth(statement.test), this.statement(statement.body), undefined, false);
      case "do":
        return this.loop(this.truth(statement.test), this.statement(statement.body), undefined, true);
      case "for": {
        const start = statement.start === undefined ? undefined : this.statement(statement.start);
        const test = statement.test === undefined ? () => true : this.truth(statement.test);
        const step = statement.step === undefined ? undefined : this.statement(statement.step);
        const loop = this.loop(test, this.statement(statement.body), step, false);
        return () => {
          start?.();
          return loop();
        };
      }
      case "forIn": {
        const write = this.store(statement.variable);
        const array = this.array(statement.array);
        const body = this.statement(statement.body);
        return () => {
          for (const key of [...array().keys()]) {
            machine.run.step();
            write(inputKey(key));
            const flow = body();
            if (flow === Flow.Break) break;
            if (flow > Flow.Continue) return flow;
          }
          return Flow.Normal;
        };
      }
      case "switch":
        return this.switchStatement(statement);
      case "delete": {
        const array = this.array(statement.array);
        if (statement.subscript === undefined) {
          return () => {
            array().clear();
            return Flow.Normal;
          };
        }
        const key = this.subscript(statement.subscript);
        return () => {
          array().delete(key());
          return Flow.Normal;
        };
      }
      case "return": {
        const value = statement.value === undefined ? () => undefined : this.value(statement.value);
        return () => {
          machine.returned = value();
          return Flow.Return;
        };
      }
      case "exit": {
        const value = statement.value === undefined ? undefined : this.number(statement.value);
        return () => {
          if (value !== undefined) machine.exitCode = Math.trunc(value()) & 0xff;
          return Flow.Exit;
        };
      }
      case "next":
        return () => Flow.Next;
      case "nextfile":
        return () => Flow.NextFile;
      case "break":
        return () => Flow.Break;
      case "continue":
        return () => Flow.Continue;
    }
  }

  private loop(test: Run<boolean>, body: Run<Flow>, step: Run<Flow> | undefined, bodyFirst: boolean): Run<Flow> {
    const { run } = this.machine;
    return () => {
      let first = bodyFirst;
      while (first || test()) {
        first = false;
        run.step();
        const flow = body();
        if (flow === Flow.Break) break;
        if (flow > Flow.Continue) return flow;
        step?.();
      }
      return Flow.Normal;
    };
  }

  private switchStatement(statement: Statement & { kind: "switch" }): Run<Flow> {
    const value = this.value(statement.value);
    const bodies = statement.cases.map(({ body }) => sequence(body.map((inner) => this.statement(inner))));
    const tests = statement.cases.map(({ test }) => this.caseTest(test));
    return () => {
      const wanted = value();
      let at = tests.findIndex((test) => test?.(wanted));
      if (at < 0) at = tests.indexOf(undefined);
      if (at < 0) return Flow.Normal;
      for (const body of bodies.slice(at)) {
        const flow = body();
        if (flow === Flow.Break) return Flow.Normal;
        if (flow !== Flow.Normal) return flow;
      }
      return Flow.Normal;
    };
  }

  private caseTest(test: Expression | undefined): ((value: Value) => boolean) | undefined {
    if (test === undefined) return undefined;
    if (test.kind === "regex") {
      const regex = this.regex(test);
      return (value) => regex().test(this.machine.textOf(value));
    }
    const wanted = this.value(test);
    return (value) => this.order(value, wanted()) === 0;
  }

  private output(statement: Statement & { kind: "print" | "printf" }): Run<Flow> {
    const { machine } = this;
    const text = statement.kind === "print" ? this.printText(statement.items) : this.printfText(statement.items);
    if (statement.to === undefined) {
      return () => {
        machine.print(text());
        return Flow.Normal;
      };
    }
    const { mode } = statement.to as Redirection;
    const target = this.text(statement.to.target);
    return () => {
      machine.printTo(mode, target(), text());
      return Flow.Normal;
    };
  }

  private printText(items: readonly Expression[]): Run<string> {
    const { machine } = this;
    if (items.length === 0) return () => machine.record.getText() + machine.text.ORS;
    const texts = items.map((item) => this.outputText(item));
    const [only] = texts;
    if (texts.length === 1 && only !== undefined) return () => only() + machine.text.ORS;
    return () => {
      let line = (only as Run<string>)();
      for (let index = 1; index < texts.length; index += 1) line += machine.text.OFS + (texts[index] as Run<string>)();
      return line + machine.text.ORS;
    };
  }

  private outputText(item: Expression): Run<string> {
    if (item.kind === "field" || item.kind === "string") return this.text(item);
    const value = this.value(item);
    return () => this.machine.outputText(value());
  }

  private printfText(items: readonly Expression[]): Run<string> {
    const [format, ...rest] = items.map((item) => this.value(item));
    if (format === undefined) throw new AwkSyntaxError("printf: no arguments");
    return () =>
      this.machine.format(
        this.machine.textOf(format()),
        rest.map((value) => value()),
      );
  }

  // What waits

  /**
   * The plain function of a node whose waiting parts were taken out, with what evaluates those parts into their slots. The
   * slots are filled right before the function runs, so that a part that comes back to the same node cannot change them.
   */
  private prepared<T>(node: T): { plain: T; fill: () => Promise<void> } {
    const parts: { index: number; run: Run<Promise<Value>> }[] = [];
    const replace = (inner: unknown): unknown => {
      if (Array.isArray(inner)) return inner.map(replace);
      if (typeof inner !== "object" || inner === null || !this.isWaiting(inner)) return inner;
      const expression = inner as Expression;
      const takesOut =
        expression.kind === "getline" ||
        expression.kind === "call" ||
        expression.kind === "and" ||
        expression.kind === "or" ||
        expression.kind === "conditional" ||
        (expression.kind === "builtin" && ["system", "close", "fflush"].includes(expression.name));
      if (takesOut) {
        const index = this.slots.length;
        this.slots.push(undefined);
        parts.push({ index, run: this.waitingValue(expression) });
        return { kind: "slot", index } satisfies Expression;
      }
      return Object.fromEntries(Object.entries(inner).map(([key, value]) => [key, replace(value)]));
    };
    const plain =
      typeof node === "object" && node !== null && !Array.isArray(node)
        ? (Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replace(value)])) as T)
        : (replace(node) as T);
    const fill = async (): Promise<void> => {
      const values: Value[] = [];
      for (const part of parts) values.push(await part.run());
      parts.forEach((part, at) => {
        this.slots[part.index] = values[at];
      });
    };
    return { plain, fill };
  }

  private waitingValue(expression: Expression): Run<Promise<Value>> {
    if (!this.isWaiting(expression)) {
      const value = this.value(expression);
      return async () => value();
    }
    switch (expression.kind) {
      case "and":
      case "or": {
        const left = this.waitingValue(expression.left);
        const right = this.waitingValue(expression.right);
        const stopsAt = expression.kind === "or";
        return async () => (isTrue(await left()) === stopsAt ? Number(stopsAt) : Number(isTrue(await right())));
      }
      case "conditional": {
        const test = this.waitingValue(expression.test);
        const yes = this.waitingValue(expression.yes);
        const no = this.waitingValue(expression.no);
        return async () => (isTrue(await test()) ? yes() : no());
      }
      case "getline":
        return this.getline(expression);
      case "call":
        return this.waitingCall(expression);
      case "builtin":
        if (["system", "close", "fflush"].includes(expression.name)) return this.waitingBuiltin(expression);
    }
    const { plain, fill } = this.prepared(expression);
    const value = this.value(plain);
    return async () => {
      await fill();
      return value();
    };
  }

  private waitingBuiltin({ name, arguments: given }: Expression & { kind: "builtin" }): Run<Promise<Value>> {
    const { machine } = this;
    const [first] = given;
    const argument = first === undefined ? async () => "" : this.waitingValue(first);
    return async () => {
      const value = machine.textOf(await argument());
      if (name === "system") return machine.system(value);
      if (name === "close") return machine.close(value);
      machine.flushStandard();
      await machine.flushFiles();
      return 0;
    };
  }

  private waitingCall(expression: Expression & { kind: "call" }): Run<Promise<Value>> {
    const declared = this.program.functions.get(expression.name) as AwkFunction;
    const { plain, fill } = this.prepared(expression);
    const frame = this.newFrame(declared, plain.arguments);
    return async () => {
      await fill();
      const body = this.bodies.get(declared.name) as Code;
      const saved = this.enter(frame());
      return this.leave(saved, await body.run());
    };
  }

  private getline({ source, from, target }: Expression & { kind: "getline" }): Run<Promise<Value>> {
    const { machine } = this;
    const name = from === undefined ? undefined : this.waitingValue(from);
    const write = target === undefined ? undefined : this.store(target);
    if (source === "main") {
      return async () => {
        const before = machine.record.getText();
        if (!(await machine.nextRecord())) return 0;
        if (write === undefined) return 1;
        const text = machine.record.getText();
        machine.record.setText(before);
        write(inputValue(text));
        return 1;
      };
    }
    return async () => {
      machine.run.step();
      const given = machine.textOf(await name?.());
      const line = source === "file" ? await machine.lineOfFile(given) : await machine.lineOfCommand(given);
      if (line === null) return -1;
      if (line === undefined) return 0;
      if (source === "command") machine.recordCount += 1;
      if (write === undefined) machine.record.setText(line);
      else write(inputValue(line));
      return 1;
    };
  }

  private waitingStatement(statement: Statement): Run<Promise<Flow>> {
    if (!this.isWaiting(statement)) {
      const run = this.statement(statement);
      return async () => run();
    }
    switch (statement.kind) {
      case "block": {
        const body = statement.body.map((inner) => this.code(inner));
        return async () => {
          for (const code of body) {
            const flow = code.waits ? await code.run() : code.run();
            if (flow !== Flow.Normal) return flow;
          }
          return Flow.Normal;
        };
      }
      case "if": {
        const test = this.condition(statement.test);
        const yes = this.code(statement.yes);
        const no = statement.no === undefined ? undefined : this.code(statement.no);
        return async () => ((await test.run()) ? yes.run() : (no?.run() ?? Flow.Normal));
      }
      case "while":
      case "do":
        return this.waitingLoop(
          this.condition(statement.test),
          this.code(statement.body),
          undefined,
          statement.kind === "do",
        );
      case "for": {
        const start = statement.start === undefined ? undefined : this.code(statement.start);
        const test = statement.test === undefined ? undefined : this.condition(statement.test);
        const step = statement.step === undefined ? undefined : this.code(statement.step);
        const loop = this.waitingLoop(test, this.code(statement.body), step, false);
        return async () => {
          await start?.run();
          return loop();
        };
      }
      case "forIn": {
        const write = this.store(statement.variable);
        const array = this.array(statement.array);
        const body = this.code(statement.body);
        return async () => {
          for (const key of [...array().keys()]) {
            this.machine.run.step();
            write(inputKey(key));
            const flow = await body.run();
            if (flow === Flow.Break) break;
            if (flow > Flow.Continue) return flow;
          }
          return Flow.Normal;
        };
      }
      case "switch": {
        let inCases = false;
        visitNode(statement.cases, (node) => {
          inCases ||= this.isWaiting(node);
        });
        if (inCases) throw new AwkSyntaxError("a switch whose cases read input or run commands is not supported");
      }
    }
    const { plain, fill } = this.prepared(statement);
    const run = this.statement(plain);
    return async () => {
      await fill();
      return run();
    };
  }

  private waitingLoop(
    test: { run: Run<boolean | Promise<boolean>> } | undefined,
    body: Code,
    step: Code | undefined,
    bodyFirst: boolean,
  ): Run<Promise<Flow>> {
    return async () => {
      let first = bodyFirst;
      while (first || test === undefined || (await test.run())) {
        first = false;
        this.machine.run.step();
        const flow = await body.run();
        if (flow === Flow.Break) break;
        if (flow > Flow.Continue) return flow;
        await step?.run();
      }
      return Flow.Normal;
    };
  }
}

function sequence(body: Run<Flow>[]): Run<Flow> {
  const [only] = body;
  if (body.length === 1 && only !== undefined) return only;
  return () => {
    for (const run of body) {
      const flow = run();
      if (flow !== Flow.Normal) return flow;
    }
    return Flow.Normal;
  };
}

/** An index as `for (k in a)` gives it: it compares as a number when it looks like one. */
function inputKey(key: string): Value {
  return inputValue(key);
}

function typeName(value: Value): string {
  if (value === undefined) return "untyped";
  if (typeof value === "number") return "number";
  return value instanceof NumericText ? "strnum" : "string";
}

function tooFew(name: string): never {
  throw new AwkSyntaxError(`too few arguments to function \`${name}'`);
}

function isComparison(operator: string): boolean {
  return ["<", "<=", "==", "!=", ">", ">="].includes(operator);
}

function comparison(operator: string): (order: number) => boolean {
  switch (operator) {
    case "<":
      return (order) => order < 0;
    case "<=":
      return (order) => order <= 0;
    case ">":
      return (order) => order > 0;
    case ">=":
      return (order) => order >= 0;
    case "==":
      return (order) => order === 0;
    default:
      return (order) => order !== 0;
  }
}

function arithmetic(operator: string): ((left: number, right: number) => number) | undefined {
  switch (operator) {
    case "+":
      return (left, right) => left + right;
    case "-":
      return (left, right) => left - right;
    case "*":
      return (left, right) => left * right;
    case "/":
      return (left, right) => {
        if (right === 0) throw new AwkRuntimeError("division by zero attempted");
        return left / right;
      };
    case "%":
      return (left, right) => {
        if (right === 0) throw new AwkRuntimeError("division by zero attempted in `%'");
        return left % right;
      };
    case "^":
      return (left, right) => left ** right;
    default:
      return undefined;
  }
}
