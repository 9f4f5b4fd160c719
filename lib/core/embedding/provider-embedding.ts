import { z } from "zod";
import { OutsideError } from "../tool/outside";
import type { EmbeddingContext, EmbeddingService, Vector } from "./embedding-service";

/** What the server's "embed" service is asked. */
export const embedRequestSchema = z.object({
  texts: z.array(z.string().max(20_000)).min(1).max(64),
});

/** What it answers: one vector for each text, in order. */
export const embedAnswerSchema = z.object({
  model: z.string(),
  vectors: z.array(z.array(z.number()).min(1).max(8192)),
});

/**
 * Compares texts by meaning, with the embedding model that the operator connected; the server asks it. Works inside a call
 * only.
 *
 * @throws OutsideError from `embed`: `outside-missing` without a host, and whatever the service answers with.
 */
export function providerEmbedding(): EmbeddingService & { readonly name: string } {
  return {
    name: "provider",
    async embed(text, context) {
      const [vector] = await ask([text], context);
      return vector ?? [];
    },
    embedMany: ask,
  };
}

async function ask(texts: readonly string[], context: EmbeddingContext = {}): Promise<Vector[]> {
  const { outside, signal } = context;
  if (outside === undefined) {
    const fix = "Use it inside a tool's call, or use lexicalEmbedding().";
    throw new OutsideError("outside-missing", `There is no embedding model to ask here. ${fix}`, { facts: { fix } });
  }
  const answered = await outside.ask("embed", { texts: [...texts] }, signal === undefined ? {} : { signal });
  const parsed = embedAnswerSchema.safeParse(answered);
  if (!parsed.success || parsed.data.vectors.length !== texts.length) {
    throw new OutsideError("outside-failed", "The embedding service did not answer with one vector for each text.");
  }
  return parsed.data.vectors;
}
