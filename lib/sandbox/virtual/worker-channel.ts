import type { ConnectShell } from "./shell-protocol";

/** Starts the built worker. `url` is same-origin, so that the page's own policy covers it. */
export function workerChannel(url: string): ConnectShell {
  return (receive, broken) => {
    const worker = new Worker(url, { type: "module", name: "toolwright-shell" });
    worker.onmessage = (event: MessageEvent<unknown>) => receive(event.data);
    worker.onmessageerror = () => broken("The shell worker sent something that cannot be read.");
    worker.onerror = (event) => {
      event.preventDefault();
      broken(event.message || "The shell worker could not be loaded.");
    };
    return {
      post: (message) => worker.postMessage(message),
      terminate() {
        worker.onmessage = worker.onmessageerror = worker.onerror = null;
        worker.terminate();
      },
    };
  };
}
