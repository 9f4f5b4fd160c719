import { ShellServer } from "./shell-server";

/** The worker's entry point, built to `public/workers/shell.js`. */
const scope = globalThis as unknown as {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
};
const server = new ShellServer((message) => scope.postMessage(message));
scope.addEventListener("message", (event) => server.receive(event.data));
