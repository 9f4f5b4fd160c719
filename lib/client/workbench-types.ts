import type { StoreApi } from "zustand/vanilla";
import type { ModelChoice } from "@/lib/core/agent/event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { FileChange, Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import type { Definition } from "@/lib/core/session/session-document";
import type { SecretScan, SecretUseEntry, SessionSecrets } from "@/lib/core/session/session-secrets";
import type { OpenPort } from "@/lib/sandbox/webcontainer/open-ports";
import type { DefinitionProblem, DescribedDefinition } from "@/lib/tool-host/described-definition";
import type { ToolHostStatus } from "@/lib/tool-host/host/tool-host-types";
import type { ChangesDesk } from "./changes-desk";
import type { FolderDesk } from "./folder-desk";
import type { TerminalShell } from "./terminal/terminal-shell";

/** How the saved copy stands to what is on the screen. */
export type SaveStatus =
  | { phase: "saved"; at: number }
  | { phase: "dirty" }
  | { phase: "saving" }
  | { phase: "failed"; problem: Problem };

export interface SessionState {
  title: string;
  revision: number;
  save: SaveStatus;
  /** `driver`: this tab edits and runs. `watcher`: another tab of this browser does; this one only watches until it takes over. */
  tab: "driver" | "watcher";
}

export interface DefinitionState {
  files: Definition["files"];
  activePath: string;
  /** The last definition that loaded; stays callable while the text is broken. */
  described: DescribedDefinition | undefined;
  /** What is wrong with the text as it stands now; drawn as markers and in words. */
  problems: DefinitionProblem[];
  build: "idle" | "building" | "good" | "broken";
}

export interface ModelOption extends ModelChoice {
  label: string;
  /** Why it cannot be used, with the fix; undefined when it can. */
  unavailable?: string;
}

export interface RunsState {
  log: SessionRuns;
  /** What the person looks at. */
  selectedRunId: string | undefined;
  model: ModelChoice;
  models: ModelOption[];
  /** The live connection to the server. */
  live: "connecting" | "open" | "lost";
  /** The open runs this tab drives. An open run that is not among them can be continued here. */
  driven?: readonly string[];
  /** What keeps the runs of this session from going on; refusals of one action are told where it was asked. */
  problem: Problem | undefined;
}

export type WorkspaceStatus =
  | { phase: "starting"; step: string }
  | { phase: "ready" }
  | { phase: "failed"; problem: Problem };

export interface WorkspaceState {
  status: WorkspaceStatus;
  kind: string;
  /** Grows with every change; views re-read when it moves. */
  revision: number;
  storage: {
    kind: "opfs" | "indexeddb" | "none";
    bytes: number;
    quota: number | undefined;
    problem: Problem | undefined;
  };
  /** Against `baseline`, the workspace as the newest agent run (or the person) found it. */
  changes: FileChange[];
  /** The file in front; undefined while the definition is. */
  openPath: string | undefined;
  /** The workspace files that stand open, in the order of their tabs. Absolute. */
  openPaths: readonly string[];
  /** The line to go to in the file in front; a new object each time it is asked for. */
  reveal: { path: string; line: number } | undefined;
}

/** Where commands run. The embedded shell always does; this is Node beside it. */
export interface RuntimeState {
  /** Undefined where no Node is offered. */
  offer: { host: string } | undefined;
  phase: "idle" | "checking" | "booting" | "ready" | "unavailable";
  problem: Problem | undefined;
  /** What helps against the problem. */
  again?: "retry" | "reload";
  /** The person has read about the problem. */
  dismissed: boolean;
  /** The pages that programs in it serve. */
  openPorts: OpenPort[];
}

export interface HealthState {
  toolHost: ToolHostStatus;
  isolated: boolean;
}

export interface SecretsState extends SessionSecrets {
  /** The newest first. */
  uses: SecretUseEntry[];
  /** False until they were read once. */
  loaded: boolean;
  /** Why they could not be read the last time. */
  problem: Problem | undefined;
}

/** Everything the screens of one session are given. Stores hold facts; methods do things and return what happened. */
export interface Workbench {
  readonly sessionId: string;
  readonly session: StoreApi<SessionState>;
  readonly definition: StoreApi<DefinitionState>;
  readonly workspace: StoreApi<WorkspaceState>;
  readonly runs: StoreApi<RunsState>;
  readonly health: StoreApi<HealthState>;
  /** Where commands run; absent where none do, as in a shared session. */
  readonly runtime?: StoreApi<RuntimeState>;

  edit(path: string, text: string): void;
  openDefinition(path: string): void;
  addDefinitionFile(path: string, text: string): Result<void>;
  removeDefinitionFile(path: string): Result<void>;
  renameSession(title: string): Promise<Result<void>>;
  saveNow(): Promise<Result<void>>;
  takeOver(): Promise<Result<void>>;

  /** Saves, then makes one call with the JSON text; resolves when the call's first event is stored, not when it settles. */
  callByHand(tool: string, argumentsText: string): Promise<Result<{ runId: string; callId: string }>>;
  startRun(prompt: string): Promise<Result<{ runId: string }>>;
  /** Goes on with an open run that no tab drives any more (after a reload, a crash, a lost connection). */
  continueRun(runId: string): Promise<Result<void>>;
  stop(runId: string): Promise<Result<void>>;
  decide(approvalId: string, decision: "approved" | "denied", reason?: string): Promise<Result<void>>;
  chooseModel(model: ModelChoice): void;
  selectRun(runId: string | undefined): void;

  /** Resolves when the shell answers; rejects with a SandboxError. */
  sandbox(): Promise<Sandbox>;
  /** Opens the workspace anew after it failed; the files are kept in the browser. Of the owner's page only. */
  reopenWorkspace?(): void;
  /** The sandbox as a person's own shell, whose commands may reach outside, always the same one; absent where nothing does. */
  terminalShell?(sandbox: Sandbox): TerminalShell;
  /** Looks at a file, at a line if one is given; `undefined` looks at the definition. */
  openFile(path: string | undefined, line?: number): void;
  closeFile(path: string): void;
  /** Open files follow what was renamed or moved. */
  fileMoved(from: string, to: string): void;
  baseline(): SandboxSnapshot | undefined;
  /** The bytes of one baseline file, undefined when it did not exist then. */
  baselineFile(path: string): Uint8Array | undefined;
  /** Folders of this computer in the workspace; of the owner's page only. */
  readonly folders?: FolderDesk;
  /** Begins a session of the owner's own with this definition and the files as they were at a kept point. */
  forkAt?(point: number): Promise<Result<{ sessionId: string }>>;
  /** To decide about what changed; of the owner's page only. */
  readonly changesDesk?: ChangesDesk;
  importFiles(
    files: ReadonlyMap<string, Uint8Array>,
    options: { replace: boolean },
  ): Promise<Result<{ files: number; bytes: number; skipped: Problem[] }>>;
  importZip(
    bytes: Uint8Array,
    options: { replace: boolean },
  ): Promise<Result<{ files: number; bytes: number; skipped: Problem[] }>>;
  exportZip(): Promise<Result<Uint8Array>>;

  createLink(options: {
    role: "view" | "review";
    expiresInDays: number | undefined;
    /** Asked when the link would show what looks like secrets; no link is made unless it answers true. */
    confirmFindings(scan: SecretScan): Promise<boolean>;
  }): Promise<Result<{ linkId: string; url: string }>>;
  dispose(): void;
}
