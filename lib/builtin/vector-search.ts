import { z } from "zod";
import { jsonValueSchema } from "@/lib/core/errors/json-value";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";
import { searchCollection } from "./vector-store/search-collection";

export const COLLECTION_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

export const vectorSearchParameters = z.object({
  query: z.string().min(1).max(20_000).describe("What to look for"),
  collection: z.string().min(1).max(200).default("documents").describe("Which collection"),
  topK: z.int().min(1).max(100).default(5).describe("Most documents to return"),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Least similarity; 0.7 where meaning is compared, 0.1 where letters are, when left out"),
  filter: z
    .record(z.string(), jsonValueSchema)
    .optional()
    .describe("Only documents whose metadata has these values; a list means any of them"),
  embeddingProvider: z
    .enum(["lexical", "openai", "ollama", "google"])
    .optional()
    .describe(
      "What compares: lexical compares letters and needs nothing, the others compare meaning through the server",
    ),
  embeddingModel: z.string().min(1).max(200).optional().describe("The model of that provider, for the pgvector store"),
  store: z
    .enum(["workspace", "pgvector"])
    .default("workspace")
    .describe("workspace: .vectors/<collection>.jsonl among the files; pgvector: the server's PostgreSQL"),
});
export type VectorSearchParameters = z.output<typeof vectorSearchParameters>;

/** What is wrong with a collection's name, in the documented words. */
export function collectionNameFault(collection: string): string | undefined {
  return COLLECTION_NAME.test(collection)
    ? undefined
    : `Invalid collection name: "${collection}". Must match ${COLLECTION_NAME.source}`;
}

export const vectorSearch = tool({
  name: "vector_search",
  description:
    "Find the documents of a collection that are most like a text. Collections are files of the workspace, `.vectors/<collection>.jsonl`, with one JSON object a line: id, content, and if wanted metadata and embedding.",
  parameters: vectorSearchParameters,
  category: "database",
  tags: ["vector", "search", "embeddings", "similarity"],
  sideEffects: ["database"],
  execute(parameters, context) {
    const fault = collectionNameFault(parameters.collection);
    if (fault !== undefined) return { error: fault, query: parameters.query };
    return parameters.store === "pgvector"
      ? askService(context, "vector_search", parameters)
      : searchCollection(parameters, context);
  },
});
