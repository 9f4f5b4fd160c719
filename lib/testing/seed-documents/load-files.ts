import * as zod from "zod";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import type { Tool } from "@/lib/core/tool/tool-types";
import * as kit from "@/lib/kit";
import { documentedNames } from "@/lib/tool-host/guest/documented-names";
import { linkModules } from "@/lib/tool-host/guest/link-modules";
import { readDefinition } from "@/lib/tool-host/guest/read-definition";

const zodModule = { ...zod, __esModule: true };
const kitModule = { ...kit, __esModule: true };

/** Definition files as JavaScript, by the page's own transpiler. */
export function transpile(files: Readonly<Record<string, string>>): Record<string, string> {
  const modules: Record<string, string> = {};
  for (const [path, text] of Object.entries(files)) {
    const transpiled = transpileFile(path, text);
    if (!transpiled.ok) throw new Error(transpiled.problem.message);
    modules[path] = transpiled.code;
  }
  return modules;
}

/** A definition as the tool host reads it; throws when it does not load. */
export function loadDefinition(files: Readonly<Record<string, string>>) {
  const { reply, tools } = readDefinition({
    modules: transpile(files),
    packages: (marking) => {
      const toolwright = { ...kitModule, tool: marking(kit.tool) };
      return { toolwright, "@cogitator-ai/core": toolwright, zod: zodModule };
    },
    onEnter: () => {},
  });
  if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
  return {
    agent: reply.agent,
    described: reply.tools,
    tool(name: string): Tool {
      const found = tools.get(name);
      if (found === undefined) throw new Error(`there is no tool ${name}`);
      return found;
    },
  };
}

/** What a file exports, for what is no tool. */
export function loadExports(text: string): Record<string, unknown> {
  const packages = { toolwright: kitModule, "@cogitator-ai/core": kitModule, zod: zodModule };
  const linker = linkModules({
    modules: transpile({ "tools/block.ts": text }),
    packages,
    names: documentedNames(packages),
    onEnter: () => {},
  });
  return linker.evaluate("tools/block.ts");
}
