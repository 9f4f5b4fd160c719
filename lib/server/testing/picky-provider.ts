import "server-only";
import type { ServerResponse } from "node:http";
import type { DialectId } from "@/lib/core/schema/dialects/dialect";
import { type RawProvider, startRawProvider } from "./raw-provider";

type Json = { [key: string]: unknown };
interface SentTool {
  name: string;
  description: string;
  parameters: Json;
  strict: boolean;
}

/**
 * A provider on a real socket that refuses the tools that the real one refuses, in its words, before it answers. Written from
 * the providers' documents and from the errors that people reported, and not from our own table of dialects: a mistake
 * there must show here.
 */
export async function startPickyProvider(
  dialect: DialectId,
  answer: (response: ServerResponse) => void,
): Promise<RawProvider> {
  const provider: RawProvider = await startRawProvider((response) => {
    const fault = faultOf(provider.requests.at(-1), dialect);
    if (fault === undefined) return answer(response);
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: fault, type: "invalid_request_error" } }));
  });
  return provider;
}

function faultOf(body: unknown, dialect: DialectId): string | undefined {
  const { tools = [] } = body as { tools?: { function: SentTool }[] };
  for (const [index, { function: tool }] of tools.entries()) {
    const fault = RULES[dialect](tool);
    if (fault !== undefined) return `Invalid 'tools[${index}].function': ${fault}`;
  }
  return undefined;
}

