/** The syntax tree of an awk program. */
export type Expression =
  | { kind: "number"; value: number }
  | { kind: "string"; value: string }
  | { kind: "regex"; source: string }
  | { kind: "variable"; name: string }
  | { kind: "field"; index: Expression }
  | { kind: "element"; array: string; subscript: Expression[] }
  | { kind: "in"; subscript: Expression[]; array: string }
  | { kind: "assign"; operator: string; target: Expression; value: Expression }
  | { kind: "conditional"; test: Expression; yes: Expression; no: Expression }
  | { kind: "and"; left: Expression; right: Expression }
  | { kind: "or"; left: Expression; right: Expression }
  | { kind: "binary"; operator: string; left: Expression; right: Expression }
  | { kind: "match"; negated: boolean; left: Expression; right: Expression }
  | { kind: "unary"; operator: string; operand: Expression }
  | { kind: "increment"; operator: "++" | "--"; prefix: boolean; target: Expression }
  | { kind: "call"; name: string; arguments: Expression[] }
  | { kind: "builtin"; name: string; arguments: Expression[] }
  | {
      kind: "getline";
      source: "main" | "file" | "command";
      from: Expression | undefined;
      target: Expression | undefined;
    }
  | { kind: "list"; items: Expression[] }
  /** A value that was computed before; see `AwkCompiler.prepared`. */
  | { kind: "slot"; index: number };

export interface Redirection {
  mode: ">" | ">>" | "|";
  target: Expression;
}

export type Statement =
  | { kind: "block"; body: Statement[] }
  | { kind: "expression"; expression: Expression }
  | { kind: "print"; items: Expression[]; to: Redirection | undefined }
  | { kind: "printf"; items: Expression[]; to: Redirection | undefined }
  | { kind: "if"; test: Expression; yes: Statement; no: Statement | undefined }
  | { kind: "while"; test: Expression; body: Statement }
  | { kind: "do"; body: Statement; test: Expression }
  | {
      kind: "for";
      start: Statement | undefined;
      test: Expression | undefined;
      step: Statement | undefined;
      body: Statement;
    }
  | { kind: "forIn"; variable: Expression; array: string; body: Statement }
  | { kind: "switch"; value: Expression; cases: { test: Expression | undefined; body: Statement[] }[] }
  | { kind: "delete"; array: string; subscript: Expression[] | undefined }
  | { kind: "return"; value: Expression | undefined }
  | { kind: "exit"; value: Expression | undefined }
  | { kind: "next" }
  | { kind: "nextfile" }
  | { kind: "break" }
  | { kind: "continue" };

export interface Rule {
  pattern: Expression | undefined;
  /** The end of a range pattern. */
  until: Expression | undefined;
  /** Undefined prints the record. */
  body: Statement | undefined;
}

export interface AwkFunction {
  name: string;
  parameters: string[];
  body: Statement;
}

export interface AwkProgram {
  begin: Statement[];
  end: Statement[];
  beginFile: Statement[];
  endFile: Statement[];
  rules: Rule[];
  functions: Map<string, AwkFunction>;
}
