import type { Outside } from "../tool/outside";

/** Numbers that say where a text stands among others; only vectors of one service are compared with each other. */
export type Vector = ArrayLike<number>;

/** What an embedding may need of the call it is made for. A `ToolContext` is one. */
export interface EmbeddingContext {
  outside?: Outside;
  signal?: AbortSignal;
}

/** Turns texts into vectors, so that texts can be found by likeness. An object with only `embed(text)` is one. */
export interface EmbeddingService {
  /** Names the model. Vectors of services with different names are never compared. */
  readonly name?: string;
  embed(text: string, context?: EmbeddingContext): Vector | Promise<Vector>;
  /** Many at once, in their order, where a service can do that in one request. */
  embedMany?(texts: readonly string[], context?: EmbeddingContext): readonly Vector[] | Promise<readonly Vector[]>;
}

/** The vectors of several texts, in one request where the service knows how. */
export async function embedAll(
  service: EmbeddingService,
  texts: readonly string[],
  context?: EmbeddingContext,
): Promise<readonly Vector[]> {
  if (service.embedMany !== undefined) return service.embedMany(texts, context);
  return Promise.all(texts.map((text) => service.embed(text, context)));
}
