import type { ConnectShell } from "@/lib/sandbox/virtual/shell-protocol";
import { ShellServer } from "@/lib/sandbox/virtual/worker/shell-server";

/**
 * The real server without a worker, for tests in Node: every message is cloned as a worker's would be. It cannot be ended
 * while it computes, so what depends on that is tested in a browser.
 */
export function inProcessChannel(): ConnectShell {
  return (receive) => {
    let open = true;
    const server = new ShellServer((message) => {
      const copy: unknown = structuredClone(message);
      setTimeout(() => open && receive(copy), 0);
    });
    return {
      post(message) {
        const copy: unknown = structuredClone(message);
        setTimeout(() => open && server.receive(copy), 0);
      },
      terminate() {
        open = false;
      },
    };
  };
}
