import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database";
import { embeddedDatabaseOver } from "../db/open-embedded-database";
import * as schema from "../db/schema";
import { createModelCatalogue } from "../models/model-catalogue";
import { openAiCompatibleModel } from "../models/openai-compatible/openai-compatible-model";
import { loadSession } from "../sessions/load-session";
import { saveDefinition } from "../sessions/save-definition";
import { Harness, unwrap } from "../testing/harness";
import { startRawProvider } from "../testing/raw-provider";
import { createLink } from "./create-link";
import { forkSession } from "./fork-session";
import { listLinks } from "./list-links";
import { openLink } from "./open-link";

const CANARY = "sk-canary-9f8e7d6c5b4a";

describe("a link of a session that used a model with a key", () => {
  let database: Database;
  beforeAll(async () => {
    database = await embeddedDatabaseOver(await PGlite.create(), () => {});
  }, 120_000);
  afterAll(() => database.close());

  it("shows the key nowhere, even when the provider repeats it, and neither does what is stored", async () => {
    const provider = await startRawProvider((response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${CANARY}` } }));
    });
    const openai = { baseUrl: provider.baseUrl, apiKey: CANARY, models: ["m"] };
    const harness = new Harness(database, {
      model: openAiCompatibleModel({ ...openai, model: "m", dialect: "openai" }),
    });
    const { context, owner, stranger } = harness;
    const { id } = await harness.session();
    const runId = await harness.agentRun(id);
    const events = await harness.step(id, runId, 1);
    await provider.close();
    expect(JSON.stringify(events)).toContain("The provider refused the key");

    const link = unwrap(await createLink(context, owner, { sessionId: id, role: "view" }));
    // What is stored can be searched: the words around the key are in it.
    expect(JSON.stringify(await database.queries.query.events.findMany())).toContain("The provider refused the key");
    const payloads = [
      events,
      await harness.log(id),
      createModelCatalogue({ openai }).options(),
      unwrap(await loadSession(context, owner, id)),
      unwrap(await openLink(context, link)),
      await listLinks(context, owner, { sessionId: id }),
      unwrap(await forkSession(context, stranger, link)),
      ...(await Promise.all(
        [schema.sessions, schema.runs, schema.events, schema.approvals, schema.links, schema.workspaces].map((table) =>
          database.queries.select().from(table as typeof schema.events),
        ),
      )),
    ];
    for (const payload of payloads) {
      expect(payload).toBeDefined();
      expect(JSON.stringify(payload)).not.toContain(CANARY);
    }
  });

  it("is short enough for a chat, however large the session is", async () => {
    const harness = new Harness(database);
    const { id, revision } = await harness.session();
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_file, index) => [`tools/t${index}.ts`, "x".repeat(50_000)]),
    );
    unwrap(
      await saveDefinition(harness.context, harness.owner, {
        sessionId: id,
        revision,
        files: { "agent.ts": "x", ...files },
      }),
    );
    for (let turn = 0; turn < 10; turn += 1) await harness.handRun(id, '{"city":"Oslo"}');
    const { linkId, key } = unwrap(
      await createLink(harness.context, harness.owner, { sessionId: id, role: "review", expiresInDays: 30 }),
    );
    expect(`https://toolwright.example.com/s/${linkId}/review#${key}`.length).toBeLessThan(200);
  });
});
