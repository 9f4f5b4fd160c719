export const DIALECT_IDS = ["openai-strict", "openai", "anthropic", "gemini", "bedrock", "ollama", "mcp"] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/**
 * What one provider takes as the schema of a tool. Data only: `to-dialect.ts` is the one place that rewrites. Sources are
 * the providers' documents and the answers of their servers; the guide's page on providers lists both.
 */
export interface Dialect {
  id: DialectId;
  label: string;
  /** How a tool may be called. */
  name: { pattern: RegExp; words: string; longest: number };
  longestDescription?: number;
  /** Keywords that may stand in a schema. Every other one is rewritten, or said in words. */
  keywords: ReadonlySet<string>;
  /** Keywords that may stand at the root, where fewer are taken there than inside. */
  rootKeywords?: ReadonlySet<string>;
  /** Values of `format` that are taken; all of them when absent. */
  formats?: ReadonlySet<string>;
  /** How a member may be called. */
  memberName?: { pattern: RegExp; longest: number };
  /** Every member must be there, none other may; absence becomes null. */
  closed: boolean;
  /**
   * Whether a form that cannot be said is exchanged for one that can, with the value mapped back: a record becomes a list of
   * pairs, a tuple an object, anything a JSON text. Where it is not, the schema is only told less exactly.
   */
  exchanges: boolean;
  /** Whether `type` may be a list; otherwise `anyOf` and `nullable` say it. */
  typeLists: boolean;
  enumValues: "any" | "scalars" | "strings";
  /** Whether an object without members is refused inside. */
  refusesEmptyObjects: boolean;
  /** Whether an object must say its members, and a list its items. */
  wantsParts: boolean;
  /** Whether a reference must stand alone. */
  bareReferences: boolean;
  /** Whether look-around in a `pattern` is refused. */
  refusesLookAround: boolean;
  limits?: { members: number; depth: number; enumValues: number };
}

const ANNOTATIONS = ["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"] as const;
const OBJECT = ["properties", "required", "additionalProperties"] as const;
const OBJECT_MORE = ["patternProperties", "propertyNames", "minProperties", "maxProperties"] as const;
const DEPENDENT = ["dependentRequired", "dependentSchemas"] as const;
const LIST = ["items", "minItems", "maxItems"] as const;
const LIST_MORE = ["prefixItems", "uniqueItems", "contains", "minContains", "maxContains"] as const;
const NUMBER = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;
const TEXT = ["pattern", "format"] as const;
const TEXT_LENGTH = ["minLength", "maxLength"] as const;
const COMBINING = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"] as const;
const FULL = [
  "type",
  "enum",
  "const",
  "$ref",
  "$defs",
  ...ANNOTATIONS,
  ...OBJECT,
  ...OBJECT_MORE,
  ...DEPENDENT,
  ...LIST,
  ...LIST_MORE,
  ...NUMBER,
  ...TEXT,
  ...TEXT_LENGTH,
  ...COMBINING,
  "contentEncoding",
  "contentMediaType",
];
const without = (words: readonly string[], gone: readonly string[]) =>
  new Set(words.filter((word) => !gone.includes(word)));

const COMMON_NAME = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  words: "letters, digits, _ and -, at most 64",
  longest: 64,
};
const MEMBER_NAME = { pattern: /^[A-Za-z0-9_.-]{1,64}$/, longest: 64 };

const OPEN = {
  closed: false,
  exchanges: false,
  typeLists: true,
  enumValues: "any",
  refusesEmptyObjects: false,
  wantsParts: false,
  bareReferences: false,
  refusesLookAround: false,
} as const;

export const DIALECTS: Readonly<Record<DialectId, Dialect>> = {
  "openai-strict": {
    ...OPEN,
    id: "openai-strict",
    label: "OpenAI strict",
    name: COMMON_NAME,
    longestDescription: 1024,
    keywords: new Set([
      "type",
      "enum",
      "const",
      "anyOf",
      "$ref",
      "$defs",
      "title",
      "description",
      ...OBJECT,
      ...LIST,
      ...NUMBER,
      ...TEXT,
    ]),
    rootKeywords: new Set(["type", "title", "description", "$defs", ...OBJECT]),
    formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    closed: true,
    exchanges: true,
    enumValues: "scalars",
    wantsParts: true,
    bareReferences: true,
    refusesLookAround: true,
    limits: { members: 5000, depth: 10, enumValues: 1000 },
  },
  openai: {
    ...OPEN,
    id: "openai",
    label: "OpenAI",
    name: COMMON_NAME,
    longestDescription: 1024,
    keywords: new Set(FULL),
    rootKeywords: without(FULL, [...COMBINING, "enum", "const", "$ref"]),
    wantsParts: true,
  },
  anthropic: {
    ...OPEN,
    id: "anthropic",
    label: "Anthropic",
    name: { pattern: /^[A-Za-z0-9_-]{1,128}$/, words: "letters, digits, _ and -, at most 128", longest: 128 },
    keywords: new Set(FULL),
    rootKeywords: without(FULL, ["anyOf", "oneOf", "allOf", "$ref"]),
    memberName: MEMBER_NAME,
  },
  gemini: {
    ...OPEN,
    id: "gemini",
    label: "Gemini",
    name: {
      pattern: /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
      words: "a letter or _ first, then letters, digits, _, . and -, at most 64",
      longest: 64,
    },
    keywords: new Set([
      "type",
      "nullable",
      "enum",
      "anyOf",
      "title",
      "description",
      "properties",
      "required",
      "minProperties",
      "maxProperties",
      ...LIST,
      "minimum",
      "maximum",
      ...TEXT,
      ...TEXT_LENGTH,
    ]),
    rootKeywords: new Set(["type", "title", "description", "properties", "required"]),
    formats: new Set(["date-time", "int32", "int64", "float", "double"]),
    exchanges: true,
    typeLists: false,
    enumValues: "strings",
    refusesEmptyObjects: true,
    wantsParts: true,
  },
  bedrock: {
    ...OPEN,
    id: "bedrock",
    label: "Bedrock",
    name: COMMON_NAME,
    keywords: without(FULL, ["$ref", "$defs"]),
    rootKeywords: new Set(["type", "properties", "required"]),
    memberName: MEMBER_NAME,
  },
  ollama: {
    ...OPEN,
    id: "ollama",
    label: "Ollama",
    name: COMMON_NAME,
    keywords: new Set(["type", "enum", "anyOf", "description", "properties", "required", "items"]),
    rootKeywords: new Set(["type", "properties", "required"]),
  },
  mcp: {
    ...OPEN,
    id: "mcp",
    label: "MCP",
    name: {
      pattern: /^[A-Za-z0-9_./-]{1,64}$/,
      words: "letters, digits, _, -, . and /, at most 64",
      longest: 64,
    },
    keywords: new Set(FULL),
  },
};
