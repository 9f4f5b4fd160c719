import { createStore, type StoreApi } from "zustand/vanilla";
import type { ModelChoice, RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { SaveSecretInput } from "@/lib/core/session/session-secrets";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { type CacheDesk, createCacheDesk, type KeptResults } from "./cache-desk";
import { createChangesDesk } from "./changes-desk";
import { createDefinitionController, type DefinitionPorts, firstPath } from "./definition-controller";
import { createEventFeed } from "./event-feed";
import { createFolderDesk } from "./folder-desk";
import type { LiveConnection } from "./live-connection";
import type { LiveWhileShownOptions } from "./live-while-shown";
import { createOpenFiles, NO_OPEN_FILES } from "./open-files";
import { createOutsideRouter } from "./outside/create-outside";
import type { PageService } from "./outside/page-service";
import { createRevertTeller } from "./revert-teller";
import { createRunController } from "./run-controller";
import { createRuntimeController, type RuntimePorts } from "./runtime-controller";
import { createSecretKeeper } from "./secret-keeper";
import type { ServerPort } from "./server-port";
import type { TabChannel } from "./tab-channel";
import type { TabLock } from "./tab-lock";
import { type TerminalShell, terminalShell } from "./terminal/terminal-shell";
import { watchWorkspace } from "./watched-workspace";
import type {
  DefinitionState,
  HealthState,
  ModelOption,
  RunsState,
  RuntimeState,
  SecretsState,
  SessionState,
  Workbench,
  WorkspaceState,
} from "./workbench-types";
import { createWorkspaceController, type WorkspacePorts } from "./workspace-controller";
import { openWorkspaceDoor, workspaceAnswers } from "./workspace-door";

/** What the server gave with the page. */
export interface WorkbenchInitial {
  document: SessionDocument;
  events: RunEvent[];
  models: ModelOption[];
  /** The host whose Node a person may start here; undefined where none is offered. */
  webContainerOrigin?: string;
}

export interface WorkbenchPorts {
  server: ServerPort;
  toolHost: ToolHost;
  /** What tools may ask of the page itself. */
  pageServices: readonly PageService[];
  /** Where results of tools are kept outside of the tool host. */
  keptResults: { browser: KeptResults; server: KeptResults };
  tabLock: TabLock;
  definition: Pick<DefinitionPorts, "transpile" | "fingerprint" | "draft">;
  workspace: Omit<WorkspacePorts, "watch">;
  /** Between the tabs that show this session. */
  tabs: TabChannel;
  /** Places the files of a session that was never opened. */
  beginWorkspace(sessionId: string, place: (sandbox: Sandbox) => Promise<void>): Promise<Result<void>>;
  /** Absent where only the embedded shell is offered. */
  runtime?: RuntimePorts;
  openLive(options: LiveWhileShownOptions): LiveConnection;
  /** Tells the other tabs of this browser that the definition was saved. */
  announceSaved(): void;
  onSavedElsewhere(listener: () => void): () => void;
  newId(): string;
  now(): number;
  isolated: boolean;
  /** `https://host`, for links. */
  origin: string;
}

/** What a session page does beyond the contract of the screens. */
export interface SessionWorkbench extends Workbench {
  readonly caches: CacheDesk;
  /** Where commands run. */
  readonly runtime: StoreApi<RuntimeState>;
  /** Opens the workspace anew after it failed; the files are kept in the browser. */
  reopenWorkspace(): void;
  startNode(): Promise<Result<void>>;
  stopNode(): void;
  dismissNodeProblem(): void;
  /** Of the owner's page only: a shared session has no such place. */
  readonly secrets: StoreApi<SecretsState>;
  /** Reads the session's secrets anew. */
  refreshSecrets(): Promise<Result<void>>;
  /** The value goes to the server and is kept nowhere here. */
  saveSecret(input: Omit<SaveSecretInput, "sessionId">): Promise<Result<void>>;
  removeSecret(name: string): Promise<Result<void>>;
  /** After a save was refused as stale: go on with the text on the screen, or with the saved one. */
  resolveStale(choice: "mine" | "saved"): Promise<Result<void>>;
  /** Writes the draft at once; for a page that is about to go away. */
  keepDraft(): void;
  /** Tries the live connection at once. */
  reconnect(): void;
}

/** The server refuses more, and a larger request would be cut on its way. */
const LARGEST_ARCHIVE_BYTES = 25 * 1024 * 1024;

const SCRIPTED: ModelChoice = { provider: "scripted", model: "script.json" };

/** Everything one session's screens are given. Knows no React and no browser global: the outside comes as ports. */
export function createWorkbench(initial: WorkbenchInitial, ports: WorkbenchPorts): SessionWorkbench {
  const sessionId = initial.document.id;
  const { server, toolHost, tabLock } = ports;
  const firstLog = foldEvents(initial.events, emptySessionRuns);

  const session = createStore<SessionState>(() => ({
    title: initial.document.title,
    revision: initial.document.revision,
    save: { phase: "saved", at: initial.document.updatedAt },
    tab: tabLock.role(),
  }));
  const definition = createStore<DefinitionState>(() => ({
    files: initial.document.definition.files,
    activePath: firstPath(initial.document.definition.files),
    described: undefined,
    problems: [],
    build: "idle",
  }));
  const runs = createStore<RunsState>(() => ({
    log: firstLog,
    selectedRunId: firstLog.runs.at(-1)?.runId,
    model: firstChoice(initial.models),
    models: initial.models,
    live: "connecting",
    problem: undefined,
  }));
  const workspace = createStore<WorkspaceState>(() => ({
    status: { phase: "starting", step: "Opening the workspace" },
    kind: "virtual",
    revision: 0,
    storage: { kind: "none", bytes: 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  const opened = createOpenFiles(workspace);
  const health = createStore<HealthState>(() => ({ toolHost: toolHost.status(), isolated: ports.isolated }));

  const caches = createCacheDesk({ guest: toolHost.caches, ...ports.keptResults });
  const isDriver = () => tabLock.role() === "driver";
  const feed = createEventFeed({ initial: firstLog, read: (after) => server.readEvents({ sessionId, after }) });
  const text = createDefinitionController({
    document: initial.document,
    session,
    definition,
    ports: { ...ports.definition, toolHost, server, now: ports.now },
    mayWrite: isDriver,
    onSaved: ports.announceSaved,
  });
  const reverts = createRevertTeller({ sessionId, server, feed });
  const changesDesk = createChangesDesk({
    sandbox: () => files.sandbox(),
    baseline: () => files.baseline(),
    acceptAll: () => files.takeBaseline(),
    accept: (path, entry) => files.accept(path, entry),
    mark: (about) => files.mark(about),
    snapshotAt: (point) => files.snapshotAt(point),
    elsewhere: () => files.elsewhere(),
    tell: reverts.tell,
    newId: () => `v_${ports.newId()}`,
  });
  const files = createWorkspaceController(
    workspace,
    { ...ports.workspace, watch: (options) => watchWorkspace(ports.tabs, options) },
    {
      isDriver: isDriver(),
      isRunning: () => (runs.getState().driven ?? []).length > 0,
      now: ports.now,
      onHistory: (status) => changesDesk.store.setState(status),
      onChange: changesDesk.refresh,
    },
  );
  const runtime = createStore<RuntimeState>(() => ({
    offer: ports.runtime === undefined ? undefined : { host: hostOf(initial.webContainerOrigin) },
    phase: "idle",
    problem: undefined,
    dismissed: false,
    openPorts: [],
  }));
  const node = createRuntimeController(runtime, ports.runtime, files.sandbox);
  const folders = createFolderDesk(() => files.sandbox());
  const door = openWorkspaceDoor(
    ports.tabs,
    workspaceAnswers({ sandbox: files.sandbox, workspace, desk: changesDesk }),
    isDriver,
  );
  const secretKeeper = createSecretKeeper({ sessionId, server });
  const runner = createRunController({
    sessionId,
    runs,
    definition,
    feed,
    server,
    toolHost,
    outside: createOutsideRouter({ sessionId, server, services: ports.pageServices, now: ports.now }),
    sandbox: node.sandbox,
    secretHandles: secretKeeper.handlesFor,
    // What nobody accepted yet stays to be seen and reverted: the next run does not begin a new comparison over it.
    takeBaseline: async () => {
      if (files.baseline() === undefined || workspace.getState().changes.length === 0) await files.takeBaseline();
    },
    markFiles: async (about) => {
      await reverts.flush();
      await files.mark(about);
    },
    prepareText: async () => {
      await reverts.flush();
      text.keepDraft();
      await text.settle();
      return text.saveNow();
    },
    settleText: text.settle,
    isDriver,
    runnerId: `t_${ports.newId()}`,
    newCallId: () => `c_${ports.newId()}`,
    now: ports.now,
  });
  const shells = new WeakMap<Sandbox, TerminalShell>();
  let wasLost = false;
  const live = ports.openLive({
    access: { sessionId },
    after: () => feed.log().lastSeq,
    onEvents: feed.receive,
    neededWhileHidden: () => (runs.getState().driven ?? []).length > 0,
    onHiddenMinute: () => void feed.catchUp(),
    onState: (state) => {
      runs.setState({ live: state });
      if (state === "lost") wasLost = true;
      if (state !== "open" || !wasLost) return;
      wasLost = false;
      void reverts.flush();
      void runner.resumeAll();
    },
  });
  const ends = [
    workspace.subscribe((now, before) => {
      if (now.revision !== before.revision || now.changes !== before.changes || now.storage !== before.storage) {
        door.tellNews();
      }
    }),
    changesDesk.store.subscribe((now, before) => {
      if (now.points !== before.points) door.tellNews();
    }),
    door.close,
    feed.subscribe((log) => runs.setState({ log })),
    toolHost.subscribe(() => health.setState({ toolHost: toolHost.status() })),
    definition.subscribe((now, before) => {
      // The first definition that loads frees the runs that could not go on without their tools.
      if (before.described === undefined && now.described !== undefined) void runner.resumeAll();
    }),
    ports.onSavedElsewhere(() => {
      if (!isDriver()) void text.follow();
    }),
    tabLock.subscribe((tab) => {
      session.setState({ tab });
      if (tab === "watcher") {
        text.keepDraft();
        runner.letGo();
        folders.close();
        node.follow(false);
        return files.leave();
      }
      files.open();
      node.follow(true);
      void text.follow();
      void runner.resumeAll();
    }),
  ];
  if (isDriver()) {
    void runner.resumeAll();
    node.follow(true);
  }

  return {
    sessionId,
    session,
    definition,
    workspace,
    runs,
    health,
    caches,
    runtime,
    startNode: node.start,
    stopNode: node.stop,
    dismissNodeProblem: node.dismiss,
    secrets: secretKeeper.store,
    edit: text.edit,
    openDefinition: text.open,
    addDefinitionFile: text.add,
    removeDefinitionFile: text.remove,
    renameSession: text.rename,
    saveNow: text.saveNow,
    resolveStale: text.resolveStale,
    keepDraft: text.keepDraft,
    reconnect: live.retryNow,
    reopenWorkspace: files.open,
    async takeOver() {
      await tabLock.takeOver();
      return isDriver()
        ? ok(undefined)
        : fail("take-over-failed", "The other tab did not let go.", { fix: "Close the other tab, then try again." });
    },
    callByHand: runner.callByHand,
    startRun: runner.startRun,
    continueRun: runner.continueRun,
    stop: runner.stop,
    decide: runner.decide,
    chooseModel: (model) => runs.setState({ model }),
    selectRun: (selectedRunId) => runs.setState({ selectedRunId }),
    sandbox: node.sandbox,
    terminalShell(sandbox) {
      const shell = shells.get(sandbox) ?? terminalShell(sandbox, runner.enterCommand(sandbox), files.duringCommand);
      shells.set(sandbox, shell);
      return shell;
    },
    openFile: opened.open,
    closeFile: opened.close,
    fileMoved: opened.moved,
    baseline: files.baseline,
    baselineFile: files.baselineFile,
    changesDesk,
    folders,
    async forkAt(point) {
      const snapshot = files.snapshotAt(point);
      if (snapshot === undefined) return fail("not-found", "This state of the files is no longer kept.");
      const saved = await text.saveNow();
      if (!saved.ok) return saved;
      const copy = await server.copySession({ sessionId });
      if (!copy.ok) return copy;
      const begun = await ports.beginWorkspace(copy.value.id, (sandbox) => sandbox.restore(snapshot));
      return begun.ok ? ok({ sessionId: copy.value.id }) : begun;
    },
    importFiles: files.importFiles,
    importZip: files.importZip,
    exportZip: files.exportZip,
    refreshSecrets: secretKeeper.refresh,
    saveSecret: secretKeeper.save,
    removeSecret: secretKeeper.remove,
    async createLink({ role, expiresInDays, confirmFindings }) {
      const saved = await text.saveNow();
      if (!saved.ok) return saved;
      const archive = await files.exportZip();
      if (!archive.ok) return archive;
      if (archive.value.byteLength > LARGEST_ARCHIVE_BYTES) {
        const size = Math.ceil(archive.value.byteLength / 1_048_576);
        return fail("workspace-too-large", `The workspace is ${size} MB as a zip; a link carries at most 25 MB.`, {
          fix: "Remove large files from the workspace, such as build output, and share again.",
        });
      }
      const stored = await server.saveWorkspace({ sessionId, archive: archive.value });
      if (!stored.ok) return stored;
      const scan = await server.scanForSecrets({ sessionId, workspaceId: stored.value.workspaceId });
      if (!scan.ok) return scan;
      if (scan.value.findings.length > 0 && !(await confirmFindings(scan.value))) {
        return fail("not-shared", "No link was made.");
      }
      const link = await server.createLink({
        sessionId,
        role,
        workspaceId: stored.value.workspaceId,
        ...(expiresInDays === undefined ? {} : { expiresInDays }),
      });
      if (!link.ok) return link;
      const { linkId, key } = link.value;
      const path = role === "review" ? `/s/${linkId}/review` : `/s/${linkId}`;
      return ok({ linkId, url: `${ports.origin}${path}#${key}` });
    },
    dispose() {
      for (const end of ends) end();
      runner.letGo();
      live.close();
      feed.dispose();
      caches.dispose();
      text.dispose();
      folders.close();
      node.dispose();
      files.dispose();
      toolHost.dispose();
      tabLock.release();
      ports.tabs.close();
    },
  };
}

function hostOf(origin: string | undefined): string {
  return origin === undefined ? "" : new URL(origin).host;
}

function firstChoice(models: readonly ModelOption[]): ModelChoice {
  const usable = models.find((model) => model.provider === "scripted") ?? models.find((model) => !model.unavailable);
  return usable === undefined ? SCRIPTED : { provider: usable.provider, model: usable.model };
}
