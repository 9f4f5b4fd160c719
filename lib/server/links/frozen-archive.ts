import "server-only";
import { eq } from "drizzle-orm";
import type { ServerContext } from "../context";
import { workspaces } from "../db/schema";

export async function frozenArchive(
  context: ServerContext,
  workspaceId: string | null,
): Promise<Uint8Array | undefined> {
  if (workspaceId === null) return undefined;
  const [workspace] = await context.database.queries
    .select({ archive: workspaces.archive })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace?.archive;
}
