import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { vectorSearchParameters } from "@/lib/builtin/vector-search";
import type { Statement, StatementEnd } from "../sql-query/run-statement";
import { type LocalServer, localServer, sendJson } from "../testing/local-server";
import { queryDatabase } from "../testing/query-database";
import { serviceContext } from "../testing/service-context";
import { createVectorSearchService } from "./vector-search-service";
import { readVectorSettings } from "./vector-settings";

const serverUrl = process.env.TEST_DATABASE_URL;
let database: PGlite;
let provider: LocalServer;

/** Two dimensions are enough to tell what is near; the question decides its direction by its first word. */
const DIRECTIONS: Record<string, [number, number]> = { east: [1, 0], north: [0, 1], between: [1, 1] };

beforeAll(async () => {
  // The real pgvector, built for the embedded engine.
  database = await PGlite.create({ extensions: { vector } });
  await database.exec(`
    CREATE EXTENSION vector;
    CREATE TABLE documents (id int PRIMARY KEY, content text, metadata jsonb, embedding vector(2));
    INSERT INTO documents VALUES
      (1, 'east', '{"kind": "wind", "year": 2020, "tags": ["a"]}', '[1,0]'),
      (2, 'north east', '{"kind": "wind", "year": 2021}', '[1,1]'),
      (3, 'north', '{"kind": "star", "year": 2021}', '[0,1]'),
      (4, 'west', NULL, '[-1,0]');
    CREATE TABLE other_model (id int, content text, metadata jsonb, embedding vector(3));
    INSERT INTO other_model VALUES (1, 'x', '{}', '[1,2,3]');
    CREATE TABLE no_collection (id int);
  `);
  provider = await localServer(({ body }, response) => {
    const { input, model } = JSON.parse(body) as { input: string[]; model: string };
    if (model === "broken") return sendJson(response, { error: { message: "no such model" } }, 404);
    const data = input.map((text, index) => ({
      object: "embedding",
      index,
      embedding: DIRECTIONS[text.split(" ")[0] ?? ""] ?? [1, 0],
    }));
    sendJson(response, { object: "list", data, model, usage: { prompt_tokens: 1, total_tokens: 1 } });
  });
}, 120_000);

afterAll(async () => {
  await database?.close();
  await provider?.close();
});

afterEach(() => {
  provider.requests.length = 0;
});

/** Takes the statement to the embedded engine in place of a connection; what runs it over one is tested with `sql_query`. */
async function embedded({ query, params }: Statement): Promise<StatementEnd> {
  try {
    const { rows } = await database.query<Record<string, never>>(query, [...params]);
    return { ok: true, rows, rowCount: rows.length, truncated: false };
  } catch (error) {
    const { message, code } = error as { message: string; code: string };
    return { ok: false, error: message, code };
  }
}

const VARIABLES = { TOOLWRIGHT_VECTOR_URL: "postgres://reader@db/vectors", OPENAI_API_KEY: "sk-canary" };

function ask(input: object, variables: Record<string, string> = VARIABLES) {
  const service = createVectorSearchService({
    settings: () =>
      readVectorSettings({
        OPENAI_BASE_URL: `${provider.origin}/openai/`,
        TOOLWRIGHT_GOOGLE_URL: `${provider.origin}/google`,
        ...variables,
      }),
    run: embedded,
  });
  return service.execute(
    vectorSearchParameters.parse({ query: "east of here", store: "pgvector", ...input }),
    serviceContext(),
  );
}

const idsOf = async (input: object) =>
  ((await ask(input)) as { results?: { id: string }[] }).results?.map(({ id }) => id);

