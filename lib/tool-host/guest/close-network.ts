/**
 * The browser refuses the network to this worker (its policy allows none). These stand-ins only say so in words; they are
 * not the wall.
 */
export function closeNetwork(scope: Record<string, unknown>): void {
  const words = (name: string) =>
    `${name} is not available: a tool runs without network. Bring what it needs as files of the workspace, or as its arguments.`;
  scope.fetch = () => Promise.reject(new Error(words("fetch")));
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
