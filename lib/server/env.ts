import "server-only";
import { z } from "zod";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { DIALECT_IDS, type DialectId } from "@/lib/core/schema/dialects/dialect";
import type { GuardedFetchOptions } from "./tools/create-guarded-fetch";
import type { DockerSettings } from "./tools/docker/docker-settings";
import { dockerVariables, readDockerSettings } from "./tools/docker/read-docker-settings";
import { readToolNetwork, toolNetworkVariables } from "./tools/tool-network";
import { webContainerVariable } from "./web-container";

const DEFAULT_STEPS_PER_MINUTE = 120;
const DEFAULT_SERVICES_PER_MINUTE = 300;
const DEFAULT_RUN_OUTPUT_TOKENS = 200_000;

/** An empty variable is the same as an absent one: that is how most tools write "not set". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const environmentSchema = z.object({
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
      .optional(),
  ),
  TOOLWRIGHT_DATA_DIR: optional(z.string().default(".data")),
  TOOLWRIGHT_OPENAI_BASE_URL: optional(z.url("must be a URL such as https://api.example.com/v1").optional()),
  TOOLWRIGHT_OPENAI_API_KEY: optional(z.string().optional()),
  TOOLWRIGHT_OPENAI_MODELS: optional(
    z
      .string()
      .transform((list) =>
        list
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== ""),
      )
      .pipe(z.array(z.string().max(200)).min(1, "must name at least one model"))
      .optional(),
  ),
  TOOLWRIGHT_OPENAI_DIALECT: optional(z.enum(DIALECT_IDS, `must be one of ${DIALECT_IDS.join(", ")}`).optional()),
  TOOLWRIGHT_OPENAI_EMBEDDING_MODEL: optional(z.string().max(200).optional()),
  TOOLWRIGHT_REDIS_URL: optional(
    z
      .string()
      .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
      .optional(),
  ),
  ...dockerVariables,
  TOOLWRIGHT_TOOL_HOSTS: optional(toolNetworkVariables.TOOLWRIGHT_TOOL_HOSTS),
  TOOLWRIGHT_TOOL_PRIVATE_HOSTS: optional(toolNetworkVariables.TOOLWRIGHT_TOOL_PRIVATE_HOSTS),
  TOOLWRIGHT_WEBCONTAINER: optional(webContainerVariable),
  TOOLWRIGHT_SERVICES_PER_MINUTE: optional(z.coerce.number().int().positive().default(DEFAULT_SERVICES_PER_MINUTE)),
  TOOLWRIGHT_STEPS_PER_MINUTE: optional(z.coerce.number().int().positive().default(DEFAULT_STEPS_PER_MINUTE)),
  TOOLWRIGHT_RUN_OUTPUT_TOKENS: optional(z.coerce.number().int().positive().default(DEFAULT_RUN_OUTPUT_TOKENS)),
});

export interface Environment {
  /** Undefined: the embedded database in `dataDirectory`. */
  databaseUrl: string | undefined;
  dataDirectory: string;
  /** Without a dialect, the provider's address tells whose rules hold for the schemas of tools. */
  openai: { baseUrl: string; apiKey: string | undefined; models: string[]; dialect?: DialectId } | undefined;
  /** Undefined: texts are embedded in the page only, by their letters. */
  embedding: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Undefined: results of tools are kept in the page and the browser only. */
  redisUrl: string | undefined;
  /** Undefined: tools that run in containers are refused. */
  docker: DockerSettings | undefined;
  /** Where tools may reach. */
  toolNetwork: Pick<GuardedFetchOptions, "allowedHosts" | "privateHosts">;
  /** Requests that the tools of one owner may make in a minute. */
  servicesPerMinute: number;
  /** Model steps that one owner may start in a minute. */
  stepsPerMinute: number;
  /** Output tokens that one run may use. */
  runOutputTokens: number;
}

/** Throws `environment-invalid` with one line per variable that says what is wrong with it and what to do. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = environmentSchema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw invalid(lines);
  }
  const values = parsed.data;
  const baseUrl = values.TOOLWRIGHT_OPENAI_BASE_URL;
  const models = values.TOOLWRIGHT_OPENAI_MODELS;
  if (baseUrl !== undefined && models === undefined) {
    throw invalid([
      "TOOLWRIGHT_OPENAI_MODELS is missing although TOOLWRIGHT_OPENAI_BASE_URL is set: list the model ids, separated by commas",
    ]);
  }
  if (baseUrl === undefined && models !== undefined) {
    throw invalid([
      "TOOLWRIGHT_OPENAI_BASE_URL is missing although TOOLWRIGHT_OPENAI_MODELS is set: give the provider's base URL",
    ]);
  }
  const dialect = values.TOOLWRIGHT_OPENAI_DIALECT;
  if (dialect !== undefined && baseUrl === undefined) {
    throw invalid([
      "TOOLWRIGHT_OPENAI_BASE_URL is missing although TOOLWRIGHT_OPENAI_DIALECT is set: give the provider's base URL",
    ]);
  }
  const embeddingModel = values.TOOLWRIGHT_OPENAI_EMBEDDING_MODEL;
  if (embeddingModel !== undefined && baseUrl === undefined) {
    throw invalid([
      "TOOLWRIGHT_OPENAI_BASE_URL is missing although TOOLWRIGHT_OPENAI_EMBEDDING_MODEL is set: give the provider's base URL",
    ]);
  }
  return {
    databaseUrl: values.DATABASE_URL,
    dataDirectory: values.TOOLWRIGHT_DATA_DIR,
    openai:
      baseUrl !== undefined && models !== undefined
        ? {
            baseUrl,
            apiKey: values.TOOLWRIGHT_OPENAI_API_KEY,
            models,
            ...(dialect === undefined ? {} : { dialect }),
          }
        : undefined,
    embedding:
      baseUrl !== undefined && embeddingModel !== undefined
        ? { baseUrl, apiKey: values.TOOLWRIGHT_OPENAI_API_KEY, model: embeddingModel }
        : undefined,
    redisUrl: values.TOOLWRIGHT_REDIS_URL,
    docker: readDockerSettings(values),
    toolNetwork: readToolNetwork(values),
    servicesPerMinute: values.TOOLWRIGHT_SERVICES_PER_MINUTE,
    stepsPerMinute: values.TOOLWRIGHT_STEPS_PER_MINUTE,
    runOutputTokens: values.TOOLWRIGHT_RUN_OUTPUT_TOKENS,
  };
}

function invalid(lines: string[]): ToolwrightError {
  return new ToolwrightError(
    "environment-invalid",
    `The server's settings are not usable:\n${lines.map((line) => `  - ${line}`).join("\n")}\nCorrect or unset these environment variables and start again.`,
    { facts: { variables: lines } },
  );
}
