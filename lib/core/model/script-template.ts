import type { JsonValue } from "../errors/json-value";
import type { ModelMessage } from "./message";

/** Bounds what one turn may write: a large result can stand in a script many thousand times. */
const MOST_RENDERED_CHARACTERS = 200_000;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const ONLY_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/;

interface Found {
  value: JsonValue;
  text: string;
}

/**
 * Fills `{{prompt}}` and `{{result.<tool>.<path>}}`; a tool's result is its last one since the prompt. `{{a | b}}` is `b`
 * where there is nothing at `a`. One object a turn.
 */
export class ScriptTemplate {
  readonly prompt: string;
  readonly #results = new Map<string, JsonValue>();
  readonly #found = new Map<string, Found | undefined>();
  #left = MOST_RENDERED_CHARACTERS;

  constructor(prompt: string, messages: readonly ModelMessage[]) {
    this.prompt = prompt;
    for (const message of messages) {
      if (message.role !== "tool") continue;
      for (const result of message.results) {
        const text = result.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
        this.#results.set(result.tool, jsonOrText(text));
      }
    }
  }

  text(template: string): string {
    return template.replace(PLACEHOLDER, (_whole, written: string) => {
      const found = this.#lookUp(written);
      // Said where it is seen, so that the author of the script notices.
      return found === undefined ? `[nothing at ${written.trim()}]` : found.text;
    });
  }

  /** A string that is one placeholder only becomes the value itself, so numbers and lists keep their type. */
  value(template: JsonValue): JsonValue {
    if (typeof template === "string") {
      const reference = ONLY_PLACEHOLDER.exec(template)?.[1];
      const found = reference === undefined ? undefined : this.#lookUp(reference);
      return found === undefined ? this.text(template) : found.value;
    }
    if (Array.isArray(template)) return template.map((member) => this.value(member));
    if (typeof template === "object" && template !== null) return this.object(template);
    return template;
  }

  object(template: { [key: string]: JsonValue }): { [key: string]: JsonValue } {
    return Object.fromEntries(Object.entries(template).map(([key, member]) => [key, this.value(member)]));
  }

  #lookUp(written: string): Found | undefined {
    const found = this.#firstOf(written.split("|"));
    if (found === undefined) return undefined;
    if (found.text.length > this.#left) return { value: "[too long]", text: "[too long]" };
    this.#left -= found.text.length;
    return found;
  }

  #firstOf(references: string[]): Found | undefined {
    for (const reference of references.map((part) => part.trim())) {
      if (!this.#found.has(reference)) this.#found.set(reference, this.#find(reference));
      const found = this.#found.get(reference);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #find(reference: string): Found | undefined {
    const value = reference === "prompt" ? this.prompt : this.#resultAt(reference);
    if (value === undefined) return undefined;
    return { value, text: typeof value === "string" ? value : JSON.stringify(value) };
  }

  #resultAt(reference: string): JsonValue | undefined {
    const [kind, tool, ...path] = reference.split(".");
    if (kind !== "result" || tool === undefined) return undefined;
    let value = this.#results.get(tool);
    for (const key of path) {
      if (key === "length" && (Array.isArray(value) || typeof value === "string")) value = value.length;
      else if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
      else value = (value as { [key: string]: JsonValue })[key];
    }
    return value;
  }
}

function jsonOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
