import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { BootController, type ContainerState } from "./webcontainer/boot-controller";
import type { OpenPorts } from "./webcontainer/open-ports";

export interface RunningNode {
  sandbox: Sandbox;
  ports: Pick<OpenPorts, "list" | "subscribe">;
}

/** Real Node in the browser, over a sandbox that keeps the files. One for a page. */
export interface NodeRuntime {
  state(): ContainerState;
  subscribe(listener: () => void): () => void;
  /** Boots if need be and brings the files in; rejects with a `SandboxError` when either fails. */
  open(base: Sandbox, options: { onLost(): void }): Promise<RunningNode>;
  /** Ends the container, or its start. */
  teardown(): void;
  /** For whoever saw that it does not answer any more. */
  lost(): void;
}

const runtimes = new Map<string, NodeRuntime>();

/** The runtime of this page from that host. Asked again, it is the same: the client boots once at a time. */
export function nodeRuntime(origin: string): NodeRuntime {
  const known = runtimes.get(origin);
  if (known !== undefined) return known;
  const controller = new BootController({
    origin,
    workdirName: "workspace",
    async loadClient() {
      Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
      return (await import("@webcontainer/api")).WebContainer;
    },
  });
  const runtime: NodeRuntime = {
    state: () => controller.state(),
    subscribe: (listener) => controller.subscribe(listener),
    teardown: () => controller.teardown(),
    lost: () => controller.lost(),
    async open(base, { onLost }) {
      const [container, { WebContainerSandbox }] = await Promise.all([
        controller.start(),
        import("./webcontainer/webcontainer-sandbox"),
      ]);
      const sandbox = await WebContainerSandbox.open({ base, container, onLost });
      return { sandbox, ports: sandbox.ports };
    },
  };
  runtimes.set(origin, runtime);
  return runtime;
}
