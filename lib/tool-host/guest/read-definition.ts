import { composeInstructions } from "@/lib/core/agent/compose-instructions";
import { type ToolProgram, WEBCONTAINER_ALLOWANCE_MS } from "@/lib/core/call/container-request";
import { CONTAINER_ALLOWANCE_MS } from "@/lib/core/call/docker-request";
import { isSandboxed } from "@/lib/core/call/run-in-sandbox";
import { sandboxTimeout } from "@/lib/core/call/sandbox-timeout";
import { parametersWarnings } from "@/lib/core/schema/tool-parameters-schema";
import { type AgentDefinition, DEFAULT_STEP_LIMIT, isAgent } from "@/lib/core/tool/agent";
import { isTool } from "@/lib/core/tool/resolve-tools";
import type { Tool } from "@/lib/core/tool/tool-types";
import type { DefinitionProblem } from "../described-definition";
import type { GuestTool, LoadReply } from "../protocol";
import { type AbsentImport, absentPackage, isFromElsewhere, isThereFor } from "./absent-package";
import { documentedNames } from "./documented-names";
import { type Linker, linkModules, type ModuleExports } from "./link-modules";
import { duplicateName, problemFromError } from "./problem-from-error";
import { programOf } from "./program-of";
import { createToolMarks, nameOf, type ToolMarks } from "./tool-marks";

export interface ReadDefinitionOptions {
  modules: Readonly<Record<string, string>>;
  /** The modules that a definition may import, `toolwright` among them; `tool` is exchanged for one that remembers its line. */
  packages(marking: ToolMarks["marking"], wrapping: ToolMarks["wrapping"]): Record<string, object>;
  onEnter(path: string): void;
}

export interface ReadDefinition {
  reply: LoadReply;
  /** Empty unless the reply is good. */
  tools: Map<string, Tool>;
  /** The files of those tools whose `execute` runs in a container. */
  programs: Map<string, ToolProgram>;
}

interface FoundTool {
  tool: Tool;
  file: string | undefined;
  line: number | undefined;
  givenToAgent: boolean;
}

/** Runs the definition's files and describes what they define. Never throws; only an endless loop keeps it from returning. */
export function readDefinition({ modules, packages, onEnter }: ReadDefinitionOptions): ReadDefinition {
  const marks = createToolMarks();
  const importable = packages(marks.marking, marks.wrapping);
  const absent: AbsentImport[] = [];
  const linker = linkModules({
    modules,
    packages: importable,
    names: documentedNames(importable),
    elsewhere(specifier, file, error) {
      if (!isFromElsewhere(specifier)) return undefined;
      const found = { specifier, file, error };
      absent.push(found);
      return absentPackage(found);
    },
    onEnter,
  });
  const problems: DefinitionProblem[] = [];
  const exported = new Map<string, ModuleExports>();
  for (const file of loadOrder(modules)) {
    const loaded = evaluate(linker, file);
    if (loaded.ok) exported.set(file, loaded.exports);
    else if (loaded.origin === file) problems.push(problemFromError(loaded.error, { modules, marks, file }));
  }
  if (problems.length > 0) return failed(problems);

  const warnings: DefinitionProblem[] = [];
  const agent = readAgent(exported.get("agent.ts"), warnings);
  const found = findTools(agent, exported, marks, warnings, modules["agent.ts"]);
  const all = found.map(({ tool }) => tool);
  for (const { specifier, file, error } of absent) {
    if (!isThereFor(all, specifier)) problems.push(problemFromError(error, { modules, marks, file }));
  }
  if (problems.length > 0) return failed(problems);
  const described: GuestTool[] = [];
  const tools = new Map<string, Tool>();
  const programs = new Map<string, ToolProgram>();
  for (const [name, entries] of byName(found)) {
    const [first, ...others] = entries;
    if (!first) continue;
    if (others.length > 0) {
      problems.push(
        duplicateName(
          name,
          entries.map(({ file, line }) => ({ file: file ?? "a built-in tool", line })),
        ),
      );
      continue;
    }
    try {
      described.push(describeTool(first));
      warnings.push(...untoldParts(first));
      tools.set(name, first.tool);
      if (first.tool.sandbox?.type === "webcontainer") {
        programs.set(name, programOf(first.file ?? "agent.ts", modules));
      }
    } catch (error) {
      const file = first.file ?? "agent.ts";
      const problem = problemFromError(error, { modules, marks, file });
      const code = problem.code === "threw-on-load" ? "bad-schema" : problem.code;
      const line = first.file ? first.line : problem.line;
      problems.push({ ...problem, code, message: `Tool "${name}": ${problem.message}`, file, line });
    }
  }
  if (problems.length > 0) return failed(problems);
  return {
    tools,
    programs,
    reply: {
      ok: true,
      agent: {
        name: agent?.name ?? "agent",
        instructions: composeInstructions([agent?.instructions], agent?.output !== undefined),
        stepLimit: agent?.limits.steps ?? DEFAULT_STEP_LIMIT,
        ...(agent === undefined ? {} : { maxParallelCalls: agent.limits.maxParallelCalls, assigns: agent.assigns }),
        ...(agent?.model === undefined ? {} : { model: agent.model }),
      },
      tools: described,
      warnings,
    },
  };
}

