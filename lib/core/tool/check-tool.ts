import { ToolwrightError } from "../errors/toolwright-error";
import { suggestToolName, TOOL_NAME } from "./tool-name";
import { SIDE_EFFECTS, TOOL_CATEGORIES } from "./tool-types";

/** What an author wrote, before anything is known about it. */
export type UncheckedConfig = { readonly [field: string]: unknown };

const FIELDS: readonly string[] = [
  "name",
  "description",
  "parameters",
  "execute",
  "category",
  "tags",
  "sideEffects",
  "furtherSideEffects",
  "requiresApproval",
  "timeout",
  "sandbox",
  "exclusive",
  "repeatable",
];
/** A day. Timers of JavaScript turn much longer times into none at all. */
const LONGEST_TIMEOUT = 86_400_000;
/** Names for `execute` in other libraries. */
const OTHER_NAMES_OF_EXECUTE = ["call", "run", "handler", "func", "invoke", "callback"];

/** A definition error: the code and the field for programs, the sentence and the fix for the author. */
export function definitionError(
  code: string,
  field: string,
  message: string,
  fix: string,
  facts: Record<string, unknown> = {},
): ToolwrightError {
  return new ToolwrightError(code, `${message} ${fix}`, { facts: { field, fix, ...facts } });
}

export function checkName(name: unknown): asserts name is string {
  if (typeof name !== "string" || name === "") {
    throw definitionError(
      "invalid-name",
      "name",
      name === undefined || name === "" ? "A tool has no name." : `A tool's name is ${kindOf(name)}.`,
      'Give it one of 1 to 64 letters, digits, "_" or "-", such as "get_weather".',
    );
  }
  if (TOOL_NAME.test(name)) return;
  const suggestion = suggestToolName(name);
  const letter = /[^A-Za-z0-9_-]/u.exec(name)?.[0];
  const why = letter === undefined ? `is ${name.length} characters long` : `contains ${JSON.stringify(letter)}`;
  throw definitionError(
    "invalid-name",
    "name",
    `The tool name ${JSON.stringify(name.slice(0, 80))} ${why}, which model providers refuse.`,
    `Use 1 to 64 letters, digits, "_" or "-", for example "${suggestion}".`,
    { suggestion },
  );
}

export function checkDescription(description: unknown, tool: string): asserts description is string {
  if (typeof description === "string" && description.trim() !== "") return;
  throw definitionError(
    "invalid-description",
    "description",
    `The tool "${tool}" has ${description === undefined || typeof description === "string" ? "no description" : `${kindOf(description)} as its description`}.`,
    "Say in one or two sentences what it does; the model chooses by it.",
  );
}

/** Everything but `name`, `description` and `parameters`, which may depend on options. */
export function checkFields(config: UncheckedConfig, tool: string): void {
  if (typeof config.execute !== "function") {
    const other = OTHER_NAMES_OF_EXECUTE.find((name) => typeof config[name] === "function");
    throw definitionError(
      "invalid-execute",
      "execute",
      `The tool "${tool}" has no "execute" function.`,
      other === undefined ? "Add `execute: async (params, context) => { … }`." : `Rename "${other}" to "execute".`,
    );
  }
  const unknown = Object.keys(config).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) {
    throw definitionError(
      "unknown-field",
      unknown,
      `The tool "${tool}" has a field "${unknown}" that means nothing.`,
      `Remove it, or use one of: ${FIELDS.join(", ")}.`,
    );
  }
  checkChoice(config.category, "category", TOOL_CATEGORIES, tool);
  for (const [field, choices] of [
    ["sideEffects", SIDE_EFFECTS],
    ["tags", undefined],
  ] as const) {
    const list = config[field];
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.some((item) => typeof item !== "string")) {
      throw definitionError(
        `invalid-${kebab(field)}`,
        field,
        `"${field}" of the tool "${tool}" is not a list of texts.`,
        `Write \`${field}: ["…"]\`.`,
      );
    }
    if (choices !== undefined) for (const item of list) checkChoice(item, field, choices, tool);
  }
  if (config.furtherSideEffects !== undefined && typeof config.furtherSideEffects !== "function") {
    throw definitionError(
      "invalid-tool",
      "furtherSideEffects",
      `"furtherSideEffects" of the tool "${tool}" is ${kindOf(config.furtherSideEffects)}.`,
      "Use a function of the parameters that returns a list of side effects, or leave it out.",
    );
  }
  checkApproval(config.requiresApproval, tool);
  checkTimeout(config.timeout, tool);
  for (const field of ["exclusive", "repeatable"] as const) {
    const flag = config[field];
    if (flag === undefined || typeof flag === "boolean") continue;
    throw definitionError(
      "invalid-tool",
      field,
      `"${field}" of the tool "${tool}" is ${kindOf(flag)}.`,
      "Use true, or leave it out.",
    );
  }
  const { sandbox } = config;
  if (
    sandbox !== undefined &&
    !["wasm", "docker", "webcontainer"].includes(String((sandbox as { type?: unknown } | null)?.type))
  ) {
    throw definitionError(
      "invalid-sandbox",
      "sandbox",
      `"sandbox" of the tool "${tool}" has no known type.`,
      'Use `{ type: "wasm", wasmModule }` or `{ type: "docker", image }`, or `{ type: "webcontainer", dependencies }`.',
    );
  }
}

/** The options that a tool is listed with, as far as every tool understands them; the rest is the tool's own. */
export function checkOptions(opts: unknown, tool: string): void {
  if (typeof opts !== "object" || opts === null || Array.isArray(opts)) {
    throw definitionError(
      "needs-options",
      "options",
      `The tool "${tool}" was listed with ${kindOf(opts)} as its options.`,
      "Give an object: `tool.with({ … })` or `[tool, { … }]`.",
    );
  }
  const { requiresApproval, timeout } = opts as UncheckedConfig;
  if (requiresApproval !== undefined && typeof requiresApproval !== "boolean") {
    throw definitionError(
      "invalid-requires-approval",
      "requiresApproval",
      `"requiresApproval" among the options of the tool "${tool}" is ${kindOf(requiresApproval)}.`,
      "Use true or false; a function belongs into the tool itself.",
    );
  }
  checkTimeout(timeout, tool);
}

function checkApproval(requiresApproval: unknown, tool: string): void {
  if (requiresApproval === undefined || ["boolean", "function"].includes(typeof requiresApproval)) return;
  throw definitionError(
    "invalid-requires-approval",
    "requiresApproval",
    `"requiresApproval" of the tool "${tool}" is ${kindOf(requiresApproval)}.`,
    "Use true, false, or a function of the parameters that returns one of them.",
  );
}

function checkTimeout(timeout: unknown, tool: string): void {
  const fits = typeof timeout === "number" && timeout >= 0 && (timeout <= LONGEST_TIMEOUT || timeout === Infinity);
  if (timeout === undefined || fits) return;
  throw definitionError(
    "invalid-timeout",
    "timeout",
    `"timeout" of the tool "${tool}" is ${typeof timeout === "number" ? timeout : kindOf(timeout)}.`,
    "Give milliseconds up to a day, such as 30_000, or leave it out.",
  );
}

function checkChoice(value: unknown, field: string, choices: readonly string[], tool: string): void {
  if (value === undefined || (typeof value === "string" && choices.includes(value))) return;
  throw definitionError(
    `invalid-${kebab(field)}`,
    field,
    `"${field}" of the tool "${tool}" holds ${typeof value === "string" ? JSON.stringify(value) : kindOf(value)}.`,
    `Use ${choices.map((choice) => `"${choice}"`).join(", ")}.`,
  );
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return "a list";
  return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`;
}
