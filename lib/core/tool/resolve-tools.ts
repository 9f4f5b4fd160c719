import { ToolwrightError } from "../errors/toolwright-error";
import { checkName, definitionError, kindOf } from "./check-tool";
import { tool } from "./tool";
import type { Tool, ToolConfig, ToolOptions } from "./tool-types";

/** How a tool may stand in a list: itself, with options, or written in place. */
export type ToolListEntry = Tool | readonly [Tool, ToolOptions] | ToolConfig;

/** The tools of a list with their options applied. Two equal names are refused, naming both places. */
export function resolveTools(list: readonly ToolListEntry[]): Tool[] {
  if (!Array.isArray(list)) {
    throw definitionError(
      "invalid-tools",
      "tools",
      `"tools" is ${kindOf(list)}.`,
      "Give a list: `tools: [first, second]`.",
    );
  }
  const tools = list.map((entry: ToolListEntry, index) => resolveEntry(entry, index));
  const places = new Map<string, number>();
  for (const [index, resolved] of tools.entries()) {
    const earlier = places.get(resolved.name);
    if (earlier !== undefined) {
      throw definitionError(
        "duplicate-name",
        "tools",
        `Two tools are named "${resolved.name}": ${place(tools, earlier)} and ${place(tools, index)}.`,
        "Rename one of them, or compute the name from its options.",
        { name: resolved.name, places: [earlier, index] },
      );
    }
    places.set(resolved.name, index);
  }
  return tools;
}

/** Whether a value was made by `tool()`, in this copy of the module or another. */
export function isTool(value: unknown): value is Tool {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { execute?: unknown }).execute === "function" &&
    typeof (value as { toJSON?: unknown }).toJSON === "function" &&
    typeof (value as { with?: unknown }).with === "function"
  );
}

function resolveEntry(entry: ToolListEntry, index: number): Tool {
  if (isTool(entry)) {
    checkName(entry.name);
    return entry;
  }
  if (Array.isArray(entry)) {
    const [first, options] = entry as readonly unknown[];
    if (isTool(first) && entry.length === 2 && typeof options === "object" && options !== null && !isTool(options)) {
      const resolved = first.with(options as ToolOptions);
      checkName(resolved.name);
      return resolved;
    }
    throw definitionError(
      "invalid-tools",
      "tools",
      `Entry ${index + 1} of "tools" is a list that is not \`[tool, options]\`.`,
      "Spread a set of tools into the list: `...codingTools()`.",
    );
  }
  if (typeof entry === "object" && entry !== null) return inPlace(entry as ToolConfig, index);
  throw definitionError(
    "invalid-tools",
    "tools",
    `Entry ${index + 1} of "tools" is ${kindOf(entry)}, not a tool.`,
    "Check that its file exports it: `export default tool({ … })`.",
  );
}

/** A tool written in place has no file or line of its own, so its fault names its place in the list. */
function inPlace(config: ToolConfig, index: number): Tool {
  try {
    return tool(config);
  } catch (thrown) {
    if (!(thrown instanceof ToolwrightError)) throw thrown;
    const message = `Entry ${index + 1} of "tools": ${thrown.message}`;
    throw new ToolwrightError(thrown.code, message, { facts: thrown.facts, cause: thrown });
  }
}

function place(tools: readonly Tool[], index: number): string {
  const opts = tools[index]?.opts ?? {};
  const options = Object.keys(opts).length > 0 ? ` with options ${safeJson(opts)}` : "";
  return `entry ${index + 1} of the list${options}`;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value).slice(0, 120);
  } catch {
    return "that cannot be shown";
  }
}