describe("vector_search over pgvector", () => {
  it("gives the nearest documents first, with how near they are", async () => {
    expect(await ask({ threshold: 0.5 })).toEqual({
      query: "east of here",
      provider: "openai",
      model: "text-embedding-3-small",
      results: [
        { id: "1", content: "east", metadata: { kind: "wind", year: 2020, tags: ["a"] }, similarity: 1 },
        {
          id: "2",
          content: "north east",
          metadata: { kind: "wind", year: 2021 },
          similarity: expect.closeTo(Math.SQRT1_2, 5),
        },
      ],
    });
    expect(provider.requests[0]).toMatchObject({
      url: "/openai/embeddings",
      headers: { authorization: "Bearer sk-canary" },
    });
    expect(await idsOf({ query: "north" })).toEqual(["3", "2"]);
    expect(await idsOf({ threshold: 0, topK: 2 })).toEqual(["1", "2"]);
  });

  it("lets through what the filter names, a list meaning any of it, and takes its words for values", async () => {
    expect(await idsOf({ query: "between", threshold: 0, filter: { kind: "wind" } })).toEqual(["2", "1"]);
    expect(await idsOf({ query: "between", threshold: 0, filter: { kind: ["star", "moon"], year: 2021 } })).toEqual([
      "3",
    ]);
    expect(await idsOf({ threshold: 0, filter: { year: "2021" } })).toEqual([]);
    expect(await idsOf({ threshold: 0, filter: { "kind' OR '1'='1": "x' OR true --" } })).toEqual([]);
  });

  it("says what is wrong with a collection", async () => {
    expect(await ask({ collection: "nowhere" })).toMatchObject({ error: 'There is no collection "nowhere"' });
    expect(await ask({ collection: "no_collection" })).toMatchObject({
      error: expect.stringContaining("is no collection"),
    });
    expect(await ask({ collection: "other_model" })).toMatchObject({
      error: expect.stringContaining("vectors of another model"),
    });
    for (const collection of ['documents"; DROP TABLE documents; --', "pg_catalog.pg_user", "a b"]) {
      expect(await ask({ collection })).toMatchObject({
        error: expect.stringMatching(/^Invalid collection name: ".*"\. Must match /),
      });
    }
  });

  it("takes the first provider that is set up, or the one that is named, with its model", async () => {
    const { OPENAI_API_KEY: _none, ...without } = VARIABLES;
    const others = { ...without, OLLAMA_BASE_URL: `${provider.origin}/ollama`, GOOGLE_API_KEY: "g" };
    expect(await ask({}, others)).toMatchObject({ provider: "ollama", model: "nomic-embed-text" });
    expect(provider.requests.at(-1)?.url).toBe("/ollama/v1/embeddings");
    expect(await ask({ embeddingProvider: "google" }, others)).toMatchObject({
      provider: "google",
      model: "gemini-embedding-001",
    });
    expect(await ask({ embeddingModel: "mine" })).toMatchObject({ provider: "openai", model: "mine" });
    expect(JSON.parse(provider.requests.at(-1)?.body ?? "").model).toBe("mine");
    expect(await ask({ embeddingProvider: "openai" }, others)).toMatchObject({
      error: "The operator of this server has not set up the embedding provider openai",
    });
    expect(await ask({}, without)).toMatchObject({ error: expect.stringMatching(/^No embedding provider configured/) });
  });

  it("says that a text could not be embedded, and that there is no database", async () => {
    expect(await ask({ embeddingModel: "broken" })).toMatchObject({
      error: expect.stringMatching(/^The text could not be embedded: .*no such model/),
    });
    expect(await ask({}, { OPENAI_API_KEY: "k" })).toMatchObject({
      error: expect.stringMatching(/^No database connection provided/),
    });
    expect(await ask({ embeddingProvider: "lexical" })).toMatchObject({
      error: expect.stringContaining("compares meanings"),
    });
  });

  it("uses the operator's query database when there is no other, and never the app's own", () => {
    expect(readVectorSettings({ TOOLWRIGHT_SQL_URL: "postgres://r@db/q" }).url).toBe("postgres://r@db/q");
    expect(
      readVectorSettings({ TOOLWRIGHT_SQL_URL: "postgres://r@db/q", TOOLWRIGHT_VECTOR_URL: "postgres://r@db/v" }).url,
    ).toBe("postgres://r@db/v");
    const own = { TOOLWRIGHT_VECTOR_URL: "postgres://r@db/app", DATABASE_URL: "postgres://app@db/app" };
    expect(() => readVectorSettings(own)).toThrow(/never read it/);
  });
});

const title = serverUrl === undefined ? " (skipped: TEST_DATABASE_URL is not set)" : "";

describe.skipIf(serverUrl === undefined)(`vector_search on a PostgreSQL without pgvector${title}`, () => {
  it("says that the extension is missing", async () => {
    const real = await queryDatabase(serverUrl ?? "");
    await real.run("CREATE TABLE documents (id int, content text, metadata jsonb, embedding float8[])");
    const service = createVectorSearchService({
      settings: () =>
        readVectorSettings({ TOOLWRIGHT_VECTOR_URL: real.url, OPENAI_API_KEY: "k", OPENAI_BASE_URL: provider.origin }),
    });
    const answer = await service.execute(
      vectorSearchParameters.parse({ query: "east", store: "pgvector" }),
      serviceContext(),
    );
    await real.close();
    expect(answer).toMatchObject({ error: "The operator's database has no pgvector extension" });
  });
});
