import { forkSession } from "@/lib/actions/link-actions";
import { ok, type Result } from "@/lib/core/errors/result";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { reachServer } from "./reach-server";

/**
 * "Make it mine": an own session with the link's definition, and its workspace placed in this browser's store before the
 * session is opened for the first time.
 */
export async function forkLink(linkId: string, key: string): Promise<Result<{ sessionId: string }>> {
  const forked = await reachServer(() => forkSession({ linkId, key }));
  if (!forked.ok) return forked;
  const { document, archive } = forked.value;
  if (archive !== undefined) {
    const { readZip } = await import("@/lib/sandbox/archive/read-zip");
    const unpacked = readZip(archive);
    if (!unpacked.ok) return unpacked;
    const { sandbox, storage } = await loadSandbox({
      kind: "virtual",
      sessionId: document.id,
      files: unpacked.value.files,
    });
    await storage.flush();
    await sandbox.dispose();
  }
  return ok({ sessionId: document.id });
}
