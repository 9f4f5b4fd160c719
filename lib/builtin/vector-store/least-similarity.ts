/** Similarity below which a document is not given, unless the call says otherwise: letters agree less than meanings do. */
export const LEAST_SIMILARITY = { lexical: 0.1, meaning: 0.7 } as const;
