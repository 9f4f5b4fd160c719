import { sql } from "drizzle-orm";
import { serverContext } from "@/lib/server/server";

export const dynamic = "force-dynamic";

/** Whether the server can do its work, which is whether its storage answers. For whoever watches or restarts it. */
export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    const { database } = await serverContext();
    await database.queries.execute(sql`select 1`);
    return Response.json({ status: "ok", storage: database.engine }, { headers });
  } catch (error) {
    console.error("The storage does not answer:", error);
    return Response.json({ status: "storage-unavailable" }, { status: 503, headers });
  }
}
