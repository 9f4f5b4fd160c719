import type { JsonSchema } from "../../tool/tool-types";
import { resolvePointer } from "../json-pointer";
import { fitsSchema, type TrialBudget } from "../validate-json";
import { constraintWords } from "./constraint-words";
import type { Dialect } from "./dialect";
import type { SchemaFinding } from "./finding";
import { intersect } from "./intersect";
import {
  annotationsOf,
  constraintPart,
  constraintsOf,
  impliedType,
  isSchema,
  propertiesOf,
  typeOfKeyword,
  typesOf,
  withDescription,
} from "./keywords";
import { modernSpelling } from "./modern-spelling";
import { rewriteAlternatives } from "./rewrite-alternatives";
import { rewriteConstants } from "./rewrite-constants";
import { rewriteList } from "./rewrite-list";
import { rewriteObject } from "./rewrite-object";
import { NEVER, type Rewriting, type Rewritten } from "./rewriting";
import { JSON_TEXT, lazyMap, nullableMap, SAME } from "./value-map";

interface Definition {
  name: string;
  rewritten?: Rewritten;
}

/** How often a schema that refers to itself is written out inside itself, where references are not taken. */
const LEVELS = 3;
/** Places of one schema, after references were written out. Above that a provider would refuse it for its size. */
const MOST_PLACES = 8_000;
const SCALARS = ["string", "number", "integer", "boolean"];

/** Carries one schema into one dialect: the walk, the references, and what was found on the way. */
export class Rewriter implements Rewriting {
  readonly findings: SchemaFinding[] = [];
  private readonly reported = new Set<string>();
  private readonly definitions = new Map<string, Definition>();
  readonly changesValues: boolean;
  private places = 0;
  /** How many references around the place at hand were written out before. */
  private repetitions = 0;
  /** Where nothing fits although something must, the first such place. */
  blocked: string | undefined;
  private readonly firstPlaces = new Map<string, string>();
  /** While a schema is rewritten many small values are tried in it; later, whole values of any size. */
  private trials: TrialBudget | undefined = { steps: 2_000, left: 200_000 };

  constructor(
    readonly dialect: Dialect,
    readonly root: JsonSchema,
  ) {
    this.changesValues = dialect.exchanges || hasUnusualMember(root, dialect);
  }

  /** One schema, wherever it stands. `trail` holds the references that were written out on the way to it. */
  visit(input: unknown, path: string, trail: readonly string[]): Rewritten {
    if (input === false) return NEVER;
    this.places += 1;
    if (this.places > MOST_PLACES) {
      this.report({
        path: "",
        rule: "too-large",
        effect: "narrower",
        message: `The schema has more than ${MOST_PLACES.toLocaleString("en")} places once its references are written out.`,
        fix: "Take away alternatives or levels, or make two tools of it.",
        rewrite: "what lies beyond is left away",
      });
      return NEVER;
    }
    const { schema, older } = modernSpelling(isSchema(input) ? input : {});
    for (const keyword of older) {
      this.report({
        path,
        rule: "older-spelling",
        effect: "same",
        message: `“${keyword}” is written as in an older draft of JSON Schema.`,
        fix: "Write it as in draft 2020-12.",
        rewrite: "the newer spelling",
      });
    }
    return this.visitModern(schema, path, trail);
  }

