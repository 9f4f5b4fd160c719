import "server-only";
import { collectionNameFault, type VectorSearchParameters, vectorSearchParameters } from "@/lib/builtin/vector-search";
import { LEAST_SIMILARITY } from "@/lib/builtin/vector-store/least-similarity";
import { embedAnswerSchema } from "@/lib/core/embedding/provider-embedding";
import { errorText } from "@/lib/core/errors/error-text";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError } from "@/lib/core/tool/outside";
import { createEmbedService } from "../../embedding/embed-service";
import type { Service, ServiceContext } from "../service";
import { runStatement, type Statement, type StatementEnd } from "../sql-query/run-statement";
import { readVectorSettings, VECTOR_PROVIDERS, type VectorProvider, type VectorSettings } from "./vector-settings";
import { vectorStatement } from "./vector-statement";

const NO_DATABASE =
  "No database connection provided. The operator of this server sets TOOLWRIGHT_VECTOR_URL, a PostgreSQL with pgvector.";
const NO_PROVIDER =
  "No embedding provider configured. The operator of this server sets one of: OPENAI_API_KEY, OLLAMA_BASE_URL, GOOGLE_API_KEY";

export interface VectorSearchOptions {
  settings?: () => VectorSettings;
  /** For tests. */
  run?: (statement: Statement) => Promise<StatementEnd>;
}

/** The server's half of `vector_search`: collections in PostgreSQL with pgvector, over a connection that only the operator chooses. */
export function createVectorSearchService(options: VectorSearchOptions = {}): Service<VectorSearchParameters> {
  const { settings = () => readVectorSettings(process.env), run = runStatement } = options;
  return {
    name: "vector_search",
    input: vectorSearchParameters,
    needsApproval: () => false,
    openTo: "any-call",
    async execute(params, context): Promise<JsonValue> {
      const { query, embeddingProvider, embeddingModel } = params;
      const fault = collectionNameFault(params.collection);
      if (fault !== undefined) return { error: fault, query };
      const { url, timeoutMs, providers } = settings();
      if (url === undefined) return { error: NO_DATABASE, query };
      if (embeddingProvider === "lexical") {
        return { error: "pgvector compares meanings; letters are compared in the workspace's collections", query };
      }
      const provider = embeddingProvider ?? VECTOR_PROVIDERS.find((name) => providers[name] !== undefined);
      const place = provider === undefined ? undefined : providers[provider];
      if (provider === undefined || place === undefined) return { error: noProvider(provider), query };
      const model = embeddingModel ?? place.model;
      const vector = await embed({ ...place, model }, query, context);
      if (typeof vector === "string") return { error: vector, query, provider, model };
      const statement = vectorStatement(params, vector, params.threshold ?? LEAST_SIMILARITY.meaning);
      const end = await run({
        url,
        ...statement,
        maxRows: params.topK,
        readOnly: true,
        timeoutMs,
        signal: context.signal,
      });
      if (!end.ok) return { error: failureText(end, params.collection), query, provider, model };
      return { query, results: end.rows, provider, model };
    },
  };
}

function noProvider(wanted: VectorProvider | undefined): string {
  return wanted === undefined
    ? NO_PROVIDER
    : `The operator of this server has not set up the embedding provider ${wanted}`;
}

/** A text instead of a vector says why there is none. */
async function embed(
  provider: { baseUrl: string; apiKey: string | undefined; model: string },
  text: string,
  context: ServiceContext,
): Promise<number[] | string> {
  try {
    const answer = embedAnswerSchema.safeParse(
      await createEmbedService({ provider }).execute({ texts: [text] }, context),
    );
    const [vector] = answer.success ? answer.data.vectors : [];
    return vector ?? "The embedding provider did not answer with a vector";
  } catch (error) {
    if (OutsideError.isInstance(error) && error.code === "outside-failed")
      return `The text could not be embedded: ${errorText(error)}`;
    throw error;
  }
}

/** What PostgreSQL means, in words that say what to do. */
function failureText({ code, error }: Extract<StatementEnd, { ok: false }>, collection: string): string {
  if (code === "42P01") return `There is no collection "${collection}"`;
  if (code === "42704" && error.includes("vector")) return "The operator's database has no pgvector extension";
  if (code === "42703")
    return `The table "${collection}" is no collection: it needs the columns id, content, metadata and embedding`;
  if (code === "22000") return `The collection "${collection}" holds vectors of another model (${error})`;
  return error;
}
