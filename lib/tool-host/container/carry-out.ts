import * as zod from "zod";
import type { ContainerCall, ContainerSettlement } from "@/lib/core/call/container-request";
import { failedOutcome } from "@/lib/core/call/failed-outcome";
import { runExecute } from "@/lib/core/call/run-execute";
import { errorText } from "@/lib/core/errors/error-text";
import { isAgent } from "@/lib/core/tool/agent";
import { isTool } from "@/lib/core/tool/resolve-tools";
import type { Tool } from "@/lib/core/tool/tool-types";
import * as kit from "@/lib/kit";
import { documentedNames } from "../guest/documented-names";
import { linkModules } from "../guest/link-modules";
import { containerContext } from "./container-context";
import { type LoadPorts, loadPackages } from "./load-packages";

export interface CarryOutPorts extends LoadPorts {
  cwd: string;
  /** One line, or several, of the call's log. */
  say(text: string): void;
}

/**
 * One call in the container's Node: links the tool's files with the packages that are installed there, finds the tool by its
 * name, and runs its `execute` with arguments that were checked before. Never rejects.
 */
export async function carryOut(call: ContainerCall, ports: CarryOutPorts): Promise<ContainerSettlement> {
  try {
    const tool = await findTool(call, ports);
    const { outcome, whole } = await runExecute(tool, call.arguments, containerContext(call, ports));
    return whole === undefined ? { outcome } : { outcome, whole: whole() };
  } catch (thrown) {
    return { outcome: failedOutcome(errorText(thrown) || `Tool "${call.tool}" could not be loaded`, thrown) };
  }
}

async function findTool({ tool: name, opts, program }: ContainerCall, ports: LoadPorts): Promise<Tool> {
  const made: Tool[] = [];
  const marked = ((config: Parameters<typeof kit.tool>[0]) => {
    const tool = kit.tool(config);
    made.push(tool);
    return tool;
  }) as typeof kit.tool;
  const toolwright = { ...kit, tool: marked, __esModule: true };
  const ours = {
    toolwright,
    "@cogitator-ai/core": toolwright,
    zod: { ...zod, __esModule: true },
    "zod/v4": { ...zod, __esModule: true },
  };
  const elsewhere = await loadPackages(program.modules, Object.keys(ours), ports);
  const linker = linkModules({
    modules: program.modules,
    packages: ours,
    names: documentedNames(ours),
    elsewhere,
    onEnter: () => {},
  });
  const exports = linker.evaluate(program.file);
  const listed = isAgent(exports.default) ? exports.default.tools : [];
  const exported = Object.values(exports).flat().filter(isTool);
  for (const tool of [...listed, ...made, ...exported]) {
    const whole = Object.keys(opts).length === 0 ? tool : tool.with(opts);
    if (nameOf(whole) === name) return whole;
  }
  throw new Error(`The tool "${name}" is not made when ${program.file} is loaded in Node.`);
}

/** A computed name throws without the options it is computed from. */
function nameOf(tool: Tool): string | undefined {
  try {
    return tool.name;
  } catch {
    return undefined;
  }
}
