import { forkSession } from "@/lib/actions/link-actions";
import { ok, type Result } from "@/lib/core/errors/result";
import { beginWorkspace } from "./begin-workspace";
import { reachServer } from "./reach-server";

/**
 * "Make it mine": an own session with the link's definition, and its workspace placed in this browser's store before the
 * session is opened for the first time. A link carries one state of the files, that of its making, or none.
 */
export async function forkLink(linkId: string, key: string): Promise<Result<{ sessionId: string }>> {
  const forked = await reachServer(() => forkSession({ linkId, key }));
  if (!forked.ok) return forked;
  const { document, archive } = forked.value;
  let files: ReadonlyMap<string, Uint8Array> = new Map();
  if (archive !== undefined) {
    const { readZip } = await import("@/lib/sandbox/archive/read-zip");
    const unpacked = readZip(archive);
    if (!unpacked.ok) return unpacked;
    files = unpacked.value.files;
  }
  const begun = await beginWorkspace(document.id, (sandbox) => sandbox.mount(files, sandbox.cwd, "writable"));
  return begun.ok ? ok({ sessionId: document.id }) : begun;
}
