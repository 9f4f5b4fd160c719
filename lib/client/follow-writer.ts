import type { StoreApi } from "zustand/vanilla";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { ChangesElsewhere } from "./changes-desk";
import type { WatchedWorkspace, WatchOptions } from "./watched-workspace";
import type { WorkspaceState } from "./workbench-types";
import type { WriterState } from "./workspace-messages";

const ROOT = "/workspace";
const AGAIN_MS = 2_000;

export interface FollowedWriter {
  /** Resolves at the first answer; rejects when this tab stops following. */
  sandbox: Promise<Sandbox>;
  changes: ChangesElsewhere;
  end(): void;
}

/** Keeps the store of a watching tab as the tab that writes says it is, for as long as it watches. */
export function followWriter(options: {
  store: StoreApi<WorkspaceState>;
  watch(options: WatchOptions): WatchedWorkspace;
  onState(state: WriterState): void;
}): FollowedWriter {
  const { store } = options;
  let isEnded = false;
  let isAsking = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = options.watch({ cwd: ROOT, onNews: () => void look() });
  let answered: (sandbox: Sandbox) => void = () => undefined;
  let gaveUp: (cause: SandboxError) => void = () => undefined;
  const sandbox = new Promise<Sandbox>((resolve, reject) => {
    answered = resolve;
    gaveUp = reject;
  });
  const wait = (step: string) => store.setState({ status: { phase: "starting", step } });

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (isAsking) {
      again = true;
      return;
    }
    isAsking = true;
    do {
      again = false;
      await lookOnce();
    } while (again && !isEnded);
    isAsking = false;
  }

  async function lookOnce(): Promise<void> {
    try {
      const state = await watched.state();
      if (isEnded) return;
      const { changes, kind, storage } = state;
      store.setState(({ revision }) => ({
        status: { phase: "ready" },
        changes,
        kind,
        storage,
        revision: revision + 1,
      }));
      answered(watched.sandbox);
      options.onState(state);
    } catch (cause) {
      if (isEnded) return;
      const reason = cause instanceof Error ? cause.message : String(cause);
      wait(`${reason} It is asked again; take over to open the files here.`);
      timer = setTimeout(() => void look(), AGAIN_MS);
    }
  }

  wait("Asking the tab that writes for its files");
  void look();
  return {
    sandbox,
    changes: watched.changes,
    end() {
      isEnded = true;
      clearTimeout(timer);
      watched.end();
      gaveUp(new SandboxError("disposed", "This tab no longer watches the other one."));
    },
  };
}
