import { nanoid } from "nanoid";
import { fingerprint } from "@/lib/core/schema/fingerprint";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { nodeRuntime } from "@/lib/sandbox/load-node-runtime";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { createToolHost } from "@/lib/tool-host/host/create-tool-host";
import { actionServer } from "./action-server";
import { createBaselineStore } from "./baseline-store";
import { beginWorkspace } from "./begin-workspace";
import { createWorkbench, type SessionWorkbench, type WorkbenchInitial } from "./create-workbench";
import { createDraftStore } from "./draft-store";
import { createHistoryStore } from "./history-store";
import { resultsInBrowser, resultsOnServer } from "./kept-results";
import { openLiveWhileShown } from "./live-while-shown";
import { browserCache } from "./outside/cache/browser-cache";
import { pageServices } from "./outside/page-services";
import { rememberPlace } from "./remember-place";
import { runtimeChoice } from "./runtime-choice";
import { openTabChannel } from "./tab-channel";
import { openTabLock } from "./tab-lock";
import { transpileDefinition } from "./transpile-definition";

/** The workbench of an own session over this browser: its locks, stores, workers and network. */
export async function openBrowserWorkbench(initial: WorkbenchInitial): Promise<SessionWorkbench> {
  const sessionId = initial.document.id;
  const tabLock = await openTabLock(sessionId, navigator.locks as LockManager | undefined);
  const saves = new BroadcastChannel(`toolwright:saved:${sessionId}`);
  const workbench = createWorkbench(initial, {
    server: actionServer,
    toolHost: createToolHost({ document }),
    pageServices,
    keptResults: { browser: resultsInBrowser(sessionId, browserCache), server: resultsOnServer(sessionId) },
    tabLock,
    definition: {
      transpile: transpileDefinition,
      fingerprint,
      draft: createDraftStore(sessionId, localStorage),
    },
    workspace: {
      openSandbox: () => loadSandbox({ kind: "virtual", sessionId, files: seedOf(initial) }),
      baselines: createBaselineStore(sessionId, globalThis.indexedDB),
      history: createHistoryStore(sessionId, globalThis.indexedDB),
      readZip: async (bytes) => (await import("@/lib/sandbox/archive/read-zip")).readZip(bytes),
      writeZip: async (files) => (await import("@/lib/sandbox/archive/write-zip")).writeZip(files),
    },
    beginWorkspace,
    tabs: openTabChannel(`toolwright:files:${sessionId}`),
    ...(initial.webContainerOrigin === undefined
      ? {}
      : { runtime: { node: nodeRuntime(initial.webContainerOrigin), choice: runtimeChoice(localStorage) } }),
    openLive: openLiveWhileShown,
    announceSaved: () => saves.postMessage("saved"),
    onSavedElsewhere(listener) {
      saves.onmessage = listener;
      return () => saves.close();
    },
    newId: nanoid,
    now: Date.now,
    isolated: globalThis.crossOriginIsolated === true,
    origin: location.origin,
  });
  rememberPlace(workbench, localStorage);
  return workbench;
}

/** The files a session starts with: those of the example it was made from. */
function seedOf(initial: WorkbenchInitial): ReadonlyMap<string, string> {
  const example = exampleSessions.find(({ title }) => title === initial.document.title) ?? exampleSessions[0];
  return new Map(Object.entries(example?.workspace ?? {}));
}
