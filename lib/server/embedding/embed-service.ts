import "server-only";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany } from "ai";
import type { z } from "zod";
import { embedRequestSchema } from "@/lib/core/embedding/provider-embedding";
import { OutsideError } from "@/lib/core/tool/outside";
import { ProviderErrorReader } from "../models/openai-compatible/provider-error";
import { RateLimit } from "../models/rate-limit";
import type { Service } from "../tools/service";

export interface EmbedServiceOptions {
  /** Undefined: the operator named no embedding model, and every request is refused in words that say so. */
  provider: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Requests that one owner may make in a minute. */
  perMinute?: number;
  now?(): number;
}

type EmbedRequest = z.infer<typeof embedRequestSchema>;

const PER_MINUTE = 120;
const MAX_RETRIES = 1;
const LARGEST_VECTOR = 8192;

/** Embeds texts with the operator's provider. The key never leaves the server, and costs are bounded per owner. */
export function createEmbedService(options: EmbedServiceOptions): Service<EmbedRequest> {
  const { provider, perMinute = PER_MINUTE, now = Date.now } = options;
  const rate = new RateLimit({ perMinute, now });
  const errors = new ProviderErrorReader({ apiKey: provider?.apiKey, toolNames: [] });
  const model =
    provider === undefined
      ? undefined
      : createOpenAICompatible({
          name: "openai-compatible",
          baseURL: provider.baseUrl,
          apiKey: provider.apiKey,
        }).embeddingModel(provider.model);

  return {
    name: "embed",
    input: embedRequestSchema,
    needsApproval: () => false,
    openTo: "any-call",
    async execute({ texts }, { ownerId, signal }) {
      if (model === undefined || provider === undefined) {
        throw new OutsideError(
          "outside-missing",
          "This server has no embedding model: its operator has not set TOOLWRIGHT_OPENAI_EMBEDDING_MODEL.",
        );
      }
      const taken = rate.take(ownerId);
      if (!taken.ok) {
        const seconds = Math.ceil(taken.retryAfterMs / 1000);
        throw new OutsideError(
          "outside-busy",
          `Too many embeddings in a minute; the next is possible in ${seconds} s.`,
        );
      }
      const vectors = await asked();
      if (vectors.length !== texts.length || vectors.some(({ length }) => length === 0 || length > LARGEST_VECTOR)) {
        throw new OutsideError("outside-failed", "The provider did not answer with one vector for each text.");
      }
      return { model: provider.model, vectors };

      async function asked(): Promise<number[][]> {
        try {
          // Narrowed above; a function does not see that.
          const values = model as NonNullable<typeof model>;
          return (await embedMany({ model: values, values: texts, maxRetries: MAX_RETRIES, abortSignal: signal }))
            .embeddings;
        } catch (error) {
          if (signal.aborted) throw new OutsideError("outside-stopped", "The embedding was stopped.", { cause: error });
          throw new OutsideError("outside-failed", errors.read(error).message, { cause: error });
        }
      }
    },
  };
}
