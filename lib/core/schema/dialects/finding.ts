/**
 * What a rewriting does to the set of values that a model may send:
 * `same`: nothing, a value has another form at most;
 * `looser`: the provider is told less than the schema says, which is checked before the call all the same;
 * `narrower`: some values that the schema allows cannot be sent to this provider.
 */
export type Effect = "same" | "looser" | "narrower";

/** One place of a tool that a provider does not take as it stands. */
export interface SchemaFinding {
  /** Dotted, `[]` for the items of a list, `(2)` for the second alternative of a union; empty for the root. */
  path: string;
  /** Stable and kebab-case: the keyword, or what is the matter. */
  rule: string;
  /** `rewritten`: sent in another form by itself. `problem`: cannot be sent; the tool is left out for this provider. */
  severity: "rewritten" | "problem";
  effect: Effect;
  message: string;
  /** What the author can write so that nothing has to be rewritten. */
  fix: string;
  /** What is sent instead, as one line; absent for a problem. */
  rewrite?: string;
}

export interface LintFinding extends SchemaFinding {
  tool: string;
}
