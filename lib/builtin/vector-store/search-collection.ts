import { canonicalJson } from "@/lib/core/call/canonical-json";
import { cosineSimilarity } from "@/lib/core/embedding/cosine-similarity";
import { type EmbeddingService, embedAll, type Vector } from "@/lib/core/embedding/embedding-service";
import { lexicalEmbedding } from "@/lib/core/embedding/lexical-embedding";
import { providerEmbedding } from "@/lib/core/embedding/provider-embedding";
import { errorText } from "@/lib/core/errors/error-text";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { sandboxOf } from "../sandbox-of";
import type { VectorSearchParameters } from "../vector-search";
import { LEAST_SIMILARITY } from "./least-similarity";
import { readCollection, type StoredDocument } from "./read-collection";

const TEXTS_AT_ONCE = 64;
/** Texts that are sent to the server's model for one search; more is a matter of storing their vectors. */
const MOST_ASKED = 512;

interface KnownCollection {
  key: string;
  text: string;
  documents: StoredDocument[];
  vectors: Map<string, WeakMap<StoredDocument, Vector>>;
}

/** The collection that was searched last: its vectors are made once as long as its text stays the same. */
let known: KnownCollection | undefined;

/** Searches a collection of the workspace. Every document that the filter lets through is compared; nothing is approximate. */
export async function searchCollection(parameters: VectorSearchParameters, context: ToolContext): Promise<JsonValue> {
  const { query, collection, topK, filter, embeddingProvider } = parameters;
  const key = `${context.sessionId}:${collection}`;
  const read = await readCollection(
    collection,
    sandboxOf(context, "vector_search"),
    known?.key === key ? known : undefined,
  );
  if (!read.ok) return { error: read.error, query };
  if (known?.key !== key || known.documents !== read.documents) {
    known = { key, text: read.text, documents: read.documents, vectors: new Map() };
  }

  const lexical = embeddingProvider === undefined || embeddingProvider === "lexical";
  const service = lexical ? lexicalEmbedding() : providerEmbedding();
  const candidates = read.documents.filter((document) => filter === undefined || passes(document, filter));
  try {
    const [sought] = await embedAll(service, [query], context);
    if (sought === undefined) throw new Error("it gave no vector");
    const vectors = await vectorsOf(candidates, service, lexical, known, context);
    const least = parameters.threshold ?? (lexical ? LEAST_SIMILARITY.lexical : LEAST_SIMILARITY.meaning);
    const results = candidates
      .map((document) => ({ document, similarity: similarityOf(sought, vectors.get(document)) }))
      .filter(({ similarity }) => similarity >= least)
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, topK)
      .map(({ document: { id, content, metadata }, similarity }) => ({
        id,
        content,
        metadata,
        similarity: Math.round(similarity * 10_000) / 10_000,
      }));
    return {
      query,
      results,
      provider: lexical ? "lexical" : "server",
      model: service.name,
      searched: candidates.length,
    };
  } catch (error) {
    if (OutsideError.isInstance(error) && error.code === "outside-stopped") throw error;
    return {
      error: `The texts could not be compared by meaning: ${errorText(error)} Leave embeddingProvider out to compare letters.`,
      query,
    };
  }
}

/** Vectors of one length only are compared; another model's are as good as none. */
function similarityOf(sought: Vector, vector: Vector | undefined): number {
  return vector === undefined ? 0 : cosineSimilarity(sought, vector);
}

async function vectorsOf(
  documents: readonly StoredDocument[],
  service: EmbeddingService & { name: string },
  lexical: boolean,
  { vectors }: KnownCollection,
  context: ToolContext,
): Promise<WeakMap<StoredDocument, Vector>> {
  const made = vectors.get(service.name) ?? new WeakMap<StoredDocument, Vector>();
  vectors.set(service.name, made);
  if (!lexical) {
    for (const document of documents) if (document.embedding !== undefined) made.set(document, document.embedding);
  }
  const missing = documents.filter((document) => !made.has(document));
  if (!lexical && missing.length > MOST_ASKED) {
    throw new Error(
      `${missing.length} documents have no embedding, and at most ${MOST_ASKED} are made for one search.`,
    );
  }
  for (let start = 0; start < missing.length; start += TEXTS_AT_ONCE) {
    context.signal.throwIfAborted();
    const batch = missing.slice(start, start + TEXTS_AT_ONCE);
    const embedded = await embedAll(
      service,
      batch.map(({ content }) => content.slice(0, 20_000)),
      context,
    );
    for (const [index, document] of batch.entries()) {
      const vector = embedded[index];
      if (vector !== undefined) made.set(document, vector);
    }
  }
  return made;
}

/** Every member of the filter stands in the metadata with the same value; a list in the filter means any of its values. */
function passes({ metadata }: StoredDocument, filter: { [key: string]: JsonValue }): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (!Object.hasOwn(metadata, name)) return false;
    const is = canonicalJson(metadata[name] ?? null);
    return is === canonicalJson(wanted) || (Array.isArray(wanted) && wanted.some((one) => canonicalJson(one) === is));
  });
}
