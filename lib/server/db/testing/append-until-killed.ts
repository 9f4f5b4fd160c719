import "server-only";
import { count, eq, sql } from "drizzle-orm";
import { openEmbeddedDatabase } from "../open-embedded-database";
import { events, sessions } from "../schema";

/**
 * A process that a test kills: appends events one transaction each, and prints `stored <seq>` after each acknowledgement.
 */
const directory = process.argv[2];
if (directory === undefined) throw new Error("usage: append-until-killed <directory>");

const database = await openEmbeddedDatabase(directory);
await database.queries
  .insert(sessions)
  .values({
    id: "s_1",
    ownerId: "o",
    title: "t",
    definition: { files: {} },
    revision: 0,
    createdAt: 1,
    updatedAt: 1,
  })
  .onConflictDoNothing();
const [found] = await database.queries.select({ rows: count() }).from(events);
process.stdout.write(`found ${found?.rows ?? 0}\n`);

for (;;) {
  const seq = await database.transaction(async (transaction) => {
    const [session] = await transaction
      .update(sessions)
      .set({ lastSeq: sql`${sessions.lastSeq} + 1` })
      .where(eq(sessions.id, "s_1"))
      .returning({ seq: sessions.lastSeq });
    const next = session?.seq ?? 0;
    await transaction
      .insert(events)
      .values({ sessionId: "s_1", seq: next, runId: "r_1", at: next, body: { type: "step-start", step: next } });
    return next;
  });
  process.stdout.write(`stored ${seq}\n`);
}
