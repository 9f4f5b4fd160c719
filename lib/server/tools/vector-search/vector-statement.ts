import "server-only";
import type { VectorSearchParameters } from "@/lib/builtin/vector-search";

/** The statement of one search, and its values. `collection` was checked to be a bare name; it is quoted all the same. */
export function vectorStatement(
  { collection, topK, filter }: Pick<VectorSearchParameters, "collection" | "topK" | "filter">,
  vector: readonly number[],
  threshold: number,
): { query: string; params: (string | number)[] } {
  const params: (string | number)[] = [`[${vector.join(",")}]`, threshold, topK];
  const conditions = ["1 - (embedding <=> $1::vector) >= $2::float8"];
  for (const [name, wanted] of Object.entries(filter ?? {})) {
    const values = Array.isArray(wanted) ? wanted : [wanted];
    params.push(name, JSON.stringify(values));
    // A list means any of its values; the names and values stay values, never text of the statement.
    conditions.push(
      `metadata -> $${params.length - 1}::text IN (SELECT jsonb_array_elements($${params.length}::jsonb))`,
    );
  }
  const query = `SELECT id::text AS id, content, metadata, 1 - (embedding <=> $1::vector) AS similarity
    FROM "${collection.replaceAll('"', '""')}" WHERE ${conditions.join(" AND ")}
    ORDER BY embedding <=> $1::vector LIMIT $3::int`;
  return { query, params };
}
