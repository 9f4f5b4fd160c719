import { loadInterpreter } from "./python-engine";
import type { PythonMessage, PythonStart } from "./python-messages";
import { runPython } from "./python-program";

/** A program that has been started; nothing is heard of it once it was ended. */
export interface RunningPython {
  end(): void;
}

/** Takes what a program sends. */
export interface PythonListener {
  receive(message: PythonMessage): void;
  shouldStop(): boolean;
}

const WORKER = "/workers/python.js";

/**
 * Starts a program in a worker of its own, where it can reach nothing but its files and can be ended at any moment. In Node,
 * for tests, it runs in the same thread.
 */
export function startPython(start: PythonStart, listener: PythonListener): RunningPython {
  return typeof Worker === "undefined" ? startHere(start, listener) : startInWorker(start, listener);
}

function startInWorker(start: PythonStart, listener: PythonListener): RunningPython {
  const worker = new Worker(new URL(WORKER, location.href), { type: "module", name: "python" });
  worker.addEventListener("message", (event: MessageEvent<PythonMessage>) => listener.receive(event.data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    listener.receive({ type: "failure", message: event.message || `${WORKER} cannot be loaded` });
  });
  worker.postMessage(start);
  return { end: () => worker.terminate() };
}

function startHere(start: PythonStart, listener: PythonListener): RunningPython {
  let ended = false;
  const receive = (message: PythonMessage): void => {
    if (!ended) listener.receive(structuredClone(message));
  };
  loadInterpreter()
    .then((create) => runPython(create, start, receive, () => listener.shouldStop()))
    .catch((error: unknown) => receive({ type: "failure", message: String(error) }));
  return {
    end: () => {
      ended = true;
    },
  };
}
