import type { ToolProgram } from "@/lib/core/call/container-request";
import { requiredSpecifiers } from "../container/required-specifiers";
import { resolveDefinitionPath } from "./link-modules";

/** The file that a tool is written in, with all that it imports of the definition: what runs the tool elsewhere. */
export function programOf(file: string, modules: Readonly<Record<string, string>>): ToolProgram {
  const taken: Record<string, string> = {};
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const code = modules[path];
    if (code === undefined || Object.hasOwn(taken, path)) continue;
    taken[path] = code;
    for (const specifier of requiredSpecifiers(code)) {
      const target = specifier.startsWith(".") ? resolveDefinitionPath(specifier, path) : undefined;
      if (target !== undefined) waiting.push(target);
    }
  }
  return { modules: taken, file };
}
