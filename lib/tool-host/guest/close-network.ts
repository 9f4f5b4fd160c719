/**
 * The browser refuses the network to this worker (its policy allows none). These stand-ins only say so in words; they are
 * not the wall. `fetch` asks the server, which decides what may be reached.
 */
export function closeNetwork(scope: Record<string, unknown>, fetch: typeof globalThis.fetch): void {
  const words = (name: string) =>
    `${name} is not available: a tool reaches the network with fetch, through the server.`;
  scope.fetch = fetch;
  for (const name of ["XMLHttpRequest", "WebSocket", "EventSource"]) {
    scope[name] = class {
      constructor() {
        throw new Error(words(name));
      }
    };
  }
  scope.importScripts = () => {
    throw new Error(words("importScripts"));
  };
}
