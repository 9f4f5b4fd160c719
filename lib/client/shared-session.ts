import { createStore } from "zustand/vanilla";
import { fail, type Problem, type Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { firstPath } from "./definition-controller";
import { createOpenFiles, NO_OPEN_FILES } from "./open-files";
import { createReplay, type Replay } from "./replay";
import type { OpenedLink } from "./server-port";
import type {
  DefinitionState,
  HealthState,
  RunsState,
  SessionState,
  Workbench,
  WorkspaceState,
} from "./workbench-types";

export interface SharedSessionPorts {
  readZip(bytes: Uint8Array): Promise<Result<{ files: Map<string, Uint8Array>; skipped: Problem[] }>>;
  /** A sandbox in memory that holds these files and nothing else. */
  openMemorySandbox(files: ReadonlyMap<string, Uint8Array>): Promise<Sandbox>;
}

export interface SharedSession {
  /** The same shape the screens of an own session are given; everything that would change or run something is refused. */
  readonly workbench: Workbench;
  readonly replay: Replay;
  dispose(): void;
}

const refusal = fail("read-only", "This is a shared session: it shows what happened and runs nothing.", {
  fix: 'Choose "Make it mine" to get your own copy.',
});
const refuse = async () => refusal;

/** An opened link as a read-only workbench. Nothing of it is executed: no tool host, no shell, no live connection. */
export function createSharedSession(linkId: string, link: OpenedLink, ports: SharedSessionPorts): SharedSession {
  const files = link.definition.files;
  const session = createStore<SessionState>(() => ({
    title: link.title,
    revision: 0,
    save: { phase: "saved", at: link.createdAt },
    tab: "watcher",
  }));
  const definition = createStore<DefinitionState>(() => ({
    files,
    activePath: firstPath(files),
    described: undefined,
    problems: [],
    build: "idle",
  }));
  const replay = createReplay(link.events, (log) => runs.setState({ log }));
  const runs = createStore<RunsState>(() => ({
    log: replay.log(),
    selectedRunId: newestRunId(replay),
    model: { provider: "scripted", model: "script.json" },
    models: [],
    live: "open",
    problem: undefined,
  }));
  const workspace = createStore<WorkspaceState>(() => ({
    status: { phase: "starting", step: "Unpacking the workspace" },
    kind: "memory",
    revision: 0,
    storage: { kind: "none", bytes: link.archive?.byteLength ?? 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  const opened = createOpenFiles(workspace);
  const health = createStore<HealthState>(() => ({ toolHost: { phase: "starting" }, isolated: false }));

  const sandbox = unpack();
  sandbox.catch(() => {
    // Told in the store.
  });

  async function unpack(): Promise<Sandbox> {
    try {
      const unpacked = link.archive === undefined ? undefined : await ports.readZip(link.archive);
      if (unpacked?.ok === false) {
        workspace.setState({ status: { phase: "failed", problem: unpacked.problem } });
      }
      const opened = await ports.openMemorySandbox(unpacked?.ok ? unpacked.value.files : new Map());
      if (unpacked?.ok !== false) workspace.setState({ status: { phase: "ready" }, revision: 1 });
      return opened;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : "The workspace could not be unpacked.";
      workspace.setState({ status: { phase: "failed", problem: { code: "workspace-failed", message } } });
      throw cause;
    }
  }

  const workbench: Workbench = {
    sessionId: linkId,
    session,
    definition,
    workspace,
    runs,
    health,
    edit() {
      // The text of a shared session is for reading.
    },
    openDefinition(path) {
      if (path in files) definition.setState({ activePath: path });
    },
    addDefinitionFile: () => refusal,
    removeDefinitionFile: () => refusal,
    renameSession: refuse,
    saveNow: refuse,
    takeOver: refuse,
    callByHand: refuse,
    startRun: refuse,
    continueRun: refuse,
    stop: refuse,
    decide: refuse,
    chooseModel() {
      // There is no run to choose a model for.
    },
    selectRun: (selectedRunId) => runs.setState({ selectedRunId }),
    sandbox: () => sandbox,
    openFile: opened.open,
    closeFile: opened.close,
    fileMoved: opened.moved,
    baseline: () => undefined,
    baselineFile: () => undefined,
    importFiles: refuse,
    importZip: refuse,
    async exportZip() {
      return link.archive === undefined
        ? fail("no-workspace", "This link was made without a workspace.")
        : { ok: true, value: link.archive };
    },
    createLink: refuse,
    dispose,
  };

  function dispose(): void {
    replay.dispose();
    void sandbox.then(
      (opened) => opened.dispose(),
      () => undefined,
    );
  }

  return { workbench, replay, dispose };
}

/** The newest agent run is what a reader comes for; a session with hand calls only shows the newest of those. */
function newestRunId(replay: Replay): string | undefined {
  const { runs } = replay.log();
  return (runs.findLast((run) => run.kind === "agent") ?? runs.at(-1))?.runId;
}
