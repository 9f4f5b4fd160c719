import type { StoreApi } from "zustand/vanilla";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { DEFINITION_PATH, type Definition, type SessionDocument } from "@/lib/core/session/session-document";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import type { DraftStore } from "./draft-store";
import { CONNECTION_LOST } from "./reach-server";
import type { ServerPort } from "./server-port";
import type { DefinitionState, SessionState } from "./workbench-types";

const BUILD_PAUSE_MS = 120;
const BUILD_RETRY_MS = 2_000;
const MOST_RETRIES = 5;
const TRANSPILER_STOPPED = "transpiler-stopped";
const SAVE_PAUSE_MS = 500;
const SAVE_RETRY_MS = 3_000;

export type Transpiled = { ok: true; modules: Record<string, string> } | { ok: false; problems: DefinitionProblem[] };

export interface DefinitionPorts {
  transpile(files: Definition["files"]): Promise<Transpiled>;
  fingerprint(files: Definition["files"]): Promise<string>;
  toolHost: Pick<ToolHost, "load">;
  draft: DraftStore;
  server: Pick<ServerPort, "saveDefinition" | "loadSession">;
  now(): number;
}

export interface DefinitionController {
  edit(path: string, text: string): void;
  open(path: string): void;
  add(path: string, text: string): Result<void>;
  remove(path: string): Result<void>;
  rename(title: string): Promise<Result<void>>;
  /** Builds the text as it stands now, without waiting for the typing pause. */
  settle(): Promise<void>;
  saveNow(): Promise<Result<void>>;
  /** Writes the draft at once; cheap and synchronous. */
  keepDraft(): void;
  /** Shows what the server has, unless this tab holds text that is not saved. */
  follow(): Promise<Result<void>>;
  /** After a save was refused as stale: go on with the text on the screen, or with the saved one. */
  resolveStale(choice: "mine" | "saved"): Promise<Result<void>>;
  dispose(): void;
}

