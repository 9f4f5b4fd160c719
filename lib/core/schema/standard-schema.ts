import type { JsonSchema } from "../tool/tool-types";

/**
 * A schema of any library that follows the Standard Schema convention and can say what it takes as JSON Schema, such as
 * ArkType, and Valibot through its own converter. Both halves are needed: one tells the model, the other checks the call.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: { input(options: { target: string }): { [key: string]: unknown } };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type that a schema's values have once they are parsed. */
export type StandardOutput<S extends StandardSchema> =
  S extends StandardSchema<infer _Input, infer Output> ? Output : never;

/** By structure; a schema of some libraries is a function. Zod follows the convention too, but has a door of its own. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const standard = standardPart(value);
  if (standard === undefined || typeof standard.validate !== "function") return false;
  const converter = standard.jsonSchema as { input?: unknown } | null | undefined;
  return typeof converter === "object" && converter !== null && typeof converter.input === "function";
}

/** What a value is when it is a schema that cannot be used here; for a message. */
export function unusableSchema(value: unknown): { words: string; fix: string } | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  if ("_def" in value && "safeParse" in value) {
    return { words: "a Zod 3 schema", fix: 'Import z from "zod" version 4: `parameters: z.object({ … })`.' };
  }
  const standard = standardPart(value);
  if (standard === undefined) return undefined;
  const vendor = typeof standard.vendor === "string" ? standard.vendor : "unknown";
  const converter =
    vendor === "valibot"
      ? 'Wrap it with `toStandardJsonSchema` of "@valibot/to-json-schema", or write'
      : "Use a version of it whose schemas have `~standard.jsonSchema`, or write";
  return {
    words: `a schema of the library "${vendor}" that cannot say what it takes as JSON Schema`,
    fix: `${converter} \`parameters: z.object({ … })\`.`,
  };
}

/** The JSON Schema of what goes in, or a throw of the library's own when a part of it has no JSON form. */
export function standardInput(schema: StandardSchema): JsonSchema {
  return schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
}

function standardPart(value: unknown): { [key: string]: unknown } | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  const standard = (value as { "~standard"?: unknown })["~standard"];
  return typeof standard === "object" && standard !== null ? (standard as { [key: string]: unknown }) : undefined;
}

/** A schema that is a function, as those of some libraries are, and so must not be taken for one that computes a schema. */
export function isCallableSchema(value: unknown): boolean {
  return typeof value === "function" && standardPart(value) !== undefined;
}
