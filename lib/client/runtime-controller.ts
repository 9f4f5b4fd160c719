import type { StoreApi } from "zustand/vanilla";
import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { NodeRuntime, RunningNode } from "@/lib/sandbox/load-node-runtime";
import type { RuntimeState } from "./workbench-types";

export interface RuntimePorts {
  node: NodeRuntime;
  /** Whether the person chose Node in this browser before. */
  choice: { read(): boolean; write(wanted: boolean): void };
}

/** What the screens may do with the runtime; its state is in the store. */
export interface RuntimeController {
  /** The sandbox that commands go to: Node's while it runs, else the embedded shell. */
  sandbox(): Promise<Sandbox>;
  /** Starts Node over the workspace as it is. The person asks for it: it loads another company's service. */
  start(): Promise<Result<void>>;
  /** Back to the embedded shell, for good: the browser forgets the choice. */
  stop(): void;
  /** Takes the word about a failed start away. */
  dismiss(): void;
  /** For a workspace that was opened or closed: Node goes with it, and comes back where it was chosen. */
  follow(isOpen: boolean): void;
  dispose(): void;
}

/**
 * Which of the two runtimes commands go to. The embedded shell is always there and holds the files; Node is built on top of
 * it, so that a start that fails, and a container that is lost, leave everything as it was.
 */
export function createRuntimeController(
  store: StoreApi<RuntimeState>,
  ports: RuntimePorts | undefined,
  base: () => Promise<Sandbox>,
): RuntimeController {
  const node = ports?.node;
  let running: RunningNode | undefined;
  let starting: Promise<Result<void>> | undefined;
  /** Grows with every stop; a start that ends after it is put away. */
  let turn = 0;
  let endPorts = (): void => {};

  const showState = (): void => {
    const state = node?.state();
    if (state === undefined) return;
    if (state.phase === "unavailable") {
      store.setState({
        phase: "unavailable",
        problem: { ...state.problem },
        again: state.problem.again,
        dismissed: false,
      });
    } else if (state.phase === "ready")
      store.setState({ phase: running === undefined ? "booting" : "ready", problem: undefined });
    else store.setState({ phase: state.phase, problem: undefined });
  };
  const endState = node?.subscribe(showState) ?? (() => {});

  function letGo(): void {
    turn += 1;
    endPorts();
    const gone = running;
    running = undefined;
    starting = undefined;
    store.setState({ openPorts: [] });
    void gone?.sandbox.dispose();
  }

  async function begin(): Promise<Result<void>> {
    if (node === undefined)
      return { ok: false, problem: { code: "not-supported", message: "Node is not offered here." } };
    const mine = turn;
    try {
      const sandbox = await base();
      const opened = await node.open(sandbox, { onLost: lost });
      if (mine !== turn) {
        await opened.sandbox.dispose();
        return cancelled();
      }
      running = opened;
      const showPorts = (): void => store.setState({ openPorts: opened.ports.list() });
      endPorts = opened.ports.subscribe(showPorts);
      showPorts();
      showState();
      ports?.choice.write(true);
      return ok(undefined);
    } catch (cause) {
      if (mine !== turn) return cancelled();
      const told = store.getState().problem;
      const problem: Problem = told ?? {
        code: SandboxError.isInstance(cause) ? cause.code : "failed",
        message: cause instanceof Error ? cause.message : "Node could not be started.",
        fix: "Retry. The embedded shell goes on with the files as they are.",
      };
      if (told === undefined) {
        node.teardown();
        store.setState({ phase: "unavailable", problem, again: "retry", dismissed: false });
      }
      return { ok: false, problem };
    }
  }

  function lost(): void {
    letGo();
    node?.lost();
  }

  const controller: RuntimeController = {
    sandbox: async () => running?.sandbox ?? base(),
    start() {
      if (running !== undefined) return Promise.resolve(ok(undefined));
      starting ??= begin().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    stop() {
      ports?.choice.write(false);
      letGo();
      node?.teardown();
    },
    dismiss() {
      store.setState({ dismissed: true });
    },
    follow(isOpen) {
      if (!isOpen) {
        letGo();
        node?.teardown();
      } else if (node !== undefined && running === undefined && ports?.choice.read()) void controller.start();
    },
    dispose() {
      letGo();
      endState();
      node?.teardown();
    },
  };
  return controller;
}

function cancelled(): Result<void> {
  return { ok: false, problem: { code: "aborted", message: "The start was cancelled." } };
}