/** Tools first: a mistake in one of them is then reported at its own file, not where the agent imports it. */
function loadOrder(modules: Readonly<Record<string, string>>): string[] {
  const paths = Object.keys(modules).sort();
  return [...paths.filter((path) => path !== "agent.ts"), ...paths.filter((path) => path === "agent.ts")];
}

function evaluate(
  linker: Linker,
  file: string,
): { ok: true; exports: ModuleExports } | { ok: false; error: unknown; origin: string | undefined } {
  try {
    return { ok: true, exports: linker.evaluate(file) };
  } catch (error) {
    return { ok: false, error, origin: linker.originOf(error) };
  }
}

function readAgent(exports: ModuleExports | undefined, warnings: DefinitionProblem[]): AgentDefinition | undefined {
  if (isAgent(exports?.default)) return exports.default;
  const fix = "Write `export default agent({ name, instructions, tools })` in agent.ts to let an agent use the tools.";
  warnings.push({
    code: "no-agent",
    message: exports
      ? "agent.ts does not export an agent as its default; the tools can still be called by hand."
      : "There is no agent.ts; the tools can still be called by hand.",
    fix,
    ...(exports ? { file: "agent.ts" } : {}),
    severity: "warning",
  });
  return undefined;
}

/** The agent's tools in its order, then those that are only exported. */
function findTools(
  agent: AgentDefinition | undefined,
  exported: ReadonlyMap<string, ModuleExports>,
  marks: ToolMarks,
  warnings: DefinitionProblem[],
  agentCode: string | undefined,
): FoundTool[] {
  const homes = new Map<Tool, string>();
  for (const [file, exports] of exported) {
    if (file === "agent.ts") continue;
    // A file that exports nothing, such as an example pasted from somewhere, has no other way to give its tools.
    const values = Object.keys(exports).length === 0 ? marks.madeIn(file) : Object.values(exports);
    for (const tool of values.flatMap(toolsIn)) if (!homes.has(tool)) homes.set(tool, file);
  }
  const found: FoundTool[] = [];
  const given = new Set<Tool>();
  const foundTool = (tool: Tool, givenToAgent: boolean): FoundTool => {
    const place = marks.of(tool)?.place ?? writtenInAgentFile(tool, agentCode);
    return { tool, file: place?.file ?? homes.get(tool), line: place?.line, givenToAgent };
  };
  for (const tool of agent?.tools ?? []) {
    given.add(marks.of(tool)?.root ?? tool);
    found.push(foundTool(tool, true));
  }
  // A tool and its cached self have one name; who exports both means the cached one.
  const wrapped = new Set([...homes.keys()].map((tool) => marks.of(tool)?.wraps));
  for (const [tool, file] of homes) {
    // A definition that the agent lists with options is no tool of its own beside them.
    if (given.has(marks.of(tool)?.root ?? tool)) continue;
    if (wrapped.has(tool)) continue;
    if (nameOf(tool) === undefined) {
      warnings.push({
        code: "needs-options",
        message: `A tool in ${file} computes its name from options, and is listed nowhere with any.`,
        fix: "List it in agent.ts as `[theTool, { … }]`.",
        file,
        line: marks.of(tool)?.place?.line,
        severity: "warning",
      });
      continue;
    }
    found.push(foundTool(tool, false));
  }
  return found;
}

