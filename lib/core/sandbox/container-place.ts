import type { Sandbox } from "./sandbox";

/**
 * A folder that only the container has: for what is made again when it is gone. Commands reach it below their sandbox's
 * `cwd`; the workspace never sees it. Names are relative to it.
 */
export interface ContainerPlace {
  /** Its path below the sandbox's `cwd`. */
  readonly folder: string;
  write(name: string, data: string): Promise<void>;
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

/** A sandbox whose commands run in a container with a Node of its own. */
export interface ContainerSandbox extends Sandbox {
  readonly place: ContainerPlace;
}

export function isContainerSandbox(sandbox: Sandbox): sandbox is ContainerSandbox {
  return sandbox.kind === "webcontainer" && "place" in sandbox;
}