  report(finding: Omit<SchemaFinding, "severity"> & { severity?: SchemaFinding["severity"] }): void {
    // Written out once more, a schema would only say again what was said of it the first time.
    if (this.repetitions > 0 && finding.rule !== "recursion" && finding.severity !== "problem") return;
    const key = `${finding.path}|${finding.rule}|${finding.message}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.findings.push({ severity: "rewritten", ...finding });
  }

  blockedAt(path: string): void {
    this.blocked ??= path;
  }

  /** Says in words what the dialect has no keyword for. */
  said(schema: JsonSchema, keywords: readonly string[], path: string): JsonSchema {
    const words: string[] = [];
    for (const keyword of keywords) {
      const sentence = constraintWords(keyword, schema[keyword]);
      words.push(sentence);
      this.report({
        path,
        rule: keyword,
        effect: "looser",
        message: `${this.dialect.label} takes no “${keyword}”${keyword === "format" ? ` of this kind (${String(schema.format)})` : ""} here.`,
        fix: "Nothing has to be done: it is checked before the call. Say it in the description in your own words when the model gets it wrong.",
        rewrite: `in the description: ${sentence}`,
      });
    }
    return withDescription(schema, words);
  }

  /** Whether a value in the author's form fits a part of the author's schema. */
  fitsWritten(schema: unknown, value: unknown): boolean {
    return fitsSchema(this.root, schema, value, this.trials);
  }

  /** Whether a value in the provider's form fits a part of what the provider is told. */
  fitsSent(schema: unknown, value: unknown): boolean {
    return fitsSchema({ $defs: this.definitionsForRoot() }, schema, value, this.trials);
  }

  /** From here on the maps are used, and nothing is rewritten any more. */
  finish(): void {
    this.trials = undefined;
  }

  definitionsForRoot(): JsonSchema {
    return Object.fromEntries(
      Array.from(this.definitions.values(), ({ name, rewritten }) => [name, rewritten?.schema || { not: {} }]),
    );
  }

  /** The same schema, taking null as well. */
  nullable({ schema, map }: Rewritten): Rewritten {
    if (schema === false) return { schema: false, map };
    return { schema: this.nullableSchema(schema), map: nullableMap(map) };
  }

  /** `parts` in one, with what they say of each other's members. */
  merged(parts: readonly unknown[], path: string, trail: readonly string[]): JsonSchema | false {
    let result: JsonSchema = {};
    const left: JsonSchema[] = [];
    for (const part of this.flattened(parts, trail, 0)) {
      if (part === false) return false;
      const joined = intersect(result, part);
      if (joined.schema === false) return false;
      result = joined.schema;
      left.push(...joined.left);
    }
    const words: string[] = [];
    for (const rest of left) {
      for (const [keyword, value] of Object.entries(rest)) {
        const sentence = constraintWords(keyword, value);
        words.push(sentence);
        this.report({
          path,
          rule: "allOf",
          effect: "looser",
          message: `Two “${keyword}” hold here at once, and ${this.dialect.label} takes one.`,
          fix: "Write one that says both.",
          rewrite: `the second in the description: ${sentence}`,
        });
      }
    }
    return withDescription(result, words);
  }

  private visitModern(node: JsonSchema, path: string, trail: readonly string[]): Rewritten {
    const { dialect } = this;
    if (typeof node.$ref === "string") return this.reference(node, node.$ref, path, trail);
    if (node.not !== undefined && isEverything(node.not)) return NEVER;
    // Parts with values in another form cannot stand side by side: each would want the whole.
    const mayStand = dialect.keywords.has("allOf") && !this.changesValues;
    if (Array.isArray(node.allOf) && !mayStand) {
      const merged = this.merged([node], path, trail);
      if (merged === false) return NEVER;
      if (!dialect.keywords.has("allOf"))
        this.report({
          path,
          rule: "allOf",
          effect: "same",
          message: `${dialect.label} takes no “allOf” here.`,
          fix: "Write one object: `left.extend(right.shape)` instead of an intersection.",
          rewrite: "all parts as one schema",
        });
      return this.visit(merged, path, trail);
    }
    if ("const" in node || Array.isArray(node.enum)) return rewriteConstants(this, node, path);
    if (dialect.exchanges && typesOf(node).length > 1) return this.severalTypes(node, path, trail);
    if (Array.isArray(node.anyOf) || Array.isArray(node.oneOf)) return rewriteAlternatives(this, node, path, trail);
    return this.oneType(node, path, trail);
  }

  private oneType(node: JsonSchema, path: string, trail: readonly string[]): Rewritten {
    const { dialect } = this;
    const types = typesOf(node);
    if (dialect.exchanges && types.length === 0) {
      const implied = impliedType(node);
      if (implied !== undefined) {
        this.report({
          path,
          rule: "no-type",
          effect: "narrower",
          message: `${dialect.label} wants a “type”, and the schema gives none.`,
          fix: `Add \`type: "${implied}"\`.`,
          rewrite: `type "${implied}", which the other keywords are about`,
        });
        return this.visit({ ...node, type: implied }, path, trail);
      }
      return this.anything(node, path);
    }
    if (types.length === 1 && types[0] === "null" && !dialect.typeLists) {
      return rewriteConstants(this, { ...annotationsOf(node), const: null }, path);
    }
    const relevant = types.length === 1 ? withoutForeign(node, types[0] ?? "") : node;
    let result: Rewritten = { schema: relevant, map: SAME };
    const about = types.length === 0 ? [impliedType(node)] : types;
    if (about.includes("object")) result = rewriteObject(this, relevant, path, trail);
    else if (about.includes("array")) result = rewriteList(this, relevant, path, trail);
    if (result.schema === false) return result;
    return { schema: this.finished(this.bounds(this.text(result.schema, path), path), path, trail), map: result.map };
  }

  /** What is left: keywords that hold schemas, and keywords that the dialect does not take. */
  finished(node: JsonSchema, path: string, trail: readonly string[]): JsonSchema {
    const { dialect } = this;
    const result: JsonSchema = { ...node };
    for (const keyword of ["not", "if", "then", "else", "contains", "propertyNames"]) {
      if (result[keyword] === undefined || !dialect.keywords.has(keyword)) continue;
      result[keyword] = this.visit(result[keyword], path, trail).schema;
    }
    for (const keyword of ["patternProperties", "dependentSchemas"]) {
      const schemas = result[keyword];
      if (!isSchema(schemas) || !dialect.keywords.has(keyword)) continue;
      result[keyword] = Object.fromEntries(
        Object.entries(schemas).map(([name, inner]) => [name, this.visit(inner, `${path}[*]`, trail).schema]),
      );
    }
    if (Array.isArray(result.allOf)) {
      result.allOf = result.allOf.map((part: unknown) => this.visit(part, path, trail).schema);
    }
    const refused = Object.keys(result).filter((keyword) => !dialect.keywords.has(keyword));
    const demands = refused.filter(
      (keyword) => constraintsOf({ [keyword]: result[keyword] }).length > 0 && !isVoid(keyword, result[keyword]),
    );
    const notes = refused.filter((keyword) => keyword === "examples" || keyword === "default");
    const spoken = withDescription(
      this.said(result, demands, path),
      notes.map((keyword) => constraintWords(keyword, result[keyword])),
    );
    return Object.fromEntries(Object.entries(spoken).filter(([keyword]) => dialect.keywords.has(keyword)));
  }

  private text(node: JsonSchema, path: string): JsonSchema {
    const { dialect } = this;
    const refused: string[] = [];
    const { format, pattern } = node;
    if (typeof format === "string" && dialect.formats !== undefined && !dialect.formats.has(format))
      refused.push("format");
    if (typeof pattern === "string" && dialect.refusesLookAround && /\(\?<?[=!]/.test(pattern)) refused.push("pattern");
    const taken = refused.filter((keyword) => dialect.keywords.has(keyword));
    if (taken.length === 0) return node;
    const said = this.said(node, taken, path);
    return Object.fromEntries(Object.entries(said).filter(([keyword]) => !taken.includes(keyword)));
  }

  /** Bounds that a value must not reach, where only those that it may reach are taken. */
  private bounds(node: JsonSchema, path: string): JsonSchema {
    let result = node;
    for (const [exclusive, inclusive, step] of [
      ["exclusiveMinimum", "minimum", 1],
      ["exclusiveMaximum", "maximum", -1],
    ] as const) {
      const bound = result[exclusive];
      if (typeof bound !== "number" || this.dialect.keywords.has(exclusive) || !this.dialect.keywords.has(inclusive))
        continue;
      const isInteger = typesOf(result).length === 1 && result.type === "integer";
      const nearest = !isInteger ? bound : step === 1 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
      const known = result[inclusive];
      const tighter =
        typeof known !== "number" ? nearest : step === 1 ? Math.max(known, nearest) : Math.min(known, nearest);
      const { [exclusive]: _gone, ...others } = result;
      const sentence = constraintWords(exclusive, bound);
      this.report({
        path,
        rule: exclusive,
        effect: isInteger ? "same" : "looser",
        message: `${this.dialect.label} takes no “${exclusive}”.`,
        fix: isInteger
          ? `Write \`.${step === 1 ? "min" : "max"}(${nearest})\`.`
          : `Nothing has to be done: ${bound} itself is refused before the call.`,
        rewrite: isInteger ? `${inclusive} ${nearest}` : `${inclusive} ${bound}, and in the description: ${sentence}`,
      });
      result = withDescription({ ...others, [inclusive]: tighter }, isInteger ? [] : [sentence]);
    }
    return result;
  }

  private severalTypes(node: JsonSchema, path: string, trail: readonly string[]): Rewritten {
    const types = typesOf(node);
    const others = types.filter((type) => type !== "null");
    const { dialect } = this;
    if (others.length !== types.length && others.length > 0) {
      const type = others.length === 1 ? others[0] : others;
      return this.nullable(this.visit({ ...node, type }, path, trail));
    }
    const isPlain = types.every((type) => SCALARS.includes(type)) && constraintsOf(node).length === 1;
    if (isPlain && dialect.typeLists) {
      return { schema: this.finished(node, path, trail), map: SAME };
    }
    if (!dialect.typeLists) {
      this.report({
        path,
        rule: "type-list",
        effect: "same",
        message: `${dialect.label} takes one type at a time.`,
        fix: "Write a union, or choose one type.",
        rewrite: `“anyOf” over ${types.join(", ")}`,
      });
    }
    const { anyOf, oneOf, ...base } = constraintPart(node);
    const branches = types.map((type) => withoutForeign({ ...base, type }, type));
    const inner = [anyOf === undefined ? {} : { anyOf }, oneOf === undefined ? {} : { oneOf }];
    const hasMore = anyOf !== undefined || oneOf !== undefined;
    return this.visit(
      {
        ...annotationsOf(node),
        anyOf: hasMore ? branches.map((branch) => ({ allOf: [branch, ...inner] })) : branches,
      },
      path,
      trail,
    );
  }

  /** Any value: told as a JSON text, because a schema without a type is not taken. */
  private anything(node: JsonSchema, path: string): Rewritten {
    this.report({
      path,
      rule: "any-value",
      effect: constraintsOf(node).length > 0 ? "looser" : "same",
      message: `${this.dialect.label} wants to know the type of every value, and anything may stand here.`,
      fix: "Say what is expected: `z.string()`, `z.object({ … })`, or a union of what may come.",
      rewrite: "a text that holds JSON, read back before the call",
    });
    const { default: byDefault, examples: _examples, ...annotations } = annotationsOf(node);
    const words = ["Any value, written as JSON text."];
    if (byDefault !== undefined) words.push(constraintWords("default", byDefault));
    const said = this.said(node, constraintsOf(node), path);
    const described = withDescription({ ...annotations, description: said.description }, words);
    const schema = this.finished({ ...described, type: "string" }, path, []);
    return { schema, map: JSON_TEXT };
  }

  private reference(node: JsonSchema, reference: string, path: string, trail: readonly string[]): Rewritten {
    const { dialect } = this;
    const { $ref: _reference, ...beside } = node;
    const target = resolvePointer(this.root, reference);
    if (target === undefined || target === true) return this.visit(beside, path, trail);
    if (target === false) return NEVER;
    const constraints = constraintsOf(beside);
    if (dialect.keywords.has("$ref") && constraints.length === 0) {
      const name = this.define(reference, target, path);
      const alone = { $ref: `#/$defs/${name}` };
      const { $defs: _defs, definitions: _definitions, ...annotations } = annotationsOf(beside);
      const words = typeof annotations.description === "string" ? { description: annotations.description } : {};
      const isBare = Object.keys(annotations).length === 0;
      const schema =
        isBare || !dialect.bareReferences
          ? { ...annotations, ...alone }
          : Object.keys(words).length === 0
            ? alone
            : { ...words, anyOf: [alone] };
      const find = () => this.definitions.get(reference)?.rewritten?.map ?? SAME;
      return { schema, map: this.changesValues ? lazyMap(find) : SAME };
    }
    if (trail.filter((one) => one === reference).length >= LEVELS) {
      this.report({
        path: this.firstPlaces.get(reference) ?? path,
        rule: "recursion",
        effect: "narrower",
        message: `${dialect.label} takes no reference, and this schema refers to itself.`,
        fix: "Limit the depth in the schema, or take the nested part as a list with parent ids.",
        rewrite: `written out ${LEVELS} levels deep; deeper values cannot be sent`,
      });
      return NEVER;
    }
    if (!dialect.keywords.has("$ref")) {
      this.report({
        path,
        rule: "$ref",
        effect: "same",
        message: `${dialect.label} takes no “$ref”.`,
        fix: "Nothing has to be done.",
        rewrite: "what it refers to, in its place",
      });
    }
    const merged = constraints.length === 0 ? undefined : this.merged([beside, target], path, [...trail, reference]);
    if (merged === false) return NEVER;
    if (!this.firstPlaces.has(reference)) this.firstPlaces.set(reference, path);
    const isRepeated = trail.includes(reference);
    this.repetitions += isRepeated ? 1 : 0;
    const written = this.visit(merged ?? { ...target, ...annotationsOf(beside) }, path, [...trail, reference]);
    this.repetitions -= isRepeated ? 1 : 0;
    return written;
  }

  private define(reference: string, target: JsonSchema, path: string): string {
    const known = this.definitions.get(reference);
    if (known !== undefined) return known.name;
    const taken = new Set(Array.from(this.definitions.values(), ({ name }) => name));
    const wanted =
      reference === "#" ? "root" : (reference.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9_-]+/g, "_") || "schema";
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    const definition: Definition = { name };
    this.definitions.set(reference, definition);
    const { $defs: _defs, definitions: _definitions, ...body } = target;
    definition.rewritten = this.visit(body, path, []);
    return name;
  }

  private flattened(parts: readonly unknown[], trail: readonly string[], depth: number): (JsonSchema | false)[] {
    return parts.flatMap((part): (JsonSchema | false)[] => {
      if (part === false) return [false];
      if (!isSchema(part) || depth > 20) return [];
      const { schema } = modernSpelling(part);
      const { allOf, $ref, ...own } = schema;
      const target = typeof $ref === "string" ? resolvePointer(this.root, $ref) : undefined;
      const isLoop = typeof $ref === "string" && trail.filter((one) => one === $ref).length >= LEVELS;
      return [
        own,
        ...(target === undefined || isLoop ? [] : this.flattened([target], [...trail, String($ref)], depth + 1)),
        ...(Array.isArray(allOf) ? this.flattened(allOf, trail, depth + 1) : []),
      ];
    });
  }

  private nullableSchema(schema: JsonSchema): JsonSchema {
    if (this.dialect.keywords.has("nullable")) return { ...schema, nullable: true };
    const types = typesOf(schema);
    if (types.includes("null") && !("enum" in schema) && !("const" in schema)) return schema;
    const isPlain = types.length > 0 && types.every((type) => SCALARS.includes(type));
    if (isPlain && !("enum" in schema) && !("const" in schema)) return { ...schema, type: [...types, "null"] };
    if (Array.isArray(schema.anyOf) && constraintsOf(schema).length === 1) {
      const takesNull = schema.anyOf.some((branch: unknown) => isSchema(branch) && typesOf(branch).includes("null"));
      return takesNull ? schema : { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
    }
    const { description, ...inner } = schema;
    return { ...(description === undefined ? {} : { description }), anyOf: [inner, { type: "null" }] };
  }
}

function isEverything(schema: unknown): boolean {
  return schema === true || (isSchema(schema) && constraintsOf(schema).length === 0);
}

/** A keyword that demands nothing. */
function isVoid(keyword: string, value: unknown): boolean {
  return (
    ["additionalProperties", "propertyNames", "items"].includes(keyword) && (isEverything(value) || isAnyText(value))
  );
}

function isAnyText(value: unknown): boolean {
  return isSchema(value) && value.type === "string" && constraintsOf(value).length === 1;
}

/** Without keywords about other types than the one that is left. */
function withoutForeign(schema: JsonSchema, type: string): JsonSchema {
  const own = type === "integer" ? "number" : type;
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => {
      const about = typeOfKeyword(keyword);
      return about === undefined || about === own;
    }),
  );
}

function hasUnusualMember(root: JsonSchema, { memberName }: Dialect): boolean {
  if (memberName === undefined) return false;
  const seen = new Set<object>();
  const look = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || seen.has(value)) return false;
    seen.add(value);
    if (isSchema(value) && propertiesOf(value).some(([name]) => !memberName.pattern.test(name))) return true;
    return Object.values(value).some(look);
  };
  return look(root);
}