type Rule = (tool: SentTool) => string | undefined;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The first fault in a schema or in one inside it. */
function inSchemas(
  schema: unknown,
  check: (node: Json, place: string) => string | undefined,
  place = "()",
): string | undefined {
  if (!isObject(schema)) return undefined;
  const own = check(schema, place);
  if (own !== undefined) return own;
  const inside: [string, unknown][] = [];
  for (const keyword of ["properties", "$defs", "patternProperties"]) {
    const named = schema[keyword];
    if (isObject(named)) for (const [name, inner] of Object.entries(named)) inside.push([`${keyword}.${name}`, inner]);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list = schema[keyword];
    if (Array.isArray(list)) inside.push(...list.map((inner, at): [string, unknown] => [`${keyword}.${at}`, inner]));
  }
  for (const keyword of ["items", "additionalProperties", "not"]) inside.push([keyword, schema[keyword]]);
  for (const [name, inner] of inside) {
    const fault = inSchemas(inner, check, `${place}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const openai: Rule = ({ name, description, parameters }) => {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return "string does not match pattern. Expected '^[a-zA-Z0-9_-]+$'";
  if ((description ?? "").length > 1024) return "string too long. Expected a string with maximum length 1024";
  if (parameters.type !== "object")
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(parameters.type)}"'`;
  if (["oneOf", "anyOf", "allOf", "enum", "not"].some((keyword) => keyword in parameters))
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level";
  return inSchemas(parameters, (node, place) => {
    if (node.type === "object" && !("properties" in node))
      return `In context=${place}, object schema missing properties`;
    if (node.type === "array" && !("items" in node)) return `In context=${place}, array schema missing items`;
    return undefined;
  });
};

const STRICT_KEYWORDS =
  "type properties required additionalProperties items enum const anyOf $ref $defs title description pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems".split(
    " ",
  );
const STRICT_FORMATS = "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");

const openaiStrict: Rule = (tool) => {
  const fault = openai(tool);
  if (fault !== undefined || !tool.strict) return fault;
  return inSchemas(tool.parameters, (node, place) => {
    const unknown = Object.keys(node).find((keyword) => !STRICT_KEYWORDS.includes(keyword));
    if (unknown !== undefined) return `In context=${place}, '${unknown}' is not permitted`;
    if ("$ref" in node)
      return Object.keys(node).length > 1 ? `In context=${place}, $ref cannot have keywords` : undefined;
    if (!("type" in node) && !("anyOf" in node) && !("const" in node))
      return `In context=${place}, schema must have a 'type' key`;
    if (typeof node.format === "string" && !STRICT_FORMATS.includes(node.format))
      return `In context=${place}, '${node.format}' is not a valid format`;
    if (typeof node.pattern === "string" && /\(\?[=!<]/.test(node.pattern))
      return `In context=${place}, 'pattern' has look-around`;
    const types = [node.type].flat();
    if (types.includes("object")) {
      if (node.additionalProperties !== false)
        return `In context=${place}, 'additionalProperties' is required to be supplied and to be false`;
      const names = Object.keys((node.properties ?? {}) as Json).sort();
      const required = Array.isArray(node.required) ? [...node.required].sort() : [];
      if (JSON.stringify(names) !== JSON.stringify(required))
        return `In context=${place}, 'required' is required to be an array including every key in properties`;
    }
    return undefined;
  });
};

const anthropic: Rule = ({ name, parameters }) => {
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) return "custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
  if (parameters.type !== "object") return "custom.input_schema.type: Input should be 'object'";
  if (["oneOf", "anyOf", "allOf"].some((keyword) => keyword in parameters))
    return "input_schema does not support oneOf, allOf, or anyOf at the top level";
  return inSchemas(parameters, (node, place) => {
    const key = Object.keys((node.properties ?? {}) as Json).find((one) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(one));
    if (key !== undefined) return `${place}: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`;
    if (typeof node.exclusiveMinimum === "boolean" || Array.isArray(node.items))
      return "JSON schema is invalid. It must match JSON Schema draft 2020-12";
    return undefined;
  });
};

const GEMINI_KEYWORDS =
  "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern anyOf items minimum maximum".split(
    " ",
  );

const gemini: Rule = ({ name, parameters }) => {
  if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name))
    return "Invalid function name. Must start with a letter or an underscore";
  return inSchemas(parameters, (node, place) => {
    const unknown = Object.keys(node).find((keyword) => !GEMINI_KEYWORDS.includes(keyword));
    if (unknown !== undefined) return `Unknown name "${unknown}" at '${place}': Cannot find field.`;
    if ("type" in node && typeof node.type !== "string")
      return `Proto field is not repeating, cannot start list at '${place}.type'`;
    if (!("type" in node) && !("anyOf" in node)) return `${place}.type: must be specified`;
    if ("anyOf" in node && "type" in node) return `${place}: any_of must be the only field set`;
    if (Array.isArray(node.enum) && !node.enum.every((value) => typeof value === "string" && value !== ""))
      return `Invalid value at '${place}.enum' (TYPE_STRING)`;
    if (node.type === "string" && "format" in node && !["enum", "date-time"].includes(String(node.format)))
      return `${place}.format: only 'enum' and 'date-time' are supported for STRING type`;
    const names = Object.keys((node.properties ?? {}) as Json);
    if (node.type === "object" && names.length === 0 && place !== "()")
      return `${place}.properties: should be non-empty for OBJECT type`;
    if (node.type === "array" && !("items" in node)) return `${place}.items: missing field`;
    const lost = (Array.isArray(node.required) ? node.required : []).find((one) => !names.includes(String(one)));
    return lost === undefined ? undefined : `${place}.required[0]: property is not defined`;
  });
};

const bedrock: Rule = ({ name, parameters }) => {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+";
  const extra = Object.keys(parameters).find((keyword) => !["type", "properties", "required"].includes(keyword));
  if (extra !== undefined)
    return `The value at toolConfig.tools.0.toolSpec.inputSchema.json has "${extra}" at the top level`;
  return anthropic({ name, parameters, description: "", strict: false });
};

const ollama: Rule = ({ parameters }) =>
  // Nothing is refused; what its structure has no field for is lost without a word.
  inSchemas(parameters, (node, place) => {
    const lost = Object.keys(node).find(
      (keyword) => !["type", "items", "properties", "required", "description", "enum", "anyOf"].includes(keyword),
    );
    return lost === undefined ? undefined : `${place}: "${lost}" would be lost`;
  });

const RULES: Record<DialectId, Rule> = {
  openai,
  "openai-strict": openaiStrict,
  anthropic,
  gemini,
  bedrock,
  ollama,
  mcp: () => undefined,
};
