import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { type Caller, OWNER_NAME } from "../identity/caller";
import { endRun } from "./end-run";
import { type RunAddress, withOpenRun } from "./run-access";

/** Ends the run now, whoever drives it: provider aborted, every open call settled. The owner may stop from any tab. */
export function stopRun(context: ServerContext, caller: Caller, address: RunAddress): Promise<Result<RunEvent[]>> {
  return withOpenRun(context, caller, address, async (locked) =>
    ok(
      await endRun(
        context,
        locked,
        await locked.state(),
        { type: "run-end", reason: "stopped", by: OWNER_NAME },
        { kind: "person", name: OWNER_NAME },
      ),
    ),
  );
}
