/**
 * The module authors import as "toolwright" (and, so that code from its documentation runs unchanged, as
 * "@cogitator-ai/core"): every public name of the tool kit in one flat list.
 */
export { base64Decode } from "@/lib/builtin/base64-decode";
export { base64Encode } from "@/lib/builtin/base64-encode";
export { Bash, ReadOnlyBash } from "@/lib/builtin/bash";
export { builtinTools } from "@/lib/builtin/builtin-tools";
export { calculator } from "@/lib/builtin/calculator/calculator";
export { codingTools, readOnlyTools, strictReadOnlyTools } from "@/lib/builtin/coding-tools";
export { Command, type CommandOptions, command } from "@/lib/builtin/command";
export { datetime } from "@/lib/builtin/datetime";
export { Edit } from "@/lib/builtin/edit";
export { exec } from "@/lib/builtin/exec";
export { fileDelete } from "@/lib/builtin/file-delete";
export { fileExists } from "@/lib/builtin/file-exists";
export { fileList } from "@/lib/builtin/file-list";
export { fileRead } from "@/lib/builtin/file-read";
export { fileWrite } from "@/lib/builtin/file-write";
export { githubApi } from "@/lib/builtin/github-api";
export { Glob } from "@/lib/builtin/glob";
export { Grep } from "@/lib/builtin/grep";
export { hash } from "@/lib/builtin/hash";
export { httpRequest } from "@/lib/builtin/http-request";
export { jsonParse } from "@/lib/builtin/json-parse";
export { jsonStringify } from "@/lib/builtin/json-stringify";
export { randomNumber } from "@/lib/builtin/random-number";
export { randomString } from "@/lib/builtin/random-string";
export { Read } from "@/lib/builtin/read";
export { regexMatch } from "@/lib/builtin/regex-match";
export { regexReplace } from "@/lib/builtin/regex-replace";
export { sendEmail } from "@/lib/builtin/send-email";
export { sleep } from "@/lib/builtin/sleep";
export { sqlQuery } from "@/lib/builtin/sql-query";
export { uuid } from "@/lib/builtin/uuid";
export { vectorSearch } from "@/lib/builtin/vector-search";
export { webScrape } from "@/lib/builtin/web-scrape";
export { webSearch } from "@/lib/builtin/web-search";
export { Write } from "@/lib/builtin/write";
export type { RunEvent } from "@/lib/core/agent/event";
export type { Run, RunApproval, RunOptions, RunResult } from "@/lib/core/agent/run";
export type { ApprovalState, CallState, RunState } from "@/lib/core/agent/run-state";
export type { CacheOptions } from "@/lib/core/cache/cache-options";
export type { CacheEntrySummary } from "@/lib/core/cache/cache-report";
export { createToolCacheStorage } from "@/lib/core/cache/create-tool-cache-storage";
export { generateCacheKey } from "@/lib/core/cache/generate-cache-key";
export { InMemoryToolCacheStorage } from "@/lib/core/cache/in-memory-tool-cache-storage";
export { parseDuration } from "@/lib/core/cache/parse-duration";
export type { RedisClientLike } from "@/lib/core/cache/redis-client-like";
export { RedisToolCacheStorage } from "@/lib/core/cache/redis-tool-cache-storage";
export { stableStringify } from "@/lib/core/cache/stable-stringify";
export type { CacheStats, ToolCache } from "@/lib/core/cache/tool-cache";
export type { CacheAccess, CacheEntry, ToolCacheStorage } from "@/lib/core/cache/tool-cache-storage";
export { type CachedTool, withCache } from "@/lib/core/cache/with-cache";
export { cosineSimilarity } from "@/lib/core/embedding/cosine-similarity";
export {
  type EmbeddingContext,
  type EmbeddingService,
  embedAll,
  type Vector,
} from "@/lib/core/embedding/embedding-service";
export { lexicalEmbedding } from "@/lib/core/embedding/lexical-embedding";
export { providerEmbedding } from "@/lib/core/embedding/provider-embedding";
export { ToolwrightError } from "@/lib/core/errors/toolwright-error";
export type { ModelMessage } from "@/lib/core/model/message";
export type { Model, ModelPart, ModelRequest } from "@/lib/core/model/model";
export type { ScriptInput } from "@/lib/core/model/script";
export { scriptedModel } from "@/lib/core/model/scripted-model";
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
export { Agent } from "@/lib/core/tool/agent-class";
export { type Assigned, assign } from "@/lib/core/tool/assign";
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
export { run } from "./run";
