import type { Tool, ToolSchema } from "../tool/tool-types";
import { toolParametersSchema } from "./tool-parameters-schema";

const known = new WeakMap<object, ToolSchema>();

/** What a model is told about a tool. Made once per tool; frozen. */
export function toolToSchema(tool: Pick<Tool, "name" | "description" | "parameters">): ToolSchema {
  const parameters = toolParametersSchema(tool.parameters);
  const made = known.get(tool);
  if (made !== undefined && made.name === tool.name && made.description === tool.description) return made;
  const schema = Object.freeze({ name: tool.name, description: tool.description, parameters });
  known.set(tool, schema);
  return schema;
}
