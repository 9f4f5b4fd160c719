import type { EventBody, ModelChoice, RunEvent, ToolSummary } from "@/lib/core/agent/event";
import type { RevertToTell } from "@/lib/core/agent/files-revert";
import type { Assigns } from "@/lib/core/call/outcome";
import type { Result } from "@/lib/core/errors/result";
import type { Definition, SessionDocument } from "@/lib/core/session/session-document";
import type { SaveSecretInput, SecretScan, SecretUseEntry, SessionSecrets } from "@/lib/core/session/session-secrets";
import type { OutsideInput } from "@/lib/core/tool/outside";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import type { ModelOption } from "./workbench-types";

/** Who asks: the owner by cookie, or the holder of a link. */
export type SessionAccess = { sessionId: string } | { linkId: string; key: string };

export interface StartRunInput {
  sessionId: string;
  runnerId: string;
  kind: "agent" | "hand";
  prompt: string;
  model?: ModelChoice;
  agentName: string;
  instructions: string;
  tools: ToolSummary[];
  stepLimit: number;
  definitionFingerprint: string;
  script?: string;
  /** What the agent's tools share from the start. */
  assigns?: Assigns;
  call?: { callId: string; tool: string; argumentsText: string };
}

/** One use of a service of the server by a call that runs here. */
export interface ServiceRequest {
  sessionId: string;
  runId: string;
  runnerId: string;
  callId: string;
  /** Counts the uses of the call. */
  ordinal: number;
  service: string;
  input: OutsideInput;
  settings: OutsideInput;
  /** Milliseconds that the call still has. */
  withinMs: number;
}

export type DecideInput = SessionAccess & {
  approvalId: string;
  digest: string;
  decision: "approved" | "denied";
  reason?: string;
};

export interface OpenedLink {
  role: "view" | "review";
  title: string;
  definition: Definition;
  events: RunEvent[];
  archive?: Uint8Array;
  createdAt: number;
}

/**
 * The server as the client layer uses it: one method per action. Expected failures are values; a call that cannot reach
 * the server resolves with the problem `connection-lost` and never rejects.
 */
export interface ServerPort {
  loadSession(input: {
    sessionId: string;
  }): Promise<Result<{ document: SessionDocument; events: RunEvent[]; models: ModelOption[] }>>;
  /** A second session with the saved definition of this one. */
  copySession(input: { sessionId: string }): Promise<Result<SessionDocument>>;
  saveDefinition(input: {
    sessionId: string;
    revision: number;
    files: Definition["files"];
    title?: string;
  }): Promise<Result<{ revision: number }>>;
  startRun(input: StartRunInput): Promise<Result<{ runId: string; events: RunEvent[] }>>;
  stepRun(input: {
    sessionId: string;
    runId: string;
    runnerId: string;
    step: number;
  }): Promise<Result<ReadableStream<RunEvent>>>;
  recordEvents(input: {
    sessionId: string;
    runId: string;
    runnerId: string;
    bodies: EventBody[];
  }): Promise<Result<RunEvent[]>>;
  /** Stores that the person took changes of the workspace back; the model is told with its next step. Once per `revertId`. */
  recordFilesRevert(input: { sessionId: string; revert: RevertToTell }): Promise<Result<RunEvent[]>>;
  /** Resolves when the use has begun; what it says comes in the stream. */
  askService(input: ServiceRequest): Promise<Result<ReadableStream<ServiceEvent>>>;
  stopService(input: Pick<ServiceRequest, "sessionId" | "runId" | "callId" | "ordinal">): Promise<Result<void>>;
  stopRun(input: { sessionId: string; runId: string }): Promise<Result<RunEvent[]>>;
  claimRunner(input: { sessionId: string; runId: string; runnerId: string }): Promise<Result<{ events: RunEvent[] }>>;
  decideApproval(input: DecideInput): Promise<Result<RunEvent>>;
  readEvents(input: SessionAccess & { after: number }): Promise<Result<RunEvent[]>>;
  listSecrets(input: { sessionId: string }): Promise<Result<SessionSecrets>>;
  saveSecret(input: SaveSecretInput): Promise<Result<void>>;
  removeSecret(input: { sessionId: string; name: string }): Promise<Result<void>>;
  listSecretUses(input: { sessionId: string }): Promise<Result<SecretUseEntry[]>>;
  scanForSecrets(input: { sessionId: string; workspaceId?: string }): Promise<Result<SecretScan>>;
  saveWorkspace(input: { sessionId: string; archive: Uint8Array }): Promise<Result<{ workspaceId: string }>>;
  createLink(input: {
    sessionId: string;
    role: "view" | "review";
    workspaceId?: string;
    expiresInDays?: number;
  }): Promise<Result<{ linkId: string; key: string }>>;
}
