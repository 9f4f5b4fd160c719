import type { Sandbox } from "@/lib/core/sandbox/sandbox";

/** What of the workspace outlives the page. */
export interface StorageState {
  kind: "opfs" | "indexeddb" | "none";
  bytes: number;
  quota: number | undefined;
  problem: { code: string; message: string; fix?: string } | undefined;
}

export interface SandboxStorage {
  status(): StorageState;
  /** Called after each change of the status; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Rejects with a `SandboxError` (`quota`, `failed`) when something is not kept. */
  flush(): Promise<void>;
  /** Removes the stored copy. */
  forget(): Promise<void>;
}

export interface LoadedSandbox {
  sandbox: Sandbox;
  storage: SandboxStorage;
  /** A stored workspace was found, so `files` were not placed. */
  restored: boolean;
}

export interface LoadSandboxOptions {
  kind: "virtual" | "memory";
  sessionId: string;
  /** Relative path → content of a workspace that is not stored yet. */
  files?: ReadonlyMap<string, Uint8Array | string>;
  /** Where the shell worker is served. */
  workerUrl?: string;
}

const SHELL_WORKER_URL = "/workers/shell.js";
const UNKEPT: StorageState = { kind: "none", bytes: 0, quota: undefined, problem: undefined };

/** Loads the adapter's code on first use and resolves when the sandbox answers; rejects with a `SandboxError`. */
export async function loadSandbox(options: LoadSandboxOptions): Promise<LoadedSandbox> {
  return options.kind === "memory" ? loadMemory(options) : loadVirtual(options);
}

async function loadMemory({ files }: LoadSandboxOptions): Promise<LoadedSandbox> {
  const { MemorySandbox } = await import("./memory/memory-sandbox");
  const nothing = async (): Promise<void> => {};
  const storage = { status: () => UNKEPT, subscribe: () => () => {}, flush: nothing, forget: nothing };
  return { sandbox: new MemorySandbox({ files }), storage, restored: false };
}

async function loadVirtual({ sessionId, files, workerUrl }: LoadSandboxOptions): Promise<LoadedSandbox> {
  const [{ VirtualSandbox }, { workerChannel }] = await Promise.all([
    import("./virtual/virtual-sandbox"),
    import("./virtual/worker-channel"),
  ]);
  let status = UNKEPT;
  const listeners = new Set<() => void>();
  const sandbox = new VirtualSandbox({
    connect: workerChannel(workerUrl ?? SHELL_WORKER_URL),
    sessionId,
    onStorage(next) {
      status = { ...next, quota: next.quota, problem: next.problem };
      for (const listener of listeners) listener();
    },
  });
  const { restored } = await sandbox.ready();
  if (!restored && files !== undefined) await sandbox.mount(files, sandbox.cwd, "writable");
  const storage: SandboxStorage = {
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => sandbox.flush(),
    forget: () => sandbox.forget(),
  };
  return { sandbox, storage, restored };
}
