/**
 * The module authors import as "toolwright" (and, so that code from its documentation runs unchanged, as
 * "@cogitator-ai/core"): every public name of the tool kit in one flat list.
 */
export { Bash, ReadOnlyBash } from "@/lib/builtin/bash";
export { codingTools, readOnlyTools, strictReadOnlyTools } from "@/lib/builtin/coding-tools";
export { Edit } from "@/lib/builtin/edit";
export { Glob } from "@/lib/builtin/glob";
export { Grep } from "@/lib/builtin/grep";
export { Read } from "@/lib/builtin/read";
export { Write } from "@/lib/builtin/write";
export { ToolwrightError } from "@/lib/core/errors/toolwright-error";
export { type RegistryChange, ToolRegistry } from "@/lib/core/registry/tool-registry";
export type {
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileStat,
  GlobResult,
  GrepMatch,
  GrepResult,
  Sandbox,
} from "@/lib/core/sandbox/sandbox";
export { SandboxError } from "@/lib/core/sandbox/sandbox-error";
export { toolParametersSchema } from "@/lib/core/schema/tool-parameters-schema";
export { toolToSchema } from "@/lib/core/schema/tool-to-schema";
export { type AgentConfig, type AgentDefinition, agent } from "@/lib/core/tool/agent";
export { resolveTools, type ToolListEntry } from "@/lib/core/tool/resolve-tools";
export { type DefinedTool, type SharedToolOptions, tool } from "@/lib/core/tool/tool";
export { type ToolContent, type ToolContentPart, toolContent } from "@/lib/core/tool/tool-content";
export type {
  JsonSchema,
  SideEffect,
  Tool,
  ToolCategory,
  ToolConfig,
  ToolContext,
  ToolOptions,
  ToolParameters,
  ToolSandbox,
  ToolSchema,
} from "@/lib/core/tool/tool-types";
export { toolset } from "@/lib/core/tool/toolset";
