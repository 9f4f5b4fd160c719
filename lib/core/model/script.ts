import { z } from "zod";
import { jsonValueSchema } from "../errors/json-value";
import { fail, ok, type Result } from "../errors/result";
import { parseLinearPattern } from "./linear-pattern";

/** Long enough for any demonstration, short enough that a server never holds a step open for a minute. */
const LONGEST_PAUSE_MS = 10_000;

const scriptedCallSchema = z.strictObject({
  tool: z.string().min(1).max(64).describe("Name of the tool to call."),
  arguments: z
    .record(z.string(), jsonValueSchema)
    .default({})
    .describe(
      "What the tool is called with. Text may hold {{prompt}} and {{result.<tool>.<path>}}; a value that is only one {{…}} keeps its type.",
    ),
});

const scriptStepSchema = z.strictObject({
  say: z
    .string()
    .max(20_000)
    .optional()
    .describe("Text the model writes. May hold {{prompt}} and {{result.<tool>.<path>}}."),
  calls: z.array(scriptedCallSchema).max(50).optional().describe("Calls of this turn; several are made in parallel."),
  pauseMs: z.number().int().min(0).max(LONGEST_PAUSE_MS).optional().describe("Wait before the turn begins."),
  finish: z
    .enum(["length", "incomplete"])
    .optional()
    .describe("Plays a turn that ended badly: `length` at the token limit, `incomplete` by a broken stream."),
  cut: z.boolean().optional().describe("The last call of the turn breaks off in the middle of its arguments."),
  error: z
    .strictObject({ code: z.string().min(1).max(64), message: z.string().min(1).max(2_000) })
    .optional()
    .describe("Plays a refusal by the provider after what was said."),
});
export type ScriptStep = z.infer<typeof scriptStepSchema>;

const conditionSchema = z
  .string()
  .min(1)
  .max(200)
  .superRefine((value, context) => {
    const pattern = patternIn(value);
    if (pattern === undefined) return;
    const parsed = parseLinearPattern(pattern);
    if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.problem.message });
  })
  .describe("Plays when the prompt contains this text, whatever the case; between slashes it is a regular expression.");

const scenarioSchema = z.strictObject({
  when: z
    .union([conditionSchema, z.array(conditionSchema).min(1).max(20)])
    .optional()
    .describe("Without it, the scenario plays for every prompt that no other one fits."),
  steps: z.array(scriptStepSchema).min(1).max(100).describe("One model turn each, in order."),
});
export type Scenario = z.infer<typeof scenarioSchema>;

const scriptSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).max(100).default("script").describe("Shown where a model's name is shown."),
  scenarios: z.array(scenarioSchema).max(50).describe("The first whose `when` fits the prompt is played."),
});
export type Script = z.infer<typeof scriptSchema>;
/** A script as an author writes it. */
export type ScriptInput = z.input<typeof scriptSchema>;

/** For the editor's completion and markers in `script.json`. */
export function scriptJsonSchema(): { [key: string]: unknown } {
  return z.toJSONSchema(scriptSchema, { io: "input" }) as { [key: string]: unknown };
}

/** The message names the place (`scenarios[0].steps[1].calls[0].tool`) and what is wrong there. */
export function parseScript(text: string): Result<Script> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("invalid-script", `script.json is not valid JSON: ${reason}`, {
      fix: "Check for a missing comma, a trailing comma or an unclosed quote.",
    });
  }
  const parsed = scriptSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.slice(0, 5);
  const lines = issues.map((issue) => `${pathInWords(issue.path)}: ${issue.message}`);
  const more = parsed.error.issues.length - issues.length;
  if (more > 0) lines.push(`and ${more} more`);
  return fail("invalid-script", `script.json: ${lines.join("; ")}`, { field: pathInWords(issues[0]?.path ?? []) });
}

/** The scenario for a prompt: the first condition that fits. `undefined` when only the ones for every prompt are left. */
export function scenarioFor(script: Script, prompt: string): Scenario | undefined {
  return script.scenarios.find(({ when }) => {
    if (when === undefined) return false;
    return (Array.isArray(when) ? when : [when]).some((condition) => fits(condition, prompt));
  });
}

export function scenarioForEveryPrompt(script: Script): Scenario | undefined {
  return script.scenarios.find(({ when }) => when === undefined);
}

function fits(condition: string, prompt: string): boolean {
  const pattern = patternIn(condition);
  if (pattern === undefined) return prompt.toLowerCase().includes(condition.toLowerCase());
  const parsed = parseLinearPattern(pattern);
  return parsed.ok && parsed.value.test(prompt);
}

function patternIn(condition: string): string | undefined {
  return condition.length > 2 && condition.startsWith("/") && condition.endsWith("/")
    ? condition.slice(1, -1)
    : undefined;
}

function pathInWords(path: readonly PropertyKey[]): string {
  let words = "";
  for (const part of path)
    words += typeof part === "number" ? `[${part}]` : `${words === "" ? "" : "."}${String(part)}`;
  return words === "" ? "the whole script" : words;
}