/** The text of the definition: typing → draft → build → save, with nothing lost in any order of failures. */
export function createDefinitionController(options: {
  document: SessionDocument;
  session: StoreApi<SessionState>;
  definition: StoreApi<DefinitionState>;
  ports: DefinitionPorts;
  /** False in a tab that only watches. */
  mayWrite(): boolean;
  onSaved(): void;
}): DefinitionController {
  const { session, definition, ports } = options;
  const sessionId = options.document.id;
  let savedFiles = options.document.definition.files;
  let savedTitle = options.document.title;
  let buildTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let buildTicket = 0;
  let retries = 0;
  let building: Promise<void> = Promise.resolve();
  let saving: Promise<Result<void>> | undefined;
  let disposed = false;

  const files = () => definition.getState().files;
  const isDirty = () => files() !== savedFiles || session.getState().title !== savedTitle;
  const refuseWatcher = () =>
    fail("watching", "Another tab edits this session.", { fix: "Take over to edit here." }) as Result<void>;

  function changeFiles(next: Definition["files"]): void {
    definition.setState({ files: next });
    session.setState({ save: { phase: "dirty" } });
    keepDraft();
    scheduleBuild();
    scheduleSave(SAVE_PAUSE_MS);
  }

  function keepDraft(): void {
    if (isDirty() && options.mayWrite()) {
      ports.draft.write({ revision: session.getState().revision, files: files(), at: ports.now() });
    }
  }

  function scheduleBuild(after = BUILD_PAUSE_MS): void {
    if (buildTimer !== undefined) clearTimeout(buildTimer);
    buildTimer = setTimeout(() => {
      buildTimer = undefined;
      building = build();
    }, after);
  }

  async function build(): Promise<void> {
    const ticket = ++buildTicket;
    const isOutrun = () => ticket !== buildTicket || disposed;
    const text = files();
    definition.setState({ build: "building" });
    const transpiled = await ports.transpile(text);
    if (isOutrun()) return;
    if (!transpiled.ok) {
      if (transpiled.problems.some(({ code }) => code === TRANSPILER_STOPPED)) retryBuild();
      return definition.setState({ problems: transpiled.problems, build: "broken" });
    }
    retries = 0;
    const fingerprint = await ports.fingerprint(text);
    if (isOutrun()) return;
    const loaded = await ports.toolHost.load(transpiled.modules, fingerprint);
    if (isOutrun()) return;
    if (loaded.ok) definition.setState({ described: loaded.definition, problems: loaded.warnings, build: "good" });
    else definition.setState({ problems: loaded.problems, build: "broken" });
  }

  /** A worker that did not answer says nothing about the text: on a busy machine the next attempt succeeds. */
  function retryBuild(): void {
    if (retries === MOST_RETRIES) return;
    retries += 1;
    scheduleBuild(BUILD_RETRY_MS);
  }

  async function settle(): Promise<void> {
    if (buildTimer !== undefined) {
      clearTimeout(buildTimer);
      buildTimer = undefined;
      building = build();
    }
    let awaited: Promise<void>;
    do {
      awaited = building;
      await awaited;
    } while (awaited !== building);
  }

  function scheduleSave(after: number): void {
    if (saveTimer !== undefined) clearTimeout(saveTimer);
    saveTimer = setTimeout(() => {
      saveTimer = undefined;
      void saveNow();
    }, after);
  }

  function saveNow(): Promise<Result<void>> {
    if (saveTimer !== undefined) clearTimeout(saveTimer);
    saveTimer = undefined;
    if (saving !== undefined) return saving.then(() => saveNow());
    if (!isDirty() || disposed) return Promise.resolve(ok(undefined));
    if (!options.mayWrite()) return Promise.resolve(refuseWatcher());
    const attempt = save().finally(() => {
      saving = undefined;
    });
    saving = attempt;
    return attempt.then((result) => (result.ok && isDirty() ? saveNow() : result));
  }

  async function save(): Promise<Result<void>> {
    keepDraft();
    const text = files();
    const { title, revision } = session.getState();
    session.setState({ save: { phase: "saving" } });
    const saved = await ports.server.saveDefinition({
      sessionId,
      revision,
      files: text,
      ...(title === savedTitle ? {} : { title }),
    });
    if (!saved.ok) return refuse(saved.problem);
    savedFiles = text;
    savedTitle = title;
    session.setState({ revision: saved.value.revision });
    if (isDirty()) session.setState({ save: { phase: "dirty" } });
    else {
      session.setState({ save: { phase: "saved", at: ports.now() } });
      ports.draft.clear();
    }
    options.onSaved();
    return ok(undefined);
  }

  function refuse(problem: Problem): Result<void> {
    if (problem.code === "stale") {
      const stale = staleProblem();
      session.setState({ save: { phase: "failed", problem: stale } });
      return { ok: false, problem: stale };
    }
    session.setState({ save: { phase: "failed", problem } });
    if (problem.code === CONNECTION_LOST && !disposed) scheduleSave(SAVE_RETRY_MS);
    return { ok: false, problem };
  }

  async function follow(): Promise<Result<void>> {
    const loaded = await ports.server.loadSession({ sessionId });
    if (!loaded.ok) return loaded;
    if (isDirty() && options.mayWrite()) return ok(undefined);
    adopt(loaded.value.document);
    // The tab that was taken over from may have left text that it could not save any more.
    if (options.mayWrite()) restoreDraft();
    return ok(undefined);
  }

  function adopt(document: SessionDocument): void {
    const changed = document.revision !== session.getState().revision;
    savedFiles = document.definition.files;
    savedTitle = document.title;
    session.setState({
      title: document.title,
      revision: document.revision,
      save: { phase: "saved", at: document.updatedAt },
    });
    const { activePath } = definition.getState();
    definition.setState({
      files: savedFiles,
      activePath: activePath in savedFiles ? activePath : firstPath(savedFiles),
    });
    if (changed) scheduleBuild();
  }

  function restoreDraft(): void {
    const draft = ports.draft.read();
    if (draft === undefined) return;
    if (sameFiles(draft.files, savedFiles)) {
      ports.draft.clear();
      return;
    }
    definition.setState({ files: draft.files, activePath: firstPath(draft.files) });
    scheduleBuild();
    if (draft.revision === session.getState().revision) {
      session.setState({ save: { phase: "dirty" } });
      scheduleSave(SAVE_PAUSE_MS);
    } else session.setState({ save: { phase: "failed", problem: staleProblem() } });
  }

  if (options.mayWrite()) restoreDraft();
  building = build();

  return {
    edit(path, text) {
      if (!options.mayWrite() || !(path in files()) || files()[path] === text) return;
      changeFiles({ ...files(), [path]: text });
    },
    open(path) {
      if (path in files()) definition.setState({ activePath: path });
    },
    add(path, text) {
      if (!options.mayWrite()) return refuseWatcher();
      if (!DEFINITION_PATH.test(path)) {
        return fail("invalid-path", `"${path}" is not a definition file.`, {
          fix: "Use tools/<name>.ts with letters, digits, _ and -.",
          field: "path",
        });
      }
      if (path in files()) return fail("exists", `${path} is there already.`, { field: "path" });
      changeFiles({ ...files(), [path]: text });
      definition.setState({ activePath: path });
      return ok(undefined);
    },
    remove(path) {
      if (!options.mayWrite()) return refuseWatcher();
      if (path === "agent.ts") return fail("required-file", "agent.ts cannot be removed: it lists the agent's tools.");
      const { [path]: removed, ...rest } = files();
      if (removed === undefined) return fail("not-found", `${path} is not there.`);
      changeFiles(rest);
      if (definition.getState().activePath === path) definition.setState({ activePath: firstPath(rest) });
      return ok(undefined);
    },
    rename(title) {
      const trimmed = title.trim();
      if (!options.mayWrite()) return Promise.resolve(refuseWatcher());
      if (trimmed === "" || trimmed.length > 200) {
        return Promise.resolve(fail("invalid-input", "A title has 1 to 200 characters.", { field: "title" }));
      }
      session.setState({ title: trimmed });
      return saveNow();
    },
    settle,
    saveNow,
    keepDraft,
    follow,
    async resolveStale(choice) {
      const loaded = await ports.server.loadSession({ sessionId });
      if (!loaded.ok) return loaded;
      if (choice === "saved") {
        ports.draft.clear();
        adopt(loaded.value.document);
        scheduleBuild();
        return ok(undefined);
      }
      session.setState({ revision: loaded.value.document.revision });
      return saveNow();
    },
    dispose() {
      keepDraft();
      disposed = true;
      if (buildTimer !== undefined) clearTimeout(buildTimer);
      if (saveTimer !== undefined) clearTimeout(saveTimer);
    },
  };
}

function staleProblem(): Problem {
  return {
    code: "stale",
    message: "This session was saved elsewhere since this text was loaded.",
    fix: "Your text is kept. Choose to keep yours or to use the saved one.",
  };
}

/** What the editor opens on: the first tool, because that is what a person comes to write. */
export function firstPath(files: Definition["files"]): string {
  const paths = Object.keys(files).sort();
  return paths.find((path) => path.startsWith("tools/")) ?? paths[0] ?? "agent.ts";
}

function sameFiles(left: Definition["files"], right: Definition["files"]): boolean {
  const paths = Object.keys(left);
  return paths.length === Object.keys(right).length && paths.every((path) => left[path] === right[path]);
}
