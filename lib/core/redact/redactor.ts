import { utf8Length } from "../call/truncate-text";
import type { JsonValue } from "../errors/json-value";
import { type ExactLiterals, exactLiterals, exactScanner } from "./exact-scanner";
import { type PreparedPatterns, patternScanner, preparePatterns } from "./pattern-scanner";
import { redactJson } from "./redact-json";
import { labelFor, type Match } from "./redaction";
import { secretForms } from "./secret-forms";
import type { TextScanner } from "./text-scanner";
import type { TokenPattern } from "./token-pattern";
import { emailPattern, tokenPatterns } from "./token-patterns";

export interface NamedSecret {
  name: string;
  value: string;
}

export interface RedactorOptions {
  /** Taken out wherever they stand, in all their written forms. Those that are not `isRedactable` are left alone. */
  secrets?: readonly NamedSecret[];
  /** What is taken out for its form alone. Nothing unless given. */
  patterns?: readonly TokenPattern[];
}

/** The token kinds of `docs/guide/secrets.md`. */
export const defaultPatterns: readonly TokenPattern[] = tokenPatterns;
/** The same, and e-mail addresses. */
export const patternsWithEmail: readonly TokenPattern[] = [...tokenPatterns, emailPattern];

const SHORTEST_SECRET_BYTES = 4;

/** A value of under four bytes, or of nothing but white space, stands in every text by chance. */
export function isRedactable(value: string): boolean {
  return utf8Length(value) >= SHORTEST_SECRET_BYTES && value.trim() !== "";
}

/** A place in a text that was found to be secret, by the name or the kind in its label. */
export type SecretPlace = Match;

/**
 * Puts `[REDACTED:NAME]` in the place of secrets. Takes time linear to the text, never throws, changes nothing that it
 * changed before, and gives the same for a text that comes in pieces.
 */
export interface Redactor {
  text(text: string): string;
  /** Every string, name of a member, and number in it. */
  value<T extends JsonValue>(value: T): T;
  stream(): TextScanner;
  /** Where `text` would take something out. */
  find(text: string): SecretPlace[];
  /** True when there is nothing that it could find. */
  readonly isIdle: boolean;
}

export function createRedactor({ secrets = [], patterns = [] }: RedactorOptions): Redactor {
  const literals = literalsOf(secrets, patterns);
  const prepared = patterns.length === 0 ? undefined : prepare(patterns);
  const layers = (seen?: (match: Match) => void): TextScanner[] => [
    ...(literals === undefined ? [] : [exactScanner(literals, seen)]),
    ...(prepared === undefined ? [] : [patternScanner(prepared, seen)]),
  ];
  const text = (whole: string) => layers().reduce((written, layer) => layer.push(written) + layer.flush(), whole);
  return {
    text,
    value: <T extends JsonValue>(value: T) => redactJson(value, text) as T,
    stream: () => chained(layers()),
    find(whole) {
      const found: Match[] = [];
      for (const layer of layers((match) => found.push(match))) {
        layer.push(whole);
        layer.flush();
      }
      return found.sort((left, right) => left.start - right.start);
    },
    isIdle: literals === undefined && prepared === undefined,
  };
}

const preparedPatterns = new WeakMap<readonly TokenPattern[], PreparedPatterns>();

function prepare(patterns: readonly TokenPattern[]): PreparedPatterns {
  const known = preparedPatterns.get(patterns) ?? preparePatterns(patterns);
  preparedPatterns.set(patterns, known);
  return known;
}

function literalsOf(secrets: readonly NamedSecret[], patterns: readonly TokenPattern[]): ExactLiterals | undefined {
  const usable = secrets
    .filter(({ value }) => isRedactable(value))
    .toSorted((left, right) => right.value.length - left.value.length);
  if (usable.length === 0) return undefined;
  const forms = new Map<string, string>();
  for (const { name, value } of usable) {
    for (const form of secretForms(value)) if (!forms.has(form)) forms.set(form, labelFor(name));
  }
  const labels = new Set([...usable.map(({ name }) => name), ...patterns.map(({ kind }) => kind)].map(labelFor));
  return exactLiterals(forms, labels);
}

function chained(layers: readonly TextScanner[]): TextScanner {
  return {
    push: (piece) => layers.reduce((written, layer) => layer.push(written), piece),
    flush: () => layers.reduce((written, layer) => layer.push(written) + layer.flush(), ""),
  };
}