/** What one export gives: itself when it is a tool; the tools of a list such as `toolset(…)`, in its order. */
function toolsIn(value: unknown): Tool[] {
  if (isTool(value)) return [value];
  return Array.isArray(value) ? value.filter(isTool) : [];
}

/** A tool written in place, as a plain object in the agent's list, is found by its name; a built-in is nowhere. */
function writtenInAgentFile(tool: Tool, agentCode: string | undefined): { file: string; line: number } | undefined {
  const at = agentCode?.search(new RegExp(`\\bname:\\s*["'\`]${nameOf(tool) ?? " "}["'\`]`)) ?? -1;
  if (agentCode === undefined || at === -1) return undefined;
  return { file: "agent.ts", line: agentCode.slice(0, at).split("\n").length };
}

function byName(found: readonly FoundTool[]): Map<string, FoundTool[]> {
  const names = new Map<string, FoundTool[]>();
  for (const entry of found) {
    const name = nameOf(entry.tool) ?? "";
    names.set(name, [...(names.get(name) ?? []), entry]);
  }
  return names;
}

function describeTool({ tool, file, givenToAgent }: FoundTool): GuestTool {
  const { name, description, parameters } = tool.toJSON();
  const untold = parametersWarnings(tool.parameters);
  return {
    name,
    description,
    // As plain data: a schema may hold what no message can carry.
    parameters: JSON.parse(JSON.stringify(parameters)) as Record<string, unknown>,
    sideEffects: [...(tool.sideEffects ?? [])],
    tags: [...(tool.tags ?? [])],
    ...(tool.category === undefined ? {} : { category: tool.category }),
    requiresApproval:
      typeof tool.requiresApproval === "function" ? "depends" : tool.requiresApproval ? "always" : "never",
    ...timeLimit(tool),
    ...(tool.exclusive === true ? { exclusive: true } : {}),
    ...(tool.repeatable === true ? { repeatable: true } : {}),
    ...(untold.length === 0 ? {} : { untold: untold.map((warning) => ({ ...warning })) }),
    ...runsIn(tool),
    ...(file === undefined ? {} : { file }),
    givenToAgent,
  };
}

/** Milliseconds beside the tool's own time. */
const ALLOWANCES = { docker: CONTAINER_ALLOWANCE_MS, webcontainer: WEBCONTAINER_ALLOWANCE_MS, wasm: 0 } as const;

function timeLimit(tool: Tool): { timeoutMs?: number } {
  if (isSandboxed(tool)) {
    return { timeoutMs: sandboxTimeout(tool) + ALLOWANCES[tool.sandbox.type] };
  }
  const { timeout } = tool;
  return timeout !== undefined && timeout > 0 && Number.isFinite(timeout) ? { timeoutMs: timeout } : {};
}

function runsIn({ sandbox }: Tool): Pick<GuestTool, "runsIn"> {
  if (sandbox === undefined) return {};
  const packages = sandbox.type === "webcontainer" ? { packages: { ...sandbox.dependencies } } : {};
  return { runsIn: { type: sandbox.type, ...packages } };
}

/** Members that a model cannot be told about, or could never fill in: the tool works, and its author should know. */
function untoldParts({ tool, file, line }: FoundTool): DefinitionProblem[] {
  return parametersWarnings(tool.parameters).map(({ path, message, fix }) => ({
    code: "no-json-form",
    message: `Tool "${tool.name}", ${path === "" ? "its parameters" : `"${path}"`}: ${message}`,
    fix,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    severity: "warning",
  }));
}

function failed(problems: DefinitionProblem[]): ReadDefinition {
  return { tools: new Map(), programs: new Map(), reply: { ok: false, problems } };
}
