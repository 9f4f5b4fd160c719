import { sql } from "drizzle-orm";
import { serverContext } from "@/lib/server/server";

export const dynamic = "force-dynamic";

/** 200 when the storage answers, for a load balancer and the journeys; says nothing about what is stored. */
export async function GET(): Promise<Response> {
  const { database } = await serverContext();
  await database.queries.execute(sql`select 1`);
  return Response.json({ ok: true, storage: database.engine }, { headers: { "cache-control": "no-store" } });
}
