import type { RunEvent } from "@/lib/core/agent/event";
import type { Result } from "@/lib/core/errors/result";

/** What a person can do from a card. An absent one is not offered: a shared view passes none. */
export interface CallActions {
  /** Records a decision; a refusal (already decided, expired) comes back as a problem and is shown in the card. */
  decide?(approvalId: string, decision: "approved" | "denied", reason?: string): Promise<Result<void>>;
  /** Opens the author's file at a line. */
  openPlace?(file: string, line: number): void;
  /** Opens a workspace file. */
  openFile?(path: string, line?: number): void;
  /** The stored events of one call, for the raw view. */
  loadEvents?(runId: string, callId: string): Promise<Result<RunEvent[]>>;
}
