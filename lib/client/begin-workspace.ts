import { ok, type Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";

/**
 * Places the files that a session begins with in this browser's store, before it is opened for the first time; placing none
 * makes it begin empty.
 */
export async function beginWorkspace(
  sessionId: string,
  place: (sandbox: Sandbox) => Promise<void>,
): Promise<Result<void>> {
  try {
    const { sandbox, storage } = await loadSandbox({ kind: "virtual", sessionId });
    try {
      await place(sandbox);
      await storage.flush();
    } finally {
      await sandbox.dispose();
    }
    return ok(undefined);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      ok: false,
      problem: {
        code: SandboxError.isInstance(cause) ? cause.code : "workspace-failed",
        message: `The copy was made, but its files could not be kept in this browser: ${reason}`,
        fix: "Free space for this site, then make the copy again.",
      },
    };
  }
}
