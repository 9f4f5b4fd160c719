import type { JsonSchema } from "../../tool/tool-types";
import type { Dialect } from "./dialect";
import type { SchemaFinding } from "./finding";
import { SAME, type ValueMap } from "./value-map";

/** `false`: nothing fits, in the author's schema or in what the provider can be told of it. */
export interface Rewritten {
  schema: JsonSchema | false;
  map: ValueMap;
}

export const NEVER: Rewritten = { schema: false, map: SAME };

/** What the rewriting of one kind of schema asks of the whole. */
export interface Rewriting {
  readonly dialect: Dialect;
  readonly root: JsonSchema;
  /** Whether values may have another form at the provider's. What stands side by side must then become one. */
  readonly changesValues: boolean;
  /** One schema, wherever it stands. `trail` holds the references that were written out on the way to it. */
  visit(input: unknown, path: string, trail: readonly string[]): Rewritten;
  report(finding: Omit<SchemaFinding, "severity"> & { severity?: SchemaFinding["severity"] }): void;
  /** Says where nothing fits although something must, for the case that the whole falls with it. */
  blockedAt(path: string): void;
  /** The schema with keywords of it said in its description. */
  said(schema: JsonSchema, keywords: readonly string[], path: string): JsonSchema;
  /** Without the keywords that the dialect does not take, which are said in words. */
  finished(node: JsonSchema, path: string, trail: readonly string[]): JsonSchema;
  /** The same schema, taking null as well. */
  nullable(rewritten: Rewritten): Rewritten;
  /** `parts` as one schema. */
  merged(parts: readonly unknown[], path: string, trail: readonly string[]): JsonSchema | false;
  /** Whether a value in the author's form fits a part of the author's schema. */
  fitsWritten(schema: unknown, value: unknown): boolean;
  /** Whether a value in the provider's form fits a part of what the provider is told. */
  fitsSent(schema: unknown, value: unknown): boolean;
}
