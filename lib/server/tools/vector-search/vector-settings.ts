import "server-only";
import { z } from "zod";
import { baseUrl, optionalVariable, readOperatorSettings } from "../operator-settings";
import { readSqlSettings } from "../sql-query/sql-settings";

export const VECTOR_PROVIDERS = ["openai", "ollama", "google"] as const;
export type VectorProvider = (typeof VECTOR_PROVIDERS)[number];

const schema = z.object({
  TOOLWRIGHT_VECTOR_URL: optionalVariable(
    z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://"),
  ),
  TOOLWRIGHT_SQL_TIMEOUT_MS: optionalVariable(z.string()),
  DATABASE_URL: optionalVariable(z.string()),
  OPENAI_API_KEY: optionalVariable(z.string()),
  OPENAI_BASE_URL: baseUrl("https://api.openai.com/v1"),
  OLLAMA_BASE_URL: optionalVariable(z.url({ protocol: /^https?$/, error: "must be an http or https URL" })),
  GOOGLE_API_KEY: optionalVariable(z.string()),
  TOOLWRIGHT_GOOGLE_URL: baseUrl("https://generativelanguage.googleapis.com/v1beta/openai"),
});

export interface VectorSettings {
  url: string | undefined;
  timeoutMs: number;
  /** What a vector is asked of; one that the operator did not set up is not there. All three speak OpenAI's embeddings. */
  providers: Partial<Record<VectorProvider, { baseUrl: string; apiKey: string | undefined; model: string }>>;
}

/** Where the operator keeps vectors, with the rules of `TOOLWRIGHT_SQL_URL`, and who makes one of a question. */
export function readVectorSettings(source: Readonly<Record<string, string | undefined>>): VectorSettings {
  const values = readOperatorSettings(schema, source);
  const { url, timeoutMs } = readSqlSettings(
    values.TOOLWRIGHT_VECTOR_URL === undefined
      ? source
      : { ...source, TOOLWRIGHT_SQL_URL: values.TOOLWRIGHT_VECTOR_URL },
  );
  const providers: VectorSettings["providers"] = {};
  if (values.OPENAI_API_KEY !== undefined) {
    providers.openai = {
      baseUrl: values.OPENAI_BASE_URL,
      apiKey: values.OPENAI_API_KEY,
      model: "text-embedding-3-small",
    };
  }
  if (values.OLLAMA_BASE_URL !== undefined) {
    const root = values.OLLAMA_BASE_URL.replace(/\/+$/, "").replace(/\/v1$/, "");
    providers.ollama = { baseUrl: `${root}/v1`, apiKey: undefined, model: "nomic-embed-text" };
  }
  if (values.GOOGLE_API_KEY !== undefined) {
    providers.google = {
      baseUrl: values.TOOLWRIGHT_GOOGLE_URL,
      apiKey: values.GOOGLE_API_KEY,
      model: "gemini-embedding-001",
    };
  }
  return { url, timeoutMs, providers };
}
