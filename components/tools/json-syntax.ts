import type { JsonValue } from "@/lib/core/errors/json-value";

/** A piece of JSON text with its place: `text.slice(start, end)` is the value as it was written. */
export type JsonNode = { start: number; end: number } & (
  | { kind: "object"; members: JsonMember[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "number" | "boolean" | "null" }
);

export interface JsonMember {
  key: string;
  keyStart: number;
  keyEnd: number;
  value: JsonNode;
}

export interface JsonFault {
  message: string;
  offset: number;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

export type JsonParse = { ok: true; root: JsonNode } | { ok: false; fault: JsonFault };

/** Deeper text is refused, so that no document can exhaust the stack. */
const DEEPEST = 400;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON refuses exactly these inside a string
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;

class Fault extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/**
 * Reads JSON and remembers where everything stands, so that one value can be changed in the text without rewriting the
 * rest. Accepts exactly what `JSON.parse` accepts, and says in words what is wrong with anything else.
 */
export function parseJson(text: string): JsonParse {
  try {
    const reader = new Reader(text);
    return { ok: true, root: reader.document() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset).split("\n");
    return {
      ok: false,
      fault: {
        message: error.message,
        offset: error.offset,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
      },
    };
  }
}

/** The value of a node, exactly as `JSON.parse` would give it. */
export function jsonValueOf(text: string, node: JsonNode): JsonValue {
  return JSON.parse(text.slice(node.start, node.end));
}

/** A member by name; of two with one name the later counts, as in `JSON.parse`. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

export function nodeAt(root: JsonNode, path: readonly (string | number)[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const part of path) {
    if (typeof part === "number") node = node?.kind === "array" ? node.items[part] : undefined;
    else node = memberOf(node, part)?.value;
  }
  return node;
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): JsonNode {
    this.space();
    if (this.at === this.text.length) throw new Fault("There is no value yet.", this.at);
    const root = this.value();
    this.space();
    if (this.at < this.text.length) throw new Fault("There is more text after the end of the value.", this.at);
    return root;
  }

  private value(): JsonNode {
    const start = this.at;
    const first = this.text[start];
    if (first === "{") return this.nested(() => this.object());
    if (first === "[") return this.nested(() => this.array());
    if (first === '"') {
      const value = this.string();
      return { kind: "string", value, start, end: this.at };
    }
    if (this.take(NUMBER)) {
      if (/[\w.]/.test(this.text[this.at] ?? "")) throw new Fault("This is not a number JSON can hold.", start);
      return { kind: "number", start, end: this.at };
    }
    const word = this.take(WORD);
    if (word === "true" || word === "false") return { kind: "boolean", start, end: this.at };
    if (word === "null") return { kind: "null", start, end: this.at };
    throw new Fault(this.complaint(first, word), start);
  }

  private complaint(first: string | undefined, word: string | undefined): string {
    if (word === "undefined") return "JSON has no undefined: leave the member out, or write null.";
    if (word === "NaN" || word === "Infinity") return `JSON has no ${word}.`;
    if (word !== undefined) return `“${word}” needs double quotes around it.`;
    if (first === undefined) return "The text ends where a value should be.";
    if (first === "'") return "JSON needs double quotes, not single ones.";
    if (first === "/" && /[/*]/.test(this.text[this.at + 1] ?? "")) return "JSON has no comments.";
    if (first === "}" || first === "]") return `There should be a value before “${first}”; is there a comma too many?`;
    return `“${String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)}” cannot begin a value.`;
  }

  private nested(read: () => JsonNode): JsonNode {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Fault(`This is nested more than ${DEEPEST} levels deep.`, this.at);
    const node = read();
    this.depth -= 1;
    return node;
  }

  private object(): JsonNode {
    const start = this.at;
    const members: JsonMember[] = [];
    this.at += 1;
    this.space();
    if (!this.skip("}")) {
      do {
        this.space();
        const keyStart = this.at;
        if (this.text[keyStart] !== '"') throw new Fault(this.keyComplaint(), keyStart);
        const key = this.string();
        const keyEnd = this.at;
        this.space();
        if (!this.skip(":")) throw new Fault(`A colon is missing after “${key}”.`, this.at);
        this.space();
        members.push({ key, keyStart, keyEnd, value: this.value() });
        this.space();
      } while (this.skip(","));
      if (!this.skip("}")) throw new Fault(this.endComplaint("}"), this.at);
    }
    return { kind: "object", members, start, end: this.at };
  }

  private array(): JsonNode {
    const start = this.at;
    const items: JsonNode[] = [];
    this.at += 1;
    this.space();
    if (!this.skip("]")) {
      do {
        this.space();
        items.push(this.value());
        this.space();
      } while (this.skip(","));
      if (!this.skip("]")) throw new Fault(this.endComplaint("]"), this.at);
    }
    return { kind: "array", items, start, end: this.at };
  }

  private string(): string {
    const start = this.at;
    const written = this.take(STRING);
    if (written !== undefined) return JSON.parse(written);
    const line = this.text.slice(start).split("\n", 1)[0] ?? "";
    throw new Fault(
      /[^\\]"|^"/.test(line.slice(1))
        ? "This string has something JSON cannot hold: a bare control character or an unknown escape."
        : "This string is not closed; a line break inside it is written \\n.",
      start,
    );
  }

  private keyComplaint(): string {
    const first = this.text[this.at];
    if (first === undefined) return "The text ends inside an object.";
    if (first === "}") return "There is a comma too many before “}”.";
    if (first === "'") return "JSON needs double quotes, not single ones.";
    return "A name needs double quotes around it.";
  }

  private endComplaint(closing: string): string {
    return this.at === this.text.length
      ? `“${closing}” is missing at the end.`
      : `A comma or “${closing}” is missing here.`;
  }

  private space(): void {
    this.take(SPACE);
  }

  private skip(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}
